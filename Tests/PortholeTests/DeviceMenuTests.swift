import PortholeKit
import TestSupport
import Testing

@testable import porthole

/// The menus and words for microphones, speakers and cameras; on a sound server of the test's own.
@Suite(.timeLimit(.minutes(10))) struct DeviceMenuTests {
    private static let devices = [
        SoundDevice(.microphone, name: "Desk Microphone", id: "pci_desk"),
        SoundDevice(.microphone, name: "Jabra Evolve", id: "usb_headset"),
        SoundDevice(.microphone, name: "Monitor of Speakers", id: "pci_speakers.monitor", isMonitor: true),
        SoundDevice(.speaker, name: "Speakers", id: "pci_speakers"),
        SoundDevice(.speaker, name: "Speakers", id: "hdmi"),
    ]

    /// The rows in words, with a star at what is in use and brackets around what can't be chosen.
    private func rows(_ menu: DeviceMenu) -> [String] {
        menu.menu.entries.map { entry in
            switch entry {
            case .item(let item):
                (item.isChecked == true ? "* " : "") + (item.isEnabled ? item.title : "[\(item.title)]")
            case .heading(let text): "# \(text)"
            case .separator: "-"
            case .choices: "?"
            }
        }
    }

    @Test("the menu lists both, marks what is in use, and shows a chosen one that is not there")
    func sound() {
        let menu = DeviceMenu(Self.devices, chosen: [.microphone: "jabra", .speaker: "JBL"])
        #expect(
            rows(menu) == [
                "# Microphone", "Default", "Desk Microphone", "* Jabra Evolve", "-", "# Speaker", "* Default",
                "Speakers", "Speakers", "[JBL]",
            ])
        #expect(menu.choice(0) == .sound(.microphone, nil) && menu.choice(2) == .sound(.microphone, "Jabra Evolve"))
        // Of two that are called the same, each is meant.
        #expect(menu.choice(4) == .sound(.speaker, "Speakers") && menu.choice(5) == .sound(.speaker, "hdmi"))
        #expect(menu.choice(6) == nil && menu.choice(-1) == nil)
        #expect(rows(DeviceMenu(nil, chosen: [:])) == ["# Microphone", "[No sound server answers]"])
        let monitor = DeviceMenu(Self.devices, chosen: [.microphone: "pci_speakers.monitor"])
        #expect(rows(monitor).contains("* Monitor of Speakers"))
    }

    @Test("the camera in use is marked, also one that is only a source") func cameras() {
        let cameras = [
            CameraDevice(name: "Integrated Camera", path: "/dev/video0"),
            CameraDevice(name: "BRIO", path: "/dev/video2"),
        ]
        #expect(rows(DeviceMenu(cameras, source: "camera:")) == ["# Camera", "* Integrated Camera", "BRIO"])
        #expect(rows(DeviceMenu(cameras, source: "camera:/dev/video2")).last == "* BRIO")
        #expect(rows(DeviceMenu([], source: "test:bars")) == ["# Camera", "* [test:bars]"])
        #expect(rows(DeviceMenu([], source: nil)) == ["# Camera", "[There is none on this machine]"])
    }

    @Test("a name that no device has is an error that lists those that there are") func wrong() throws {
        #expect(try NoSoundDevice.name("DEFAULT", .speaker, among: nil) == nil)
        #expect(try NoSoundDevice.name("jabra", .microphone, among: Self.devices) == "jabra")
        let error = #expect(throws: NoSoundDevice.self) {
            try NoSoundDevice.name("webcam", .microphone, among: Self.devices)
        }
        #expect(
            error?.description == "no microphone 'webcam': there are: Desk Microphone, Jabra Evolve. "
                + "Name one of them, or default")
        #expect(NoSoundDevice(part: .speaker, word: "x", there: nil).description.contains("no sound server answers"))
    }

    @Test(
        "ctl lists the microphones, takes one by name for all that follows, and refuses others; a call's volume is its own"
    )
    func control() async throws {
        let modules = [
            PrivatePulse.speaker("pci_speakers", "Speakers"), PrivatePulse.speaker("air", "Air"),
            PrivatePulse.microphone("usb_headset", "Jabra Evolve", of: "air"),
        ]
        try await withFolder { folder in
            try await PrivatePulse.with(folder: folder, modules) { pulse in
                try await Desk.with { desk in
                    let around = ["PULSE_SERVER": pulse.server]
                    try await desk.run(["call", "--profile", folder], environment: around) { porthole in
                        try await porthole.wait(for: "call session.connected")
                        let list = try await desk.ctl("microphone", "list")
                        #expect(
                            list.status == 0 && list.output == "* default\n  Jabra Evolve (usb_headset)\n", "\(list)")
                        try await desk.order("microphone", "jabra")
                        #expect(try await desk.ctl("microphone", "list").output.contains("\n* Jabra Evolve"))
                        try await desk.order("speaker", "speakers")
                        let wrong = try await desk.ctl("speaker", "webcam")
                        #expect(wrong.status == 1 && wrong.output.contains("there are: Speakers, Air"), "\(wrong)")
                        try await desk.order("volume", "40")
                        #expect(try await desk.ctl("state").output.contains(#""volume":0.4"#))
                        try await desk.order("hang-up")
                        #expect(await porthole.child.waitForExit() == 0)
                    }
                    // Remembered for the next run.
                    try await desk.run(["call", "--profile", folder], environment: around) { porthole in
                        try await porthole.wait(for: "call session.connected")
                        #expect(try await desk.ctl("microphone", "list").output.contains("\n* Jabra Evolve"))
                        try await desk.order("microphone", "default")
                        #expect(try await desk.ctl("microphone", "list").output.hasPrefix("* default"))
                    }
                }
            }
        }
    }
}
