import Geometry

/// When data last came: what the watchdog looks at. Any thread.
final class Activity: Sendable {
    private let last = Lock(Pacer.now())

    /// Data came.
    func note() { last.withLock { $0 = Pacer.now() } }

    /// Nanoseconds since data came.
    var age: Int64 { last.withLock { Pacer.now() - $0 } }
}
