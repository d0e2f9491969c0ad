import Dispatch
import Glibc

/// The main thread's loop: one `poll` for the main queue and for descriptors, so that an event wakes one thread.
///
/// A Dispatch read source costs two: its manager's thread, which then wakes the main queue's. A loop of our own also keeps
/// the main actor on the main thread. What it needs of Dispatch is what run loops use; where that is missing, `run` does
/// as Dispatch does and `watch` has nothing to offer.
@MainActor public final class MainLoop {
    /// The loop of this process.
    public static let shared = MainLoop()

    /// What `run` waits on besides the main queue.
    private var watches: [(token: Int, descriptor: Int32, handle: @MainActor () -> Void)] = []
    private var lastToken = 0
    private var isRunning = false
    private var hasChanged = true

    private init() {}

    /// Runs `body` and everything else of the main actor, for ever: whoever is done leaves with `exit`. From the main
    /// thread, before anything else was waited for there.
    public static func run(_ body: @escaping @MainActor () async -> Void) -> Never {
        // Each call brings threads and takes them away again. With a pool of memory for every one of them the C library
        // keeps ever more of what nobody uses.
        limitMemoryPools()
        let queue = MainQueueHandle()
        shared.isRunning = queue != nil
        Task { @MainActor in await body() }
        guard let queue else { dispatchMain() }
        shared.wait(on: queue)
    }

    /// Has `handle` called whenever there is something to read, until the token is given to `unwatch`. It is called again
    /// at once unless it reads all.
    ///
    /// - Returns: nil when this process does not run the loop: a Dispatch source does then.
    public func watch(_ descriptor: Int32, _ handle: @escaping @MainActor () -> Void) -> Int? {
        guard isRunning else { return nil }
        lastToken += 1
        watches.append((lastToken, descriptor, handle))
        hasChanged = true
        return lastToken
    }

    /// Ends `watch`, before its descriptor is closed.
    public func unwatch(_ token: Int) {
        watches.removeAll { $0.token == token }
        hasChanged = true
    }

    /// `mallopt(M_ARENA_MAX, 2)`: glibc's own, which Swift's view of it lacks.
    private static func limitMemoryPools() {
        guard let mallopt = dlsym(nil, "mallopt") else { return }
        _ = unsafeBitCast(mallopt, to: (@convention(c) (Int32, Int32) -> Int32).self)(-8, 2)
    }

    private func wait(on queue: MainQueueHandle) -> Never {
        var waiting: [pollfd] = []
        var waited: [Int] = []
        // What was put on the queue before its handle was there.
        queue.run()
        while true {
            if hasChanged {
                hasChanged = false
                waiting = [pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0)]
                waiting += watches.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
                waited = watches.map(\.token)
            }
            guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { continue }
            for (token, ready) in zip(waited, waiting.dropFirst()) where ready.revents != 0 {
                // Whoever was called before it may have ended it.
                guard let watch = watches.first(where: { $0.token == token }) else { continue }
                watch.handle()
                // A descriptor that was closed under its watch would keep the loop busy for ever.
                if ready.revents & Int16(POLLNVAL) != 0 { unwatch(token) }
            }
            if waiting[0].revents != 0 { queue.run() }
        }
    }
}

/// The main queue's descriptor, and what runs its jobs: libdispatch's side of a run loop.
private struct MainQueueHandle {
    let descriptor: Int32
    private let drain: @convention(c) (UnsafeMutableRawPointer?) -> Void

    /// - Returns: nil where libdispatch has no such thing.
    init?() {
        guard let handle = dlsym(nil, "_dispatch_get_main_queue_handle_4CF"),
            let drain = dlsym(nil, "_dispatch_main_queue_callback_4CF")
        else { return nil }
        descriptor = unsafeBitCast(handle, to: (@convention(c) () -> Int32).self)()
        self.drain = unsafeBitCast(drain, to: (@convention(c) (UnsafeMutableRawPointer?) -> Void).self)
        guard descriptor >= 0 else { return nil }
    }

    /// Runs all jobs that are there.
    @MainActor func run() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
        drain(nil)
    }
}
