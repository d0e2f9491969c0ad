import Glibc

/// The machine's monotonic clock, for measuring how long a frame was on its way.
///
/// Decisions never ask it: they take their time from events and the animation clock.
public enum HostTime {
    /// Nanoseconds since an arbitrary start (CLOCK_MONOTONIC). Costs some 20 ns.
    public static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
}
