import Foundation
import Geometry
import Testing
import TestSupport

@testable import Media

/// Microphones and speakers that are chosen, on a sound server with several of both.
@Suite(.timeLimit(.minutes(10)), .serialized) struct SoundChoiceTests {
    private static let headset = PrivatePulse.microphone("usb_headset", "Jabra Evolve", of: "air_headset")
    private static let desk = PrivatePulse.microphone("pci_desk", "Desk Microphone", of: "air_desk")
    private static let modules = [
        PrivatePulse.speaker("pci_speakers", "Built-in Speakers"), PrivatePulse.speaker("usb_phones", "Jabra Evolve"),
        PrivatePulse.speaker("air_headset", "Air"), PrivatePulse.speaker("air_desk", "Air"), desk, headset,
    ]

    /// Quiet is the desk, loud the headset; the desk is the default.
    private func withDevices(
        _ more: [String] = [], _ body: (PrivatePulse) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            try await PrivatePulse.with(folder: folder, Self.modules + more) { pulse in
                try await pulse.order(["set-default-source", "pci_desk"])
                try await pulse.order(["set-default-sink", "pci_speakers"])
                try await pulse.withClicks(into: "air_headset") { try await body(pulse) }
            }
        }
    }

    private func warnings(_ end: End) -> [String] {
        end.events.compactMap { if case .warning(let text) = $0 { text } else { nil } }
    }
    private func isLoud(_ end: End) -> Bool { end.peer.quality.soundLevel ?? 0 > 0.02 }
    private func isQuiet(_ end: End) -> Bool { end.peer.quality.soundLevel ?? 1 < 0.002 }

    @Test("microphones and speakers are listed by the names that people know, monitors last; without a server none is")
    func list() async throws {
        try await withDevices { pulse in
            let all = try #require(SoundDevice.all(server: pulse.server))
            let microphones = all.filter { $0.part == .microphone }
            #expect(microphones.prefix(2).map(\.name) == ["Desk Microphone", "Jabra Evolve"])
            #expect(microphones.prefix(2).map(\.id) == ["pci_desk", "usb_headset"])
            #expect(microphones.dropFirst(2).allSatisfy(\.isMonitor) && microphones.count == 6)
            #expect(all.filter { $0.part == .speaker }.prefix(2).map(\.id) == ["pci_speakers", "usb_phones"])
        }
        #expect(SoundDevice.all(server: "unix:/nowhere/at/all") == nil)
    }

    @Test(
        "a device is meant by its name or id, in any case, or by a part of them that only it has",
        arguments: [
            ("Desk Microphone", "pci_desk"), ("desk m", "pci_desk"), ("USB_HEADSET", "usb_headset"),
            ("jabra", "usb_headset"), ("pci_speakers.monitor", "pci_speakers.monitor"), ("speakers", nil), ("e", nil),
            ("", nil), ("webcam", nil),
        ] as [(String, String?)])
    func names(_ word: String, _ id: String?) {
        let devices = [
            SoundDevice(.microphone, name: "Desk Microphone", id: "pci_desk"),
            SoundDevice(.microphone, name: "Jabra Evolve", id: "usb_headset"),
            SoundDevice(.microphone, name: "Monitor of Speakers", id: "pci_speakers.monitor", isMonitor: true),
            SoundDevice(.speaker, name: "webcam", id: "webcam"),
        ]
        #expect(SoundDevice.find(word, .microphone, among: devices)?.id == id)
    }

    @Test("the microphone that is chosen is the one that is heard, from the beginning and in the middle of a call")
    func microphone() async throws {
        try await withDevices { pulse in
            let sound = CallSound(microphone: "jabra")
            try await Pair.with(sound: (.devices(server: pulse.server), .silence), call: sound) { one, other in
                #expect(await settle { isLoud(other) }, "\(one.events)")
                #expect(await settle { sound.level(of: .microphone) > 0.3 })
                sound[.microphone] = "pci_desk"
                #expect(await settle { isQuiet(other) })
                #expect(await settle { sound.level(of: .microphone) == 0 })
                sound[.microphone] = "USB_HEADSET"
                #expect(await settle { isLoud(other) })
                sound[.microphone] = nil
                #expect(await settle { isQuiet(other) })
                #expect(warnings(one).isEmpty && one.phases.last == .connected, "\(one.events)")
            }
        }
    }

    @Test("the speaker that is chosen is the one that plays, as loud as the call is to be")
    func speaker() async throws {
        try await withDevices { pulse in
            try await pulse.withEar(on: "pci_speakers") { speakers in
                try await pulse.withEar(on: "usb_phones") { phones in
                    let sound = CallSound(speaker: "usb_phones")
                    try await Pair.with(sound: (.devices(server: pulse.server), .tone), call: sound) { one, _ in
                        #expect(await settle { phones.hears(5) }, "\(one.events)")
                        #expect(!speakers.hears(.max / 800))
                        sound[.speaker] = "built-in"
                        #expect(await settle { speakers.hears(5) && !phones.hears(5) })
                        #expect(await settle { sound.level(of: .speaker) > 0.3 })
                        sound.volume = 0
                        #expect(await settle { !speakers.hears(5) && sound.level(of: .speaker) == 0 })
                        #expect(!one.events.isEmpty && warnings(one).isEmpty, "\(one.events)")
                    }
                }
            }
        }
    }

    @Test(
        "a chosen microphone that is pulled out is stood in for by the default one, and used again when it is back",
        arguments: [false, true])
    func pulledOut(_ serverMovesStreams: Bool) async throws {
        try await withDevices(serverMovesStreams ? ["module-rescue-streams"] : []) { pulse in
            let sound = CallSound(microphone: "Jabra Evolve")
            try await Pair.with(sound: (.devices(server: pulse.server), .silence), call: sound) { one, other in
                #expect(await settle { isLoud(other) }, "\(one.events)")
                try await pulse.unload("usb_headset")
                #expect(await settle { warnings(one).last?.contains("'Jabra Evolve' is not there") == true })
                #expect(await settle { isQuiet(other) })
                try await pulse.load(Self.headset)
                #expect(await settle { isLoud(other) }, "\(one.events)")
                #expect(await settle { warnings(one).last?.contains("is used again") == true })
                #expect(warnings(one).count == 2, "\(warnings(one))")
            }
        }
    }

    @Test("chosen devices that are not there yet are waited for; after a new start of the server they are used again")
    func restarted() async throws {
        try await withFolder { folder in
            let sound = CallSound(microphone: "jabra", speaker: "usb_phones")
            let server = "unix:\(folder)/sound.sock"
            try await Pair.with(sound: (.devices(server: server), .tone), call: sound) { one, other in
                #expect(await settle { warnings(one).count == 1 })
                for _ in 0..<2 {
                    try await PrivatePulse.with(folder: folder, Self.modules) { pulse in
                        try await pulse.order(["set-default-sink", "pci_speakers"])
                        try await pulse.withEar(on: "usb_phones") { phones in
                            try await pulse.withClicks(into: "air_headset") {
                                #expect(await settle { phones.hears(5) && isLoud(other) }, "\(one.events)")
                            }
                        }
                    }
                    #expect(await settle { warnings(one).last?.contains("went away") == true }, "\(warnings(one))")
                }
                #expect(one.phases.last == .connected)
            }
        }
    }

    @Test("a change of devices goes through silence, without a step that would click")
    func ramp() {
        var ramp = SoundRamp()
        func loud() -> [Int16] {
            var samples = [Int16](repeating: 20_000, count: 480)
            samples.withUnsafeMutableBufferPointer { ramp.apply(to: $0) }
            return samples
        }
        let (rise, flat) = (loud(), loud())
        #expect(rise.first == 41 && flat.allSatisfy { $0 == 20_000 } && ramp.isFlat)
        ramp.isOpen = false
        let (fall, still) = (loud(), loud())
        #expect(still.allSatisfy { $0 == 0 } && !ramp.isFlat)
        for samples in [rise, fall] {
            #expect(zip(samples, samples.dropFirst()).allSatisfy { abs(Int($0) - Int($1)) <= 42 })
        }
        ramp.restart()
        #expect(loud().last == 20_000)
    }
}
