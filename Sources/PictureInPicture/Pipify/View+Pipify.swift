import Frames
public import Geometry
public import Views

// The modifiers (spec P1, P5, P6, P8). Each returns the view itself, so that they can be written one after the other, in
// any order.
extension View {
    /// Floats this view while `isPresented` is true; the window grows out of the view's place, where a notice stays.
    ///
    /// Closing the window sets `isPresented` to false. Where floating is not supported an error is logged and
    /// `isPresented` goes back to false.
    @discardableResult public func pipify(
        isPresented: Binding<Bool>, environment: PictureInPictureEnvironment = .shared
    ) -> Self { addPipify(isPresented, nil, environment) }

    /// Floats the view that `content` makes, rendered off screen, while `isPresented` is true; the window fades in.
    ///
    /// `content` is called once a presentation. The view's size is its frame's, else what it would like.
    @discardableResult public func pipify(
        isPresented: Binding<Bool>, environment: PictureInPictureEnvironment = .shared,
        content: @escaping @MainActor () -> View
    ) -> Self { addPipify(isPresented, content, environment) }

    /// Calls `action` with the size of the window in pixels, at the start and at each change. For a floated view.
    @discardableResult public func onPipRenderSizeChanged(_ action: @escaping @MainActor (Size) -> Void) -> Self {
        PipifyAnchor.of(self).renderSizeHandlers.append(action)
        return self
    }

    /// Shows a play and pause control; `action` gets whether it shall play.
    @discardableResult public func onPipPlayPause(_ action: @escaping @MainActor (Bool) -> Void) -> Self {
        PipifyAnchor.of(self).options.onPlayPause = action
        return self
    }

    /// Shows skip controls; `action` gets true for ahead, false for back.
    @discardableResult public func onPipSkip(_ action: @escaping @MainActor (Bool) -> Void) -> Self {
        PipifyAnchor.of(self).options.onSkip = action
        return self
    }

    /// Shows a bar for a progress from 0 to 1, and lets the user change it.
    @discardableResult public func pipBindProgress(_ progress: Binding<Double>) -> Self {
        PipifyAnchor.of(self).options.progress = progress
        return self
    }

    /// Calls `action` when the window is up.
    @discardableResult public func onPipStart(_ action: @escaping @MainActor () -> Void) -> Self {
        PipifyAnchor.of(self).options.onStart = action
        return self
    }

    /// Calls `action` when the window is gone.
    @discardableResult public func onPipStop(_ action: @escaping @MainActor () -> Void) -> Self {
        PipifyAnchor.of(self).options.onStop = action
        return self
    }

    /// Floats it when the app is left, unless the user closed it before.
    @discardableResult public func pipShowOnBackground() -> Self {
        PipifyAnchor.of(self).options.showsOnBackground = true
        return self
    }

    /// Ends the floating when the user comes back to the app.
    @discardableResult public func pipHideOnForeground() -> Self {
        PipifyAnchor.of(self).options.hidesOnForeground = true
        return self
    }

    /// Calls `action` when the view is first drawn as a floated one, once a presentation.
    @discardableResult public func onAppear(perform action: @escaping @MainActor () -> Void) -> Self {
        PipifyAnchor.of(self).appearances.append(action)
        return self
    }

    /// Runs `action` from when the view is first drawn as a floated one; cancelled when the floating ends.
    @discardableResult public func task(_ action: @escaping @MainActor @Sendable () async -> Void) -> Self {
        PipifyAnchor.of(self).works.append(action)
        return self
    }

    private func addPipify(
        _ isPresented: Binding<Bool>, _ makeView: (@MainActor () -> View)?, _ environment: PictureInPictureEnvironment
    ) -> Self {
        let anchor = PipifyAnchor.of(self)
        let controller = PipifyController()
        let layer = DisplayLayer()
        let content = ViewContent(
            carrier: self, makeView: makeView, controller: controller, layer: layer, environment: environment)
        let pipify = Pipify(
            isPresented: isPresented, content: content, controller: controller, layer: layer, environment: environment)
        content.onLoss = { [weak pipify] in pipify?.contentWasLost() }
        anchor.pipify = pipify
        return self
    }
}
