public import Glibc

/// A value behind a mutex; held for as long as `withLock` runs, on any thread.
///
/// A `pthread_mutex_t`, because the thread sanitiser understands it; on Linux it reports a race for every hand-over
/// through `Synchronization.Mutex`. Not recursive: locking twice on one thread hangs.
public struct Lock<Value>: ~Copyable, @unchecked Sendable {
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline let value: UnsafeMutablePointer<Value>

    /// A lock around `initial`.
    public init(_ initial: sending Value) {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        value = .allocate(capacity: 1)
        value.initialize(to: initial)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
        value.deinitialize(count: 1)
        value.deallocate()
    }

    /// Runs `body` with the value, alone. Keep it short, and release nothing large inside: hand it out instead.
    @inlinable public borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value.pointee)
    }
}
