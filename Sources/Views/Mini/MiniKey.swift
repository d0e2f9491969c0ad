/// What a key does in a mini window that has the keyboard (spec M4). No single letter ends a session.
///
/// Pure; `MiniHelp` lists them for people.
public enum MiniKey: Sendable, Hashable {
    /// Gives the keyboard back.
    case leave
    /// Back to full size in the main window.
    case restore
    /// Presses a control: the microphone, the camera, play or the sound.
    case press(MiniControls.Control)
    /// Presses the control that Tab chose.
    case pressFocused
    /// Chooses the next control to press, or the one before.
    case step(Int)
    /// Moves the window, in steps.
    case move(dx: Int, dy: Int)
    /// Makes it larger or smaller, in steps.
    case grow(Int)
    /// Shows more or less of what is behind it, in steps.
    case opacity(Int)
    /// Tucks it away.
    case stash
    /// Takes it away; the session goes on.
    case hide
    /// Ends what floats, by kind.
    case close
    /// Shows the list of keys, or takes it away.
    case help

    /// What a key does in a window of some kind; nil for keys that do nothing.
    ///
    /// - Parameter hasFocus: a control was chosen by Tab, which Enter and Space press then.
    public init?(_ event: KeyEvent, kind: MiniControls.Kind, hasFocus: Bool) {
        let isShifted = event.modifiers == .shift
        switch (event.key, event.modifiers) {
        case (.escape, []): self = .leave
        case (.tab, []): self = .step(1)
        case (.tab, .shift): self = .step(-1)
        case (.enter, []): self = hasFocus ? .pressFocused : .restore
        case (.space, []):
            if hasFocus { self = .pressFocused } else if let key = Self.space(kind) { self = key } else { return nil }
        case (.left, []): self = .move(dx: -1, dy: 0)
        case (.right, []): self = .move(dx: 1, dy: 0)
        case (.up, []): self = .move(dx: 0, dy: -1)
        case (.down, []): self = .move(dx: 0, dy: 1)
        case (.right, .shift), (.down, .shift): self = .grow(1)
        case (.left, .shift), (.up, .shift): self = .grow(-1)
        case (.other, _) where event.modifiers.isEmpty || isShifted:
            guard let key = Self.letter(event.text.lowercased(), kind) else { return nil }
            self = key
        case (.other, .control) where event.text.lowercased() == "w": self = .close
        default: return nil
        }
    }

    private static func space(_ kind: MiniControls.Kind) -> MiniKey? {
        switch kind {
        case .call: .press(.microphone)
        case .live: .press(.playPause)
        case .view: nil
        }
    }

    private static func letter(_ text: String, _ kind: MiniControls.Kind) -> MiniKey? {
        switch (text, kind) {
        case ("m", .call): .press(.microphone)
        case ("m", .live): .press(.volume)
        case ("c", .call): .press(.camera)
        case ("r", _): .restore
        case ("s", _): .stash
        case ("h", _): .hide
        case ("+", _), ("=", _): .opacity(1)
        case ("-", _), ("−", _): .opacity(-1)
        case ("?", _), ("/", _): .help
        default: nil
        }
    }
}
