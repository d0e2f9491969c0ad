/// A value that its owner keeps and lends as a `Binding`, by `$name` (spec P5). Main actor.
@MainActor @propertyWrapper public struct State<Value> {
    private let storage: StateStorage<Value>

    /// A value.
    public init(wrappedValue: Value) { storage = StateStorage(wrappedValue) }

    /// The value.
    public var wrappedValue: Value {
        get { storage.value }
        nonmutating set { storage.set(newValue) }
    }

    /// A binding to it.
    public var projectedValue: Binding<Value> { Binding(storage) }
}
