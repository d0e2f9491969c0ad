/// The life of a session, as others can watch it without holding it. Main actor.
///
/// Its owner makes it and holds it alone; when the owner goes, so does this, and the watchers are told.
@MainActor public final class Lifetime {
    /// One who wants to know; watches as long as it lives.
    @MainActor final class Watch {
        var onEnd: (@MainActor () -> Void)?
    }
    private struct WeakWatch { weak var watch: Watch? }
    private var watches: [WeakWatch] = []

    /// A life that begins now.
    public nonisolated init() {}

    isolated deinit {
        for entry in watches { entry.watch?.onEnd?() }
    }

    func watch() -> Watch {
        watches.removeAll { $0.watch == nil }
        let watch = Watch()
        watches.append(WeakWatch(watch: watch))
        return watch
    }
}
