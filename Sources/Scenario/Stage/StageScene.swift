import PortholeKit

/// Which windows a scenario speaks of, at one moment: all that a reading needs besides a connection.
struct StageScene: Sendable {
    /// One window.
    struct Entry: Sendable {
        /// Nil: it is not there.
        let window: WindowID?
        /// The colour that it has all over, 0xRRGGBB; nil when it is not of one colour.
        let color: UInt32?
        /// It is a test window, whose colour nobody else has.
        let isClient: Bool
    }

    /// What the screen shows is what the windows show; else only the tree is looked at.
    var trustsPixels = true
    /// Device pixels a point.
    var scale = 1.0
    /// By what the scenario calls them.
    var entries: [ScenarioSubject: Entry] = [:]

    /// What the scenario calls a window; its number when it does not speak of it.
    func name(of window: WindowID) -> String {
        entries.first { $0.value.window == window }?.key.description ?? window.description
    }
}
