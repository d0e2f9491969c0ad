public import Views

/// A view that keeps the call or live rendered into it as large as itself: the usual argument of
/// `joinSession(container:)`, `watch(container:)` and `PiPViewCoordinator(withView:)`. Main actor.
///
/// Any other view may be one too; its own `layoutSubviews` then has to give the call its size.
@MainActor open class CallContainer: View {
    /// Gives everything inside its own size.
    open override func layoutSubviews() {
        // Only what is rendered fills it; a tile's exit button, say, has its own place.
        for view in subviews where view is CallView || view is LiveView { view.frame = bounds }
    }
}
