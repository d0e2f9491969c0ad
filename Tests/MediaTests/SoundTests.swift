import Foundation
import Geometry
import Media
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10)), .serialized) struct SoundTests {
    /// A PulseAudio of the test's own, with one sink that plays nothing.
    private func withPulse(_ clips: Clips, _ body: (String, Child) async throws -> Void) async throws {
        let socket = clips.path("sound.sock")
        let words = [
            "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "-L",
            "module-native-protocol-unix auth-anonymous=1 socket=\(socket)", "-L", "module-null-sink sink_name=nullout",
        ]
        let home = ["HOME": clips.folder, "XDG_RUNTIME_DIR": clips.folder]
        try await Child.with(words, environment: home) { child in
            // The socket is there before anybody listens on it.
            var isUp = false
            for _ in 0..<100 where !isUp {
                isUp = try await Child.run(["pactl", "-s", "unix:" + socket, "info"]).status == 0
            }
            guard isUp else { throw Child.Failure("pulseaudio: \(child.output)") }
            try await body("unix:" + socket, child)
        }
    }

    private func clip(_ clips: Clips, seconds: Int) async throws -> String {
        try await clips.make("\(Clips.picture) \(Clips.sound) -t \(seconds) \(Clips.h264) -c:a aac a.mp4")
    }

    @Test("sound reaches the server") func sound() async throws {
        try await Clips.with { clips in
            let path = try await clip(clips, seconds: 3)
            try await withPulse(clips) { server, _ in
                let words = ["parec", "--device=nullout.monitor", "--format=u8", "--rate=8000", "--channels=1"]
                try await Child.with(words, environment: ["PULSE_SERVER": server], mergeErrors: false) { ear in
                    let recorder = try await Recorder.play(path, .init(soundServer: server))
                    #expect(recorder.allEvents == [.playing, .ended])
                    // Silence is 0x80 throughout.
                    #expect(await settle { ear.output.unicodeScalars.contains { $0.isASCII && $0.value < 0x78 } })
                }
            }
        }
    }

    @Test("without a sound server the picture plays, with one warning") func none() async throws {
        try await Clips.with { clips in
            let path = try await clip(clips, seconds: 1)
            let recorder = try await Recorder.play(path, .init(soundServer: "unix:\(clips.path("none"))"))
            #expect(recorder.count == 30)
            #expect(recorder.warnings.count == 1)
            #expect(recorder.warnings.first?.hasPrefix("no sound: no sound server answers") == true)
            #expect(recorder.allEvents.last == .ended)
        }
    }

    @Test("a sound server that dies does not take the picture along") func dies() async throws {
        try await Clips.with { clips in
            let path = try await clip(clips, seconds: 5)
            try await withPulse(clips) { server, child in
                let recorder = Recorder()
                let player = try recorder.player(path, .init(soundServer: server))
                player.play()
                #expect(await settle(10) { recorder.count >= 15 })
                child.signal(SIGKILL)
                #expect(await settle(15) { recorder.isOver })
                await player.stop()
                #expect(recorder.count == 150)
                #expect(recorder.warnings.count == 1)
                #expect(recorder.allEvents.last == .ended)
            }
        }
    }
}
