import CGLib

/// A closure that runs on the GLib thread after a while, unless it is cancelled first. GLib thread only.
final class GLibTimer {
    private final class Box {
        let body: () -> Void

        init(_ body: @escaping () -> Void) { self.body = body }
    }
    private var source: UnsafeMutablePointer<GSource>?

    /// Runs `body` once, `seconds` from now.
    init(after seconds: Double, _ body: @escaping () -> Void) {
        guard let source = g_timeout_source_new(guint(min(max(0, seconds), 86_400) * 1000)) else { return }
        g_source_set_callback(
            source,
            { data in
                if let data { Unmanaged<Box>.fromOpaque(data).takeUnretainedValue().body() }
                return 0
            }, Unmanaged.passRetained(Box(body)).toOpaque(), releaseObject)
        g_source_attach(source, g_main_context_get_thread_default())
        self.source = source
    }

    deinit { cancel() }

    /// Forgets the closure.
    func cancel() {
        guard let source else { return }
        g_source_destroy(source)
        g_source_unref(source)
        self.source = nil
    }
}

/// Lets go of an object that C was handed by `Unmanaged.passRetained`: a `GDestroyNotify`.
func releaseObject(_ data: gpointer?) {
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}
