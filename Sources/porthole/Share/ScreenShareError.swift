import PortholeKit

/// Why something of the screen can't be shared, or can't be shared any longer.
nonisolated enum ScreenShareError: Error, Sendable, Equatable, CustomStringConvertible {
    /// No monitor of that name; those that are there.
    case noMonitor(String, there: [String])
    /// No window of that number.
    case noWindow(UInt)
    /// The window is not shown: unmapped, in its icon, or on another workspace.
    case hiddenWindow(UInt)
    /// The part does not lie on the screen.
    case outside(Rect, screen: Size)
    /// A side is too short to be meant.
    case tooSmall(Size)
    /// Another program has the pointer: nothing can be picked.
    case pointerTaken
    /// Nothing was picked.
    case nothingPicked
    /// The session is no call.
    case notACall(String)
    /// Nobody in the call could see it.
    case nobody(String)

    /// Why, as a clause: also how sharing ends when it is true only later.
    var why: String {
        switch self {
        case .noMonitor(let name, let there):
            "there is no monitor \(name); there \(there.count == 1 ? "is" : "are") \(there.joined(separator: ", "))"
        case .noWindow(let id): "there is no window 0x\(String(id, radix: 16))"
        case .hiddenWindow(let id): "the window 0x\(String(id, radix: 16)) is not shown"
        case .outside(let rect, let screen):
            "\(ScreenArea.region(rect).text) is not wholly on the screen, which is \(screen.width)x\(screen.height)"
        case .tooSmall(let size): "\(size.width)x\(size.height) is too small"
        case .pointerTaken: "another program has the pointer"
        case .nothingPicked: "nothing was picked"
        case .notACall(let name): "'\(name)' is not a call"
        case .nobody(let name): "in '\(name)' nobody could see it"
        }
    }

    /// What to do, a sentence without its full stop.
    var remedy: String {
        switch self {
        case .noMonitor: "xrandr --listmonitors names them"
        case .noWindow: "Pick it by a click: porthole ctl share window"
        case .hiddenWindow: "Bring it up, then share it"
        case .outside: "Give a part that is: WxH+X+Y, in device pixels"
        case .tooSmall: "\(ScreenArea.shortest) by \(ScreenArea.shortest) pixels is the least"
        case .pointerTaken: "Close its menu, or name what to share: porthole ctl share monitor"
        case .nothingPicked: "Click or drag with the left button; Escape ends it"
        case .notACall: "Name the call with --session"
        case .nobody: "Share it in a call that has another side"
        }
    }

    /// What, why and the remedy in one line.
    var description: String { "can't share: \(why). \(remedy)" }

    /// How it ended what was shared until now: a clause for the user.
    var ending: String {
        switch self {
        case .noMonitor(let name, _): "the monitor \(name) is gone"
        case .noWindow: "the window was closed"
        case .hiddenWindow: "the window is not shown any more"
        case .outside: "the part that you shared is not on the screen any more"
        default: why
        }
    }
}
