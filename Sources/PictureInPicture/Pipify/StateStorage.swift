/// Where a `State` keeps its value and who watches it. Main actor.
@MainActor final class StateStorage<Value> {
    private var observers: [Int: @MainActor () -> Void] = [:]
    private var nextID = 0
    private(set) var value: Value

    init(_ value: Value) { self.value = value }

    func set(_ newValue: Value) {
        value = newValue
        // By number, so that whoever began to watch first is told first.
        for id in observers.keys.sorted() { observers[id]?() }
    }

    func observe(_ body: @escaping @MainActor () -> Void) -> BindingToken {
        let id = nextID
        nextID += 1
        observers[id] = body
        return BindingToken { [weak self] in self?.observers[id] = nil }
    }
}

/// Ends an observation when it is released. Main actor.
@MainActor public final class BindingToken {
    private let onCancel: @MainActor () -> Void

    init(_ onCancel: @escaping @MainActor () -> Void) { self.onCancel = onCancel }

    isolated deinit { onCancel() }
}
