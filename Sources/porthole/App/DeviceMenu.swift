import PortholeKit

/// The menus and lists of microphones, speakers and cameras, with a mark at the one in use. Pure.
nonisolated struct DeviceMenu: Sendable, Equatable {
    /// What an entry chooses.
    enum Choice: Sendable, Equatable {
        /// A device of the sound server's by its name, or with nil its default one.
        case sound(SoundPart, String?)
        /// A camera, by its device file.
        case camera(String)
    }
    private var choices: [Choice] = []
    /// What is shown.
    private(set) var menu = MiniMenu(entries: [])

    /// Microphones and speakers.
    ///
    /// - Parameters:
    ///   - devices: nil when no sound server answers.
    ///   - chosen: the names in force.
    init(_ devices: [SoundDevice]?, chosen: [SoundPart: String]) {
        for part in SoundPart.allCases {
            if part != SoundPart.allCases.first { menu.entries.append(.separator) }
            menu.entries.append(.heading(part == .microphone ? "Microphone" : "Speaker"))
            guard let devices else {
                menu.entries.append(.item(.init(.choice(-1), "No sound server answers", isEnabled: false)))
                break
            }
            let word = chosen[part]
            let found = word.flatMap { SoundDevice.find($0, part, among: devices) }
            add(.sound(part, nil), "Default", isChecked: found == nil)
            for device in devices where device.part == part && (!device.isMonitor || device == found) {
                // Of two that are called the same, each by its id.
                let isOne = SoundDevice.find(device.name, part, among: devices) == device
                add(.sound(part, isOne ? device.name : device.id), device.name, isChecked: device == found)
            }
            if let word, found == nil {
                menu.entries.append(
                    .item(
                        .init(
                            .choice(-1), ScreenSubject.short(word), shortcut: "not there", isChecked: false,
                            isEnabled: false)))
            }
        }
    }

    /// Cameras; `source` is the SOURCE in use, nil for none.
    init(_ cameras: [CameraDevice], source: String?) {
        menu.entries = [.heading("Camera")]
        for (index, camera) in cameras.enumerated() {
            let isUsed = source == "camera:\(camera.path)" || source == "camera:" && index == 0
            add(.camera(camera.path), camera.name, isChecked: isUsed)
        }
        if let source, !source.hasPrefix("camera:") {
            menu.entries.append(
                .item(.init(.choice(-1), ScreenSubject.short(source), isChecked: true, isEnabled: false)))
        } else if cameras.isEmpty {
            menu.entries.append(.item(.init(.choice(-1), "There is none on this machine", isEnabled: false)))
        }
    }

    /// What the entry of a number chooses.
    func choice(_ number: Int) -> Choice? { choices.indices.contains(number) ? choices[number] : nil }

    private mutating func add(_ choice: Choice, _ title: String, isChecked: Bool) {
        menu.entries.append(.item(.init(.choice(choices.count), ScreenSubject.short(title), isChecked: isChecked)))
        choices.append(choice)
    }

    // MARK: Words

    /// `ctl camera list`.
    static func cameras(_ cameras: [CameraDevice]) -> String {
        cameras.map { "\($0.name) (\($0.path))" }.joined(separator: "\n")
    }

    /// `ctl microphone list`: one a line, with a star at the one in use.
    static func list(_ part: SoundPart, _ devices: [SoundDevice], chosen: String?) -> String {
        let found = chosen.flatMap { SoundDevice.find($0, part, among: devices) }
        let rows = devices.filter { $0.part == part && (!$0.isMonitor || $0 == found) }.map { device in
            "\(device == found ? "*" : " ") \(device.name) (\(device.id))"
        }
        return (["\(found == nil ? "*" : " ") default"] + rows).joined(separator: "\n")
    }
}

/// Why there is no such microphone or speaker.
nonisolated struct NoSoundDevice: Error, Sendable, Equatable, CustomStringConvertible {
    /// What it was to be for.
    let part: SoundPart
    /// What was asked for.
    let word: String
    /// Those that are there; nil when no sound server answers.
    let there: [String]?

    /// What, why and the remedy in one line.
    var description: String {
        let found =
            switch there {
            case nil: "no sound server answers. Start pulseaudio or pipewire-pulse, or set PULSE_SERVER"
            case []?: "the sound server has none. Plug one in"
            case let names?: "there are: \(names.joined(separator: ", ")). Name one of them, or default"
            }
        return "no \(part.rawValue) '\(word)': \(found)"
    }

    /// The name to go by; nil for the default one.
    static func name(_ word: String, _ part: SoundPart, among devices: [SoundDevice]?) throws(Self) -> String? {
        if word.lowercased() == "default" { return nil }
        guard let devices, SoundDevice.find(word, part, among: devices) != nil else {
            let names = devices?.filter { $0.part == part && !$0.isMonitor }.map(\.name)
            throw NoSoundDevice(part: part, word: word, there: names)
        }
        return word
    }
}
