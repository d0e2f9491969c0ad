internal import Foundation
import PictureInPicture
public import Views

// The user interface of a live (spec L0, L1 for its kind).
extension LiveSession {
    /// Renders the live into `container` and watches it: the same view that `PiPViewCoordinator(withView:)` gets.
    public func watch(container: View) {
        stage = container
        let view = view
        container.insertSubview(view, at: 0)
        view.frame = container.bounds
        watch()
        refreshView()
    }

    /// What is rendered: made on first use, kept true by the session. What the app alone can do, such as minimising or
    /// filling the screen, it puts into `view.actions`.
    public var view: LiveView {
        if let renderedView { return renderedView }
        let view = LiveView(layer: layer)
        view.actions.togglePlaying = { [weak self] in
            if let self { self.setPlaying(self.phase.value == .paused) }
        }
        view.actions.seek = { [weak self] in
            self?.seek(to: $0)
            self?.refreshView()
        }
        view.actions.toggleMute = { [weak self] in
            self?.isMuted.toggle()
            self?.refreshView()
        }
        view.actions.stop = { [weak self] in self?.stopWatching() }
        view.actions.float = { [weak self] in self?.pictureInPictureController.startPictureInPicture() }
        view.actions.restore = { [weak self] in self?.pictureInPictureController.restorePictureInPicture() }
        view.fader.onShow = { [weak self] in self?.refreshView() }
        renderedView = view
        let controller = pictureInPictureController
        let refresh: @MainActor () -> Void = { [weak self] in self?.refreshView() }
        viewTokens = [
            phase.observe { _ in refresh() }, buffered.observe { _ in refresh() },
            controller.stagePresentation.observe { _ in refresh() }, controller.possibility.observe { _ in refresh() },
        ]
        refreshView()
        return view
    }

    /// Lays its user interface out for a small window: no controls. Creates, moves and floats nothing (spec L1).
    public func enablePictureInPictureLayout() { setLayout(.pictureInPicture) }

    /// Lays it out in full again.
    public func disablePictureInPictureLayout() { setLayout(.full) }

    private func setLayout(_ layout: CallModel.LayoutMode) {
        self.layout = layout
        refreshView()
    }

    /// Shows in the view how the live stands; every half second while a position that moves is to be seen.
    func refreshView() {
        showStateInControls()
        guard let view = renderedView else { return }
        var model = view.model
        model.title = settings.title
        model.status = status
        model.isLive = timeRange.isLive && status != .connecting
        model.position = position
        model.duration = timeRange.isLive ? 0 : timeRange.duration
        model.isMuted = isMuted
        model.layout = layout
        switch pictureInPictureController.stagePresentation.value {
        case .placeholder, .wayBack: model.isFloating = true
        case .session, .nothing: model.isFloating = false
        }
        // While it floats the button brings it back: nothing is missing then.
        model.noPictureInPicture =
            pictureInPictureController.snapshot.hasWindow ? nil : pictureInPictureController.obstacle?.reason
        view.model = model
        guard phase.value == .playing, !timeRange.isLive, view.fader.isShown, positionAlarm == nil else { return }
        positionAlarm = clock.after(0.5) { [weak self] in
            self?.positionAlarm = nil
            self?.refreshView()
        }
    }

    private var status: LiveModel.Status {
        switch phase.value {
        case .idle, .opening: .connecting
        case .playing: buffered.value < 100 ? .reconnecting : .playing
        case .paused: .paused
        case .ended(let reason): reason == .failed ? .failed(failure ?? "it failed") : .ended
        }
    }
}
