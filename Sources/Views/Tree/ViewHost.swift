/// A window that shows a view tree. Called on the main actor.
@MainActor public protocol ViewHost: AnyObject {
    /// Something has to be drawn: call `compose()` soon. Told once until then, however much changes.
    func rootViewNeedsComposition(_ root: RootView)
}
