import Glibc
import PortholeKit

/// The instants at which frames are due.
struct Pace {
    private let start = HostTime.now()
    private let interval: UInt64
    private var count: UInt64 = 0

    init(fps: Double) { interval = UInt64(1e9 / fps) }

    /// When the next frame is due, by `HostTime`.
    var due: UInt64 { start &+ count &* interval }

    mutating func advance() { count += 1 }

    /// Sleeps until the next frame is due.
    func sleep() {
        let due = due
        var time = timespec(tv_sec: Int(due / 1_000_000_000), tv_nsec: Int(due % 1_000_000_000))
        while clock_nanosleep(CLOCK_MONOTONIC, Int32(TIMER_ABSTIME), &time, nil) == EINTR {}
    }
}
