import Foundation
import Geometry
import Testing
import TestSupport

@testable import Media

@Suite(.timeLimit(.minutes(10)), .serialized) struct SoundTests {
    /// A PulseAudio of the test's own, with one sink that plays nothing.
    private func withPulse(_ clips: Clips, _ body: (String, Child) async throws -> Void) async throws {
        try await PrivatePulse.with(folder: clips.folder, ["module-null-sink sink_name=nullout"]) {
            try await body($0.server, $0.child)
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

    @Test("a call rings on the sound server, is silent when it stops, and without a server nothing happens")
    func ring() async throws {
        try await Clips.with { clips in
            try await withPulse(clips) { server, _ in
                let words = ["parec", "--device=nullout.monitor", "--format=u8", "--rate=8000", "--channels=1"]
                try await Child.with(words, environment: ["PULSE_SERVER": server], mergeErrors: false) { ear in
                    func isLoud(_ text: Substring) -> Bool {
                        text.unicodeScalars.contains { $0.isASCII && $0.value < 0x78 }
                    }
                    let ring = RingTone(server: server)
                    ring.start()
                    ring.start()
                    #expect(await settle { isLoud(ear.output[...]) })
                    ring.stop()
                    // Two whole rounds of it without a sound.
                    #expect(await settle { !isLoud(ear.output.suffix(32_000)) })
                }
            }
            let nobody = RingTone(server: "unix:\(clips.path("none"))")
            nobody.start()
            nobody.stop()
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

    // MARK: Calls

    @Test("most of what came was silent at the speaker: a burst at the start put all that followed out of time")
    func fluent() async throws {
        try await Clips.with { clips in
            try await withPulse(clips) { server, _ in
                let words = ["parec", "--device=nullout.monitor", "--format=u8", "--rate=8000", "--channels=1"]
                try await Child.with(words, environment: ["PULSE_SERVER": server], mergeErrors: false) { ear in
                    try await Pair.with(sound: (.speaker(server: server), .tone)) { _, _ in
                        // The last two seconds, in tenths; silence is 0x80 throughout.
                        func loudTenths() -> Int {
                            let heard = Array(ear.output.unicodeScalars.suffix(16_000))
                            return stride(from: 0, to: heard.count, by: 800).count { start in
                                heard[start..<min(start + 800, heard.count)].contains { $0.isASCII && $0.value < 0x78 }
                            }
                        }
                        #expect(await settle(15) { loudTenths() >= 16 }, "\(loudTenths()) of 20 tenths")
                    }
                }
            }
        }
    }

    @Test("a call plays what comes, and sends what the microphone hears") func call() async throws {
        try await Clips.with { clips in
            try await withPulse(clips) { server, _ in
                let words = ["parec", "--device=nullout.monitor", "--format=u8", "--rate=8000", "--channels=1"]
                try await Child.with(words, environment: ["PULSE_SERVER": server], mergeErrors: false) { ear in
                    try await Pair.with(sound: (.devices(server: server), .tone)) { one, other in
                        // Silence is 0x80 throughout.
                        #expect(await settle { ear.output.unicodeScalars.contains { $0.isASCII && $0.value < 0x78 } })
                        #expect(!one.events.contains { if case .warning = $0 { true } else { false } })
                    }
                }
                // Clicks: noise suppression takes an even tone for noise. The only source is the sink's monitor.
                let clicks = [
                    "gst-launch-1.0", "-q", "audiotestsrc", "is-live=true", "wave=ticks", "!", "audioconvert", "!",
                    "pulsesink", "server=\(server)",
                ]
                try await Child.with(clicks) { _ in
                    try await Pair.with(sound: (.devices(server: server), .silence)) { one, other in
                        #expect(await settle { other.peer.quality.soundLevel ?? 0 > 0.02 }, "\(one.events)")
                        one.peer.setSending(microphone: false, camera: true)
                        // Opus makes one or two steps of noise of silence.
                        #expect(await settle { other.peer.quality.soundLevel ?? 1 < 0.002 })
                    }
                }
            }
        }
    }

    @Test("a call without a sound server, or with one that dies, goes on with one warning", arguments: [true, false])
    func callWithout(_ hasServer: Bool) async throws {
        try await Clips.with { clips in
            func talk(_ server: String, _ kill: () -> Void) async throws {
                try await Pair.with(sound: (.devices(server: server), .tone)) { one, _ in
                    func warnings() -> [String] {
                        one.events.compactMap { if case .warning(let text) = $0 { text } else { nil } }
                    }
                    #expect(await settle { one.shown.count >= 1 })
                    kill()
                    #expect(await settle { warnings().count == 1 }, "\(one.events)")
                    #expect(warnings().first?.hasPrefix("no sound: ") == true, "\(warnings())")
                    let count = one.shown.count
                    #expect(await settle { one.shown.count > count + 10 })
                    #expect(warnings().count == 1)
                }
            }
            guard hasServer else { return try await talk("unix:\(clips.path("none"))") {} }
            try await withPulse(clips) { server, child in
                try await talk(server) { child.signal(SIGKILL) }
            }
        }
    }

    @Test("a sound server that comes back, or a device that is plugged in again, is heard again; each is said once")
    func comesBack() async throws {
        try await Clips.with { clips in
            func withEar(_ server: String, _ body: (Child) async throws -> Void) async throws {
                let words = ["parec", "--device=nullout.monitor", "--format=u8", "--rate=8000", "--channels=1"]
                try await Child.with(words, environment: ["PULSE_SERVER": server], mergeErrors: false, body)
            }
            // Silence is 0x80 throughout.
            func isHeard(_ ear: Child) async -> Bool {
                await settle(20) { ear.output.unicodeScalars.contains { $0.isASCII && $0.value < 0x78 } }
            }
            let server = "unix:" + clips.path("sound.sock")
            func pactl(_ words: String...) async throws {
                #expect(try await Child.run(["pactl", "-s", server] + words).status == 0)
            }
            try await Pair.with(sound: (.devices(server: server), .tone)) { one, _ in
                func warnings() -> [String] {
                    one.events.compactMap { if case .warning(let text) = $0 { text } else { nil } }
                }
                #expect(await settle { warnings().count == 1 })
                try await withPulse(clips) { _, _ in
                    #expect(await settle(20) { warnings().last == "the sound is back" }, "\(warnings())")
                    try await withEar(server) { #expect(await isHeard($0)) }
                    try await pactl("unload-module", "module-null-sink")
                    #expect(await settle(20) { warnings().last?.hasPrefix("no ") == true }, "\(warnings())")
                    try await pactl("load-module", "module-null-sink", "sink_name=nullout")
                    #expect(await settle(20) { warnings().last == "the sound is back" }, "\(warnings())")
                    try await withEar(server) { #expect(await isHeard($0)) }
                }
                #expect(await settle(20) { warnings().last?.contains("went away") == true }, "\(warnings())")
                let count = one.shown.count
                #expect(await settle { one.shown.count > count + 10 })
            }
        }
    }

    @Test("one sentence for each change of what is missing, and none without one") func sentences() {
        let both: Set<SoundPart> = [.microphone, .speaker]
        #expect(SoundPart.sentence(nil, [], of: both) == nil && SoundPart.sentence(both, both, of: both) == nil)
        #expect(SoundPart.sentence(nil, both, of: both)?.contains("no sound server answers") == true)
        #expect(SoundPart.sentence([], both, of: both)?.contains("went away") == true)
        #expect(SoundPart.sentence([], [.speaker], of: [.speaker])?.contains("went away") == true)
        #expect(SoundPart.sentence([], [.microphone], of: both)?.hasPrefix("no microphone: ") == true)
        #expect(SoundPart.sentence([], [.speaker], of: both)?.hasPrefix("no speaker: ") == true)
        #expect(SoundPart.sentence([.microphone], [], of: both) == "the microphone is back")
        #expect(SoundPart.sentence(both, [], of: both) == "the sound is back")
        #expect(SoundPart.sentence(both, [.microphone], of: both) == "the speaker is back")
        #expect(SoundPart.sentence([.speaker], [], of: [.speaker]) == "the speaker is back")
    }
}
