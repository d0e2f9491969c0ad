import PortholeKit

/// Something of the screen that is captured for as long as it is there, wherever it goes. Pure.
nonisolated enum ScreenSubject: Sendable, Equatable {
    /// A monitor, by its name.
    case monitor(String)
    /// A window, by its number.
    case window(UInt)
    /// A part of the screen.
    case region(Rect)

    /// Where it is now.
    struct Place: Sendable, Equatable {
        /// What is captured.
        var area: ScreenArea
        /// Where that is on the root.
        var rect: Rect

        /// What was begun for the one goes on for the other: a window that only moves.
        func isSamePicture(as other: Place) -> Bool { area == other.area && rect.size == other.rect.size }
    }

    /// Where it is now.
    ///
    /// - Parameters:
    ///   - monitors: those that are there.
    ///   - screen: the size of the root.
    ///   - window: what the server says of the window; nil when there is none.
    /// - Throws: why it can't be captured, or not any more.
    func place(monitors: [Monitor], screen: Size, window: WindowFacts?) throws(ScreenShareError) -> Place {
        switch self {
        case .monitor(let name):
            guard let monitor = monitors.first(where: { $0.name == name }) else {
                throw .noMonitor(name, there: monitors.map(\.name))
            }
            // Some drivers let a monitor reach beyond the screen for a moment while it changes.
            let rect = monitor.rect.intersection(Rect(size: screen))
            guard min(rect.width, rect.height) >= ScreenArea.shortest else { throw .tooSmall(rect.size) }
            return Place(area: .region(rect), rect: rect)
        case .window(let id):
            guard let window, window.hasPixels else { throw .noWindow(id) }
            guard window.isViewable else { throw .hiddenWindow(id) }
            // What is dragged over the edge is seen by nobody.
            let seen = window.rect.intersection(Rect(size: screen))
            guard !seen.isEmpty else { throw .hiddenWindow(id) }
            guard min(seen.width, seen.height) >= ScreenArea.shortest else { throw .tooSmall(seen.size) }
            let part = seen == window.rect ? nil : seen.offset(by: -window.rect.x, -window.rect.y)
            return Place(area: .window(id, part: part), rect: seen)
        case .region(let rect):
            guard Rect(size: screen).contains(rect) else { throw .outside(rect, screen: screen) }
            guard min(rect.width, rect.height) >= ScreenArea.shortest else { throw .tooSmall(rect.size) }
            return Place(area: .region(rect), rect: rect)
        }
    }

    /// What it is called after "You share".
    ///
    /// - Parameter name: what a window calls itself.
    func title(name: String?) -> String {
        switch self {
        case .monitor(let name): "the monitor \(name)"
        case .window: name.map { "the window “\(Self.short($0))”" } ?? "a window"
        case .region(let rect): "\(rect.width) × \(rect.height) of your screen"
        }
    }

    /// What fits into a line with other words.
    static func short(_ name: String) -> String { name.count > 36 ? name.prefix(35) + "…" : name }

    /// Whether a mini window has to go while this is shared (spec M9): where it would be seen in the picture. In that of a
    /// window it never is: only the window's own pixels are captured.
    func wouldHold(_ mini: Rect, at place: Rect) -> Bool {
        if case .window = self { return false }
        return place.intersects(mini)
    }
}
