/// A value that somebody else keeps, to be read, changed and watched (spec P5). Main actor.
@MainActor @propertyWrapper public struct Binding<Value> {
    private let get: @MainActor () -> Value
    private let set: @MainActor (Value) -> Void
    private let watch: @MainActor (@escaping @MainActor () -> Void) -> BindingToken

    /// A binding to a value kept anywhere. It can be read and changed; `observe` hears of changes made through it.
    public init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {
        let echo = StateStorage<Void>(())
        self.get = get
        self.set = {
            set($0)
            echo.set(())
        }
        watch = { echo.observe($0) }
    }

    init(_ storage: StateStorage<Value>) {
        get = { storage.value }
        set = { storage.set($0) }
        watch = { storage.observe($0) }
    }

    /// A binding to a value that never changes.
    public static func constant(_ value: Value) -> Binding<Value> { Binding(get: { value }, set: { _ in }) }

    /// The value.
    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }

    /// The binding itself, to be handed on.
    public var projectedValue: Binding<Value> { self }

    /// Calls `body` after each change, until the token is released.
    public func observe(_ body: @escaping @MainActor () -> Void) -> BindingToken { watch(body) }
}
