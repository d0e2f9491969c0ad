/// Runs movements on a clock. Each ends exactly once: its completion is told true when it got there, false when
/// something else took its place, it was cancelled, or what it moved is gone.
///
/// While nothing moves the clock is left alone.
@MainActor public final class Animator {
    /// What is being moved: a later movement of the same thing takes the place of the earlier one.
    public struct Key: Hashable, Sendable {
        let object: ObjectIdentifier
        let property: String

        /// A property of an object.
        public init(_ object: AnyObject, _ property: String) {
            self.object = ObjectIdentifier(object)
            self.property = property
        }
    }

    private struct Running {
        var id: Int
        var start: Double
        var duration: Double
        /// Gets the seconds since the start; false when there is nothing left to move.
        var step: @MainActor (Double) -> Bool
        var finish: @MainActor () -> Bool
        var completion: (@MainActor (Bool) -> Void)?
    }

    /// The clock it runs on.
    public let clock: any FrameClock
    /// The user wants less movement: fades last 100 ms, everything else happens at once.
    public var isMotionReduced: Bool
    private var running: [Key: Running] = [:]
    private var ticket: ClockTicket?
    private var lastID = 0

    /// An animator on a clock.
    public init(clock: any FrameClock, isMotionReduced: Bool = false) {
        self.clock = clock
        self.isMotionReduced = isMotionReduced
    }

    /// True while anything moves.
    public var isRunning: Bool { !running.isEmpty }

    /// True while `key` moves.
    public func isRunning(_ key: Key) -> Bool { running[key] != nil }

    /// Moves something.
    ///
    /// - Parameters:
    ///   - key: what moves; what moved it before ends with false.
    ///   - duration: seconds; zero or less is at once.
    ///   - step: sets the state `seconds` after the start; false when what it moves is gone. Not called at the end.
    ///   - finish: sets the exact last state; false when what it moves is gone.
    ///   - completion: told once, after the last state is set.
    public func run(
        _ key: Key, duration: Double, step: @escaping @MainActor (_ seconds: Double) -> Bool,
        finish: @escaping @MainActor () -> Bool, completion: (@MainActor (Bool) -> Void)? = nil
    ) {
        let replaced = running.removeValue(forKey: key)
        lastID += 1
        let id = lastID
        if duration > 0 {
            running[key] = Running(
                id: id, start: clock.now, duration: duration, step: step, finish: finish, completion: completion)
            if ticket == nil { ticket = clock.onFrame { [weak self] now in self?.tick(now) } }
        }
        replaced?.completion?(false)
        if duration <= 0 {
            let isThere = finish()
            rest()
            completion?(isThere)
        }
    }

    /// Stops a movement where it is; its completion is told false. Nothing when it does not move.
    public func cancel(_ key: Key) {
        let stopped = running.removeValue(forKey: key)
        rest()
        stopped?.completion?(false)
    }

    /// Brings a movement to its end now; its completion is told true. Nothing when it does not move.
    public func finish(_ key: Key) {
        guard let stopped = running.removeValue(forKey: key) else { return }
        let isThere = stopped.finish()
        rest()
        stopped.completion?(isThere)
    }

    private func tick(_ now: Double) {
        // A completion may start, replace or cancel movements: each is looked up again before it is touched.
        for (key, item) in running.sorted(by: { $0.value.id < $1.value.id }) where running[key]?.id == item.id {
            let seconds = now - item.start
            // The slack takes up what adding sixtieths loses.
            if seconds < item.duration - 1e-6 {
                if !item.step(seconds), running[key]?.id == item.id {
                    running[key] = nil
                    item.completion?(false)
                }
            } else {
                running[key] = nil
                let isThere = item.finish()
                item.completion?(isThere)
            }
        }
        rest()
    }

    private func rest() {
        guard running.isEmpty else { return }
        ticket?.cancel()
        ticket = nil
    }
}
