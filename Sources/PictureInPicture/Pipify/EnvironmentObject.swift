public import Views

/// Something that a view finds around it, by `@EnvironmentObject var controller: PipifyController` (spec P5). Main actor.
///
/// It is there for custom views of `pipify(isPresented:content:)` and for all that they hold, from the moment they float.
/// Read anywhere else it stops the program with a message that names the modifier.
@MainActor @propertyWrapper public struct EnvironmentObject<ObjectType: AnyObject> {
    /// An object that is looked for when it is read.
    public init() {}

    /// Not to be read outside of a view.
    @available(*, unavailable, message: "an environment object is a property of a View")
    public var wrappedValue: ObjectType { fatalError("an environment object is a property of a View") }

    /// The object around `view`.
    public static subscript<Enclosing: View>(
        _enclosingInstance view: Enclosing, wrapped wrapped: KeyPath<Enclosing, ObjectType>,
        storage storage: KeyPath<Enclosing, EnvironmentObject<ObjectType>>
    ) -> ObjectType {
        guard let object = PipifyController.around(view) as? ObjectType else {
            // Not a precondition: its message would be missing from a release build.
            fatalError(
                """
                \(type(of: view)) has no \(ObjectType.self) around it: only the custom view of \
                pipify(isPresented:content:) and what it holds may read one, and only while it floats
                """)
        }
        return object
    }
}
