/// The life of a session or view, as others can watch it without holding it. Main actor.
///
/// Its owner makes it and holds it alone; when the owner goes, so does this, and the watchers are told.
@MainActor public final class Lifetime {
    private var watchers: [@MainActor () -> Void] = []

    /// A life that begins now.
    public init() {}

    isolated deinit {
        for watcher in watchers { watcher() }
    }

    /// Calls `body` when it is over.
    public func whenOver(_ body: @escaping @MainActor () -> Void) { watchers.append(body) }
}
