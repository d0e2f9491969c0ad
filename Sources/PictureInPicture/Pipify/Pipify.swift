import Frames
import Geometry
import Views

/// One view that can float (spec 6): keeps its window and its `isPresented` the same, both ways. Main actor.
@MainActor final class Pipify {
    /// What the floated view can know.
    let controller: PipifyController
    var options = PipifyOptions() { didSet { showOptions() } }

    private let isPresented: Binding<Bool>
    private let content: any PipifyContent
    private let environment: PictureInPictureEnvironment
    private let layer: DisplayLayer
    private let framer: ContentFramer
    private var isSetting = false
    private var pip: PictureInPictureController?
    private var tokens: [BindingToken] = []
    private var progressToken: BindingToken?
    private var presenceToken: Observed<Bool>.Token?

    init(
        isPresented: Binding<Bool>, content: any PipifyContent, controller: PipifyController = PipifyController(),
        layer: DisplayLayer = DisplayLayer(), environment: PictureInPictureEnvironment = .shared
    ) {
        self.controller = controller
        self.layer = layer
        self.isPresented = isPresented
        self.content = content
        self.environment = environment
        framer = ContentFramer(content, layer: layer, clock: environment.clock)
        tokens = [isPresented.observe { [weak self] in self?.follow() }]
        presenceToken = environment.absence.observe { [weak self] in self?.appIsAway($0) }
        follow()
    }

    isolated deinit {
        // The view is gone: so is what floats it.
        framer.stop()
        pip?.sessionDidEnd()
    }

    /// What floats it; nil before the first presentation.
    var pictureInPictureController: PictureInPictureController? { pip }

    /// Does what the binding says. Its own word is not taken for another's: a binding may refuse to be set.
    private func follow() {
        guard !isSetting else { return }
        guard isPresented.wrappedValue else {
            pip?.stopPictureInPicture()
            return
        }
        if let pip, pip.isPictureInPictureActive { return }
        if let reason = environment.support.reason {
            environment.log("pipify: \(PictureInPictureError.unsupported(reason))")
            return setPresented(false)
        }
        let pip = pip ?? makeController()
        self.pip = pip
        pip.startPictureInPicture()
    }

    /// Says it only when it is news: a binding tells even those who set what is there already.
    private func setPresented(_ isOn: Bool) {
        guard isPresented.wrappedValue != isOn else { return }
        isSetting = true
        isPresented.wrappedValue = isOn
        isSetting = false
    }

    private func makeController() -> PictureInPictureController {
        let view = ContentSource.FloatedView(
            onClose: {}, onRenderSize: { [weak self] size in self?.renderSizeChanged(size) },
            preferredContentSize: content.pixelSize)
        let source = ContentSource(
            view: view, number: environment.takeViewNumber(), displayLayer: layer, playbackDelegate: self)
        source.stage = self
        let pip = PictureInPictureController(contentSource: source, environment: environment)
        pip.delegate = self
        self.pip = pip
        showOptions()
        return pip
    }

    private func showOptions() {
        progressToken = options.progress?.observe { [weak self] in self?.pip?.invalidatePlaybackState() }
        guard let pip else { return }
        var controls = pip.controls
        controls.extras = []
        if options.onPlayPause != nil { controls.extras.insert(.playPause) }
        if options.onSkip != nil { controls.extras.formUnion([.skipBack, .skipForward]) }
        pip.controls = controls
        pip.invalidatePlaybackState()
    }

    private func renderSizeChanged(_ size: Size) {
        controller.renderSizeChanges.set(size)
        framer.fit(size)
    }

    /// The view, or its place in the app, is gone.
    func contentWasLost() {
        framer.stop()
        setPresented(false)
        pip?.stopPictureInPicture()
    }

    private func appIsAway(_ isAway: Bool) {
        // Set as anybody sets it: what follows is the same.
        if isAway, options.showsOnBackground, !(pip?.snapshot.isDismissed ?? false), !isPresented.wrappedValue {
            isPresented.wrappedValue = true
        }
        if !isAway, options.hidesOnForeground, isPresented.wrappedValue { isPresented.wrappedValue = false }
    }
}

extension Pipify: PictureInPictureControllerDelegate {
    func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController) {
        // The first picture is there before the window is.
        framer.start()
        self.controller.enabledChanges.set(true)
    }

    func pictureInPictureControllerDidStartPictureInPicture(_ controller: PictureInPictureController) {
        options.onStart?()
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController,
        failedToStartPictureInPictureWithError error: PictureInPictureError
    ) {
        environment.log("pipify: \(error)")
        end(controller)
    }

    func pictureInPictureControllerDidStopPictureInPicture(_ controller: PictureInPictureController) {
        end(controller)
        options.onStop?()
    }

    /// The view is where it always was: there is nothing to present.
    func pictureInPictureController(
        _ controller: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @MainActor (Bool) -> Void
    ) { completionHandler(true) }

    private func end(_ pip: PictureInPictureController) {
        framer.stop()
        controller.enabledChanges.set(false)
        // Started again while it was still on its way out: it stays presented.
        if !pip.snapshot.hasWindow { setPresented(false) }
    }
}

extension Pipify: PictureInPictureStage {
    var frameOnScreen: Rect? { content.frameOnScreen }

    func whenFrameShown(_ body: @escaping @MainActor () -> Void) { body() }
}

extension Pipify: PlaybackDelegate {
    func pictureInPictureController(_ controller: PictureInPictureController, setPlaying isPlaying: Bool) {
        self.controller.isPlaying = isPlaying
        options.onPlayPause?(isPlaying)
    }

    func pictureInPictureControllerTimeRangeForPlayback(
        _ controller: PictureInPictureController
    ) -> PlaybackTimeRange { options.progress == nil ? .infinite : .finite(start: 0, end: 1) }

    func pictureInPictureControllerPlaybackPosition(_ controller: PictureInPictureController) -> Double {
        min(1, max(0, options.progress?.wrappedValue ?? 0))
    }

    func pictureInPictureControllerIsPlaybackPaused(_ controller: PictureInPictureController) -> Bool {
        !self.controller.isPlaying
    }

    /// A press on a skip control is one call; a place on the bar sets the progress.
    func pictureInPictureController(
        _ controller: PictureInPictureController, skipBy interval: Double,
        completion: @escaping @MainActor () -> Void
    ) {
        // A progress is between 0 and 1, so that no place on its bar is ever as far as a skip.
        if abs(interval) == controller.skipInterval {
            options.onSkip?(interval > 0)
        } else if let progress = options.progress {
            progress.wrappedValue = min(1, max(0, progress.wrappedValue + interval))
        }
        completion()
    }
}
