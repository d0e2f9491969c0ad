import CGLib
import Foundation
import Geometry

/// The one private GLib thread: a main context of its own, thread-default there.
///
/// D-Bus and GStreamer's bus messages arrive on it; callbacks hop to the main actor from there.
public final class GLibThread: @unchecked Sendable {
    /// The thread of this process; started at first use, never ended.
    public static let shared = GLibThread()

    private struct Handles: @unchecked Sendable {
        let context: OpaquePointer
        let loop: OpaquePointer
    }
    private let handles: Handles
    private let jobs = Lock<[@Sendable () -> Void]>([])

    private init() {
        guard let context = g_main_context_new(), let loop = g_main_loop_new(context, 0) else {
            preconditionFailure("GLib could not make a main context: out of memory")
        }
        let handles = Handles(context: context, loop: loop)
        self.handles = handles
        let thread = Thread {
            g_main_context_push_thread_default(handles.context)
            g_main_loop_run(handles.loop)
            g_main_context_pop_thread_default(handles.context)
        }
        thread.name = "glib"
        thread.start()
    }

    /// Runs `body` on the GLib thread, soon and in order. Any thread.
    ///
    /// The queue is ours and GLib only wakes: its futex locks are invisible to the thread sanitiser, which would call
    /// every hand-over a race.
    public func perform(_ body: @escaping @Sendable () -> Void) {
        jobs.withLock { $0.append(body) }
        g_main_context_invoke(
            handles.context,
            { _ in
                let jobs = GLibThread.shared.jobs.withLock { jobs in
                    defer { jobs = [] }
                    return jobs
                }
                for job in jobs { job() }
                return 0
            }, nil)
    }
}
