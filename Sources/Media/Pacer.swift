import Glibc

/// Lets a thread sleep until something is due, and be woken to pause or to end. Monotonic clock, nanoseconds.
final class Pacer: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var isPaused = false
    private var isStopped = false
    private var target: Int64?

    /// What woke the sleeper.
    enum Wake: Sendable, Hashable {
        /// It is time.
        case due
        /// It was paused for so many nanoseconds, and may be early now.
        case resumed(after: Int64)
        /// It is to go to this place.
        case seek(Int64)
        /// It is to end.
        case stopped
    }

    init() {
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    func setPaused(_ paused: Bool) { change { isPaused = paused } }
    func stop() { change { isStopped = true } }
    func seek(to position: Int64) { change { target = position } }

    /// Sleeps until `due`, or until something else happens.
    func wait(until due: Int64) -> Wake {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if isStopped { return .stopped }
            if let target {
                self.target = nil
                return .seek(target)
            }
            if isPaused {
                let begin = Pacer.now()
                while isPaused, !isStopped, target == nil { pthread_cond_wait(condition, mutex) }
                if isStopped || target != nil { continue }
                return .resumed(after: Pacer.now() - begin)
            }
            if Pacer.now() >= due { return .due }
            var time = timespec(tv_sec: Int(due / 1_000_000_000), tv_nsec: Int(due % 1_000_000_000))
            pthread_cond_timedwait(condition, mutex, &time)
        }
    }

    private func change(_ body: () -> Void) {
        pthread_mutex_lock(mutex)
        body()
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }
}
