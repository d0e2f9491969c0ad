import PortholeKit

/// A command that moves the pointer or presses a key, as a person would.
enum InputStep: Sendable, Hashable {
    /// `drag pip a to lower-left [of MONITOR]`
    case dragTo(ScenarioSubject, Corner, monitor: String?)
    /// `drag pip a by 40 -10`
    case dragBy(ScenarioSubject, Point)
    /// `throw pip a up-left`
    case fling(ScenarioSubject, Direction)
    /// `resize pip a to 480x270 from top-left`
    case resize(ScenarioSubject, Size, from: RimPlace)
    /// `move-pointer pip a.close`
    case move(PointerTarget)
    /// `click pip a.close`
    case click(PointerTarget)
    /// `right-click pip a`
    case rightClick(PointerTarget)
    /// `double-click pip a`
    case doubleClick(PointerTarget)
    /// `press middle pip a`: a button goes down there, and stays down.
    case press(PointerButton, PointerTarget)
    /// `release middle`
    case release(PointerButton)
    /// `scroll pip a 3`: clicks of the wheel, towards the user when negative.
    case scroll(PointerTarget, Int)
    /// `key Escape`, `key ctrl+alt+p`
    case key(KeyChord)
}

/// A button of the pointer.
enum PointerButton: String, Sendable, Hashable, CaseIterable {
    case left, middle, right

    /// Its number.
    var number: Int {
        switch self {
        case .left: 1
        case .middle: 2
        case .right: 3
        }
    }
}

/// A direction to throw in.
enum Direction: String, Sendable, Hashable, CaseIterable {
    case up, down, left, right
    case upLeft = "up-left"
    case upRight = "up-right"
    case downLeft = "down-left"
    case downRight = "down-right"

    /// One pixel that way; y grows downwards.
    var step: Point {
        let text = rawValue
        return Point(
            text.hasSuffix("left") ? -1 : text.hasSuffix("right") ? 1 : 0,
            text.hasPrefix("up") ? -1 : text.hasPrefix("down") ? 1 : 0)
    }
}

/// A place on a window's rim, where a resize begins.
enum RimPlace: String, Sendable, Hashable, CaseIterable {
    case top, bottom, left, right
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"

    /// -1 for the left side, 1 for the right one, 0 for neither.
    var horizontal: Int { rawValue.hasSuffix("left") ? -1 : rawValue.hasSuffix("right") ? 1 : 0 }
    /// -1 for the upper side, 1 for the lower one, 0 for neither.
    var vertical: Int { rawValue.hasPrefix("top") ? -1 : rawValue.hasPrefix("bottom") ? 1 : 0 }
}

/// Where the pointer goes.
enum PointerTarget: Sendable, Hashable {
    /// The middle of a window, or one of the mini window's controls.
    case subject(ScenarioSubject, ControlName?)
    /// A place on the screen.
    case point(Point)
}

/// The mini window's controls, by the words of the scenario.
enum ControlName: String, Sendable, Hashable, CaseIterable {
    case close, restore, microphone, camera, volume
    case playPause = "play-pause"
    case skipBack = "skip-back"
    case skipForward = "skip-forward"
    case seekBar = "seek-bar"
}
