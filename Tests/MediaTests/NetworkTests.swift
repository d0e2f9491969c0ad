import Foundation
import Frames
import Geometry
import Media
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10)), .serialized) struct NetworkTests {
    private func withHTTP(_ clips: Clips, _ body: (String) async throws -> Void) async throws {
        let port = try freePort()
        let words = ["/usr/bin/python3", "-m", "http.server", "\(port)", "--bind", "127.0.0.1", "-d", clips.folder]
        try await Child.with(words) { child in
            try await waitForPort(port, of: child)
            try await body("http://127.0.0.1:\(port)/")
        }
    }

    @Test("a file over HTTP, and the missing one") func http() async throws {
        try await Clips.with { clips in
            _ = try await clips.make("\(Clips.picture) \(Clips.sound) -t 2 \(Clips.h264) -c:a aac a.mp4")
            try await withHTTP(clips) { base in
                let recorder = try await Recorder.play(base + "a.mp4")
                #expect(recorder.news == [.playing, .ended])
                #expect(recorder.count == 60)
                #expect(try await Recorder.play(base + "none.mp4").error?.code == .notFound)
            }
        }
    }

    @Test("HLS") func hls() async throws {
        try await Clips.with { clips in
            _ = try await clips.make(
                "\(Clips.picture) \(Clips.sound) -t 3 \(Clips.h264) -g 30 -c:a aac -f hls -hls_time 1 -hls_list_size 0 a.m3u8"
            )
            try await withHTTP(clips) { base in
                let recorder = try await Recorder.play(base + "a.m3u8")
                #expect(recorder.news == [.playing, .ended])
                #expect(recorder.count == 90)
            }
        }
    }

    @Test("TLS where there is none") func tls() async throws {
        try await Clips.with { clips in
            try await withHTTP(clips) { base in
                let error = try await Recorder.play(base.replacingOccurrences(of: "http:", with: "https:") + "a").error
                #expect(error?.code == .tls)
            }
        }
    }

    private func withRTSP(_ body: (String, Child) async throws -> Void) async throws {
        let port = try freePort()
        let script = """
            import gi, sys
            gi.require_version("Gst", "1.0"); gi.require_version("GstRtspServer", "1.0")
            from gi.repository import Gst, GstRtspServer, GLib
            Gst.init(None)
            server = GstRtspServer.RTSPServer(); server.set_address("127.0.0.1"); server.set_service("\(port)")
            factory = GstRtspServer.RTSPMediaFactory(); factory.set_shared(True)
            factory.set_launch('( videotestsrc is-live=true ! video/x-raw,width=320,height=180,framerate=30/1 '
              '! openh264enc complexity=low gop-size=15 ! h264parse ! rtph264pay name=pay0 pt=96 config-interval=1 '
              'audiotestsrc is-live=true ! opusenc ! rtpopuspay name=pay1 pt=97 )')
            server.get_mount_points().add_factory("/live", factory); server.attach(None)
            print("ready", flush=True); GLib.MainLoop().run()
            """
        try await Child.with(["/usr/bin/python3", "-c", script]) { child in
            try await child.waitForOutput("ready")
            try await body("rtsp://127.0.0.1:\(port)/", child)
        }
    }

    @Test("RTSP, and the missing stream") func rtsp() async throws {
        try await withRTSP { base, _ in
            let recorder = try await Recorder.play(base + "live") { $0.count >= 30 }
            #expect(recorder.error == nil)
            #expect(recorder.allShots.first?.size == Size(320, 180))
            #expect(try await Recorder.play(base + "none").error?.code == .notFound)
        }
    }

    @Test("an RTSP server that stops in the middle is missed") func rtspStalls() async throws {
        try await withRTSP { base, child in
            let recorder = Recorder()
            let player = try recorder.player(base + "live", .init(audio: false, timeout: .seconds(1)))
            player.play()
            #expect(await settle(10) { recorder.count >= 10 })
            child.signal(SIGSTOP)
            #expect(await settle(10) { recorder.isOver })
            await player.stop()
            child.signal(SIGCONT)
            #expect(recorder.error?.code == .timedOut)
            #expect(recorder.error?.why.contains("stopped sending") == true)
        }
    }

    @Test("SRT, to the end of the sender") func srt() async throws {
        let port = try freePort()
        let words = "ffmpeg -v error -nostdin -re \(Clips.picture) \(Clips.h264) -tune zerolatency -g 15 -t 4 -f mpegts"
        try await Child.with(words.split(separator: " ").map(String.init) + ["srt://127.0.0.1:\(port)?mode=listener"]) {
            _ in
            // A listener on UDP can't be knocked at: the caller itself retries for its three seconds.
            let recorder = try await Recorder.play("srt://127.0.0.1:\(port)")
            #expect(recorder.news == [.playing, .ended])
            #expect(recorder.count > 30)
        }
    }

    @Test("RTMP, to the end of the sender") func rtmp() async throws {
        try await Clips.with { clips in
            let port = try freePort()
            let config = """
                load_module /usr/lib/nginx/modules/ngx_rtmp_module.so;
                daemon off; master_process off; pid \(clips.path("pid")); error_log stderr info;
                events {}
                rtmp { server { listen 127.0.0.1:\(port); application live { live on; idle_streams off; drop_idle_publisher 2s; } } }
                """
            let file = try clips.write(config.utf8, to: "nginx.conf")
            try await Child.with(["nginx", "-p", clips.folder, "-c", file]) { server in
                try await waitForPort(port, of: server)
                let url = "rtmp://127.0.0.1:\(port)/live/x"
                let words =
                    "ffmpeg -v error -nostdin -re \(Clips.picture) \(Clips.sound) \(Clips.h264) -tune zerolatency"
                    + " -g 15 -c:a aac -t 5 -f flv \(url)"
                try await Child.with(words.split(separator: " ").map(String.init)) { _ in
                    try await server.waitForOutput("publish: name")
                    let recorder = try await Recorder.play(url, .init(audio: false, timeout: .seconds(4)))
                    #expect(recorder.count > 20)
                    #expect(recorder.news == [.playing, .ended])
                }
                #expect(try await Recorder.play(url).error?.code == .notFound)
            }
        }
    }

    @Test("the screen") func screen() async throws {
        try await PrivateServer.with("320x240x24") { server in
            let options = MediaPlayer.Options(audio: false, display: server.display)
            let recorder = try await Recorder.play("screen:", options) { $0.count >= 10 }
            #expect(recorder.error == nil)
            #expect(recorder.allShots.first?.size == Size(320, 240))
            #expect(recorder.allShots.first?.format == .bgrx)
        }
    }
}
