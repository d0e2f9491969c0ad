import PortholeKit

/// Counts how often windows are put elsewhere in the stack, on a connection of its own.
final class RestackCounter {
    private let connection: Connection
    private var rects: [WindowID: Rect] = [:]
    private var counts: [WindowID: Int] = [:]

    /// Counts from now on.
    init(_ display: String) throws(StageFailure) {
        do throws(ConnectionError) {
            connection = try Connection(display)
        } catch {
            throw .failed(error.description)
        }
        connection.select([.substructure], on: connection.rootWindow)
        learn(connection.children(of: connection.rootWindow))
    }

    /// How often some windows were restacked since the mark.
    func count(of windows: Set<WindowID>) -> Int {
        drain()
        return windows.reduce(0) { $0 + counts[$1, default: 0] }
    }

    /// Counts from here.
    func mark() {
        drain()
        counts = [:]
    }

    private func learn(_ windows: [WindowID]) {
        for window in windows { rects[window] = connection.facts(of: window)?.rect }
    }

    /// The server tells of each change once; one that leaves place and size as they were is a restack.
    private func drain() {
        connection.sync()
        while let event = connection.nextEvent() {
            switch event {
            // One that is new may be restacked before it is ever moved.
            case .rootChange(.mapped(let window, _)): learn([window])
            case .rootChange(.configured(let window, let rect, _, _)):
                if rects[window] == rect { counts[window, default: 0] += 1 }
                rects[window] = rect
            default: break
            }
        }
    }
}
