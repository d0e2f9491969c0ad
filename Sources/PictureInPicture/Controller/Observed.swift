/// A value that tells who wants to know when it changes. Main actor.
@MainActor public final class Observed<Value: Equatable & Sendable> {
    /// Ends an observation when it is released or cancelled.
    @MainActor public final class Token {
        private var onCancel: (@MainActor () -> Void)?

        init(_ onCancel: @escaping @MainActor () -> Void) { self.onCancel = onCancel }

        isolated deinit { onCancel?() }

        /// Ends it now; more than once changes nothing.
        public func cancel() {
            onCancel?()
            onCancel = nil
        }
    }

    private var observers: [(id: Int, body: @MainActor (Value) -> Void)] = []
    private var nextID = 0

    /// What it is now. Setting an equal value tells nobody.
    public private(set) var value: Value {
        didSet {
            guard value != oldValue else { return }
            let told = value
            for observer in observers where observers.contains(where: { $0.id == observer.id }) {
                observer.body(told)
                // Changed again by an observer: those after it have been told the newer value already.
                if value != told { return }
            }
        }
    }

    /// A value nobody observes yet.
    public nonisolated init(_ value: Value) { self.value = value }

    /// Changes it and tells the observers; an equal value changes nothing. For its owner.
    public func set(_ newValue: Value) { value = newValue }

    /// Calls `body` at each change, in order of adding, until the token is released.
    public func observe(_ body: @escaping @MainActor (Value) -> Void) -> Token {
        let id = nextID
        nextID += 1
        observers.append((id, body))
        return Token { [weak self] in self?.observers.removeAll { $0.id == id } }
    }
}
