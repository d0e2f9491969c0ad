import Foundation
import PortholeKit

/// Another program, as the server sees it: windows that come and go over a place, from a thread and a connection of
/// their own. What the thread costs is known, so that it can be taken off what the process costs.
final class WindowStorm: @unchecked Sendable {
    private struct State {
        var isEnding = false
        var hasEnded = false
        var appearances = 0
        /// Processor time of the thread, in milliseconds.
        var spent = 0.0
    }
    private let connection: Connection
    private let place: Rect
    private let state = Lock(State())
    private var crowd: [WindowID] = []

    /// Nothing happens yet.
    ///
    /// - Parameter place: what windows come over.
    init(over place: Rect) throws {
        connection = try Connection()
        self.place = place
    }

    /// Puts many small windows on the root, every second of them mapped, some over the place.
    func gather(_ count: Int) {
        let screen = connection.screenSize
        for index in 0..<count {
            let origin =
                index % 50 == 0
                ? place.origin : Point(index * 37 % max(1, screen.width - 20), index * 53 % max(1, screen.height - 20))
            let window = connection.createWindow(
                Rect(origin: origin, size: Size(20, 20)), background: .color(0x404040), events: [])
            if index % 2 == 0 { connection.map(window) }
            crowd.append(window)
        }
        connection.sync()
    }

    /// Begins: so many windows a second are made and mapped, each for half of its time.
    func start(rate: Double) {
        let thread = Thread { [self] in run(rate) }
        thread.name = "storm"
        thread.start()
    }

    /// Ends it, and tells how many windows came and what the thread cost, in milliseconds.
    func stop() async -> (appearances: Int, spent: Double) {
        state.withLock { $0.isEnding = true }
        while !state.withLock({ $0.hasEnded }) { try? await Task.sleep(for: .milliseconds(2)) }
        return state.withLock { ($0.appearances, $0.spent) }
    }

    /// The order on the server, lowest first.
    var order: [WindowID] { connection.rootChildren() }

    /// Takes the crowd away.
    func scatter() {
        for window in crowd { connection.destroyWindow(window) }
        crowd = []
        connection.sync()
    }

    private func run(_ rate: Double) {
        let before = Self.threadTime()
        let half = UInt32(500_000 / rate)
        while !state.withLock({ $0.isEnding }) {
            let window = connection.createWindow(
                place.offset(by: -20, -20), background: .color(0x00ff00), events: [])
            connection.map(window)
            connection.sync()
            usleep(half)
            connection.destroyWindow(window)
            connection.sync()
            usleep(half)
            state.withLock { $0.appearances += 1 }
        }
        state.withLock { state in
            state.spent = Self.threadTime() - before
            state.hasEnded = true
        }
    }

    private static func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
    }
}
