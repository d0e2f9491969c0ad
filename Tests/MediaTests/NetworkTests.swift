import Foundation
import Frames
import Media
import TestSupport
import Testing

/// Streams from real servers.
@Suite(.timeLimit(.minutes(5)), .serialized) struct NetworkTests {
    private func withClip(_ body: (String) async throws -> Void) async throws {
        try await withFolder { folder in
            try await makeClip(
                folder + "/clip.mp4", pictureAndTone + ["-c:v", "libx264", "-g", "15", "-c:a", "aac"])
            try await body(folder)
        }
    }

    @Test("HTTP and HLS play; what is not there is said to be not there")
    func http() async throws {
        try await withClip { folder in
            try await makeClip(
                folder + "/index.m3u8",
                ["-i", folder + "/clip.mp4", "-c", "copy", "-hls_time", "1", "-hls_list_size", "0"])
            let port = try freePort()
            try await Child.with([
                "python3", "-u", "-m", "http.server", "\(port)", "--bind", "127.0.0.1", "--directory", folder,
            ]) { server in
                try await server.waitForOutput("Serving")
                for name in ["clip.mp4", "index.m3u8"] {
                    let watcher = try Watcher("http://127.0.0.1:\(port)/\(name)")
                    #expect(await watcher.plays(), "\(name): \(watcher.events)")
                    await watcher.player.stop()
                }
                let absent = try Watcher("http://127.0.0.1:\(port)/nothing.mp4")
                #expect(await absent.ends())
                #expect(absent.failure?.code == .notFound)
            }
        }
    }

    @Test("SRT plays from a listener")
    func srt() async throws {
        try await withClip { folder in
            let port = try freePort()
            let words = [
                "ffmpeg", "-v", "error", "-re", "-stream_loop", "-1", "-i", folder + "/clip.mp4", "-c", "copy", "-f",
                "mpegts",
                "srt://127.0.0.1:\(port)?mode=listener",
            ]
            try await Child.with(words) { _ in
                let watcher = try Watcher("srt://127.0.0.1:\(port)")
                #expect(await watcher.plays(), "\(watcher.events)")
                await watcher.player.stop()
            }
        }
    }

    @Test("RTMP plays from nginx, with the sound that comes before the pictures")
    func rtmp() async throws {
        try await withClip { folder in
            let port = try freePort()
            let configuration = """
                load_module /usr/lib/nginx/modules/ngx_rtmp_module.so;
                daemon off; worker_processes 1; pid \(folder)/pid; error_log stderr;
                events {}
                rtmp { server { listen 127.0.0.1:\(port); application live { live on; } } }
                """
            try configuration.write(toFile: folder + "/nginx.conf", atomically: true, encoding: .utf8)
            try await Child.with(["nginx", "-c", folder + "/nginx.conf"]) { server in
                try await waitForPort(port, of: server)
                let words = [
                    "ffmpeg", "-v", "error", "-re", "-stream_loop", "-1", "-i", folder + "/clip.mp4", "-c", "copy",
                    "-f", "flv",
                    "rtmp://127.0.0.1:\(port)/live/x",
                ]
                try await Child.with(words) { _ in
                    let watcher = try Watcher("rtmp://127.0.0.1:\(port)/live/x")
                    #expect(await watcher.plays(), "\(watcher.events)")
                    await watcher.player.stop()
                }
            }
        }
    }

    @Test("RTSP plays from gst-rtsp-server")
    func rtsp() async throws {
        let port = try freePort()
        let script = """
            import gi
            gi.require_version('Gst','1.0'); gi.require_version('GstRtspServer','1.0')
            from gi.repository import Gst, GstRtspServer, GLib
            Gst.init(None)
            s = GstRtspServer.RTSPServer(); s.set_address('127.0.0.1'); s.set_service('\(port)')
            f = GstRtspServer.RTSPMediaFactory(); f.set_shared(True)
            f.set_launch('( videotestsrc is-live=true ! video/x-raw,width=320,height=180,framerate=30/1 ! vp8enc deadline=1 keyframe-max-dist=15 cpu-used=16 ! rtpvp8pay name=pay0 pt=96 )')
            s.get_mount_points().add_factory('/x', f); s.attach(None)
            print('ready', flush=True)
            GLib.MainLoop().run()
            """
        try await Child.with(["/usr/bin/python3", "-c", script]) { server in
            try await server.waitForOutput("ready")
            let watcher = try Watcher("rtsp://127.0.0.1:\(port)/x")
            #expect(await watcher.plays(), "\(watcher.events)")
            await watcher.player.stop()
        }
    }

    @Test("a server that takes the connection and never answers is given up, in words")
    func silent() async throws {
        let port = try freePort()
        let script = """
            import socket, time
            s = socket.socket(); s.bind(('127.0.0.1', \(port))); s.listen(5)
            print('ready', flush=True); time.sleep(60)
            """
        try await Child.with(["python3", "-c", script]) { server in
            try await server.waitForOutput("ready")
            let watcher = try Watcher("http://127.0.0.1:\(port)/x.mp4", timeout: .milliseconds(800))
            #expect(await watcher.ends())
            #expect(watcher.failure?.code == .timedOut, "\(watcher.events)")
            await watcher.player.stop()
        }
    }

    @Test("a live that stops sending is given up after it played")
    func stopsSending() async throws {
        try await withClip { folder in
            let port = try freePort()
            let words = [
                "ffmpeg", "-v", "error", "-re", "-i", folder + "/clip.mp4", "-c", "copy", "-f", "mpegts",
                "srt://127.0.0.1:\(port)?mode=listener",
            ]
            try await Child.with(words) { server in
                let watcher = try Watcher("srt://127.0.0.1:\(port)", timeout: .seconds(5))
                #expect(await watcher.plays(5), "\(watcher.events)")
                server.signal(SIGSTOP)
                #expect(await watcher.ends())
                server.signal(SIGCONT)
                await watcher.player.stop()
            }
        }
    }

    @Test("nobody listens: refused, with host and port")
    func refused() async throws {
        let port = try freePort()
        for scheme in ["http", "rtsp", "rtmp"] {
            let watcher = try Watcher("\(scheme)://127.0.0.1:\(port)/x")
            #expect(await watcher.ends(), "\(scheme)")
            #expect(watcher.failure?.code == .refused, "\(scheme): \(watcher.events)")
            #expect(watcher.failure?.description.contains("127.0.0.1:\(port)") == true)
            await watcher.player.stop()
        }
    }

    @Test("sound reaches a sound server, and its death does not end the video")
    func sound() async throws {
        try await withClip { folder in
            let socket = folder + "/pulse"
            let words = [
                "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "-L",
                "module-native-protocol-unix auth-anonymous=1 socket=\(socket)", "-L", "module-null-sink sink_name=out",
            ]
            let environment = ["HOME": folder, "XDG_RUNTIME_DIR": folder]
            try await Child.with(words, environment: environment) { server in
                #expect(await settle { FileManager.default.fileExists(atPath: socket) }, "\(server.output)")
                setenv("PULSE_SERVER", "unix:\(socket)", 1)
                defer { unsetenv("PULSE_SERVER") }
                let watcher = try Watcher(folder + "/clip.mp4", audio: true)
                #expect(await watcher.plays(), "\(watcher.events)")
                let list = try await Child.run(["pactl", "list", "short", "sink-inputs"])
                #expect(!list.output.isEmpty)
                server.signal(SIGKILL)
                let before = watcher.track.frameCount
                #expect(await watcher.plays(before + 20), "\(watcher.events)")
                #expect(watcher.failure == nil)
                await watcher.player.stop()
            }
        }
    }
}
