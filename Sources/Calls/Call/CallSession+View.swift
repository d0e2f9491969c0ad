internal import Foundation
import Frames
import Geometry
import PictureInPicture
public import Views

// The call's user interface (spec L0, L1).
extension CallSession {
    /// Renders the call into `container` and joins it: the same view that `PiPViewCoordinator(withView:)` gets (spec L0).
    ///
    /// The container may be made a tile before. It is where a mini window comes from and goes back to.
    public func joinSession(container: View) {
        stage = container
        let view = view
        container.insertSubview(view, at: 0)
        view.frame = container.bounds
        joinSession()
    }

    /// What is rendered: made on first use, kept true by the session. What the app alone can do, such as minimising or
    /// filling the screen, it puts into `view.actions`.
    public var view: CallView {
        if let renderedView { return renderedView }
        let view = CallView(stageLayer: layer, selfLayer: selfBridge.layer)
        view.actions.toggleMicrophone = { [weak self] in
            if let self { self.setMicrophone(!self.state.value.isMicrophoneOn) }
        }
        view.actions.toggleCamera = { [weak self] in
            if let self { self.setCamera(!self.state.value.isCameraOn) }
        }
        view.actions.toggleHold = { [weak self] in
            guard let self else { return }
            if self.state.value.isHeld { self.resume() } else { self.hold() }
        }
        view.actions.stopScreenShare = { [weak self] in self?.stopSharingScreen() }
        view.actions.hangUp = { [weak self] in self?.hangUp() }
        view.actions.toggleList = { [weak self] in
            guard let self else { return }
            if self.layout.value.isParticipantListVisible {
                self.hideParticipantList()
            } else {
                self.showParticipantList()
            }
        }
        view.actions.toggleQuality = { [weak self] in self?.isQualityShown.toggle() }
        view.actions.float = { [weak self] in self?.pictureInPictureController.startPictureInPicture() }
        view.actions.restore = { [weak self] in self?.pictureInPictureController.restorePictureInPicture() }
        renderedView = view
        let controller = pictureInPictureController
        let refresh: @MainActor () -> Void = { [weak self] in self?.refreshView() }
        viewTokens = [
            state.observe { _ in refresh() }, screenShare.observe { _ in refresh() },
            participants.observe { _ in refresh() },
            shownParticipant.observe { _ in refresh() }, layout.observe { _ in refresh() },
            controller.stagePresentation.observe { _ in refresh() }, controller.possibility.observe { _ in refresh() },
        ]
        refreshView()
        return view
    }

    /// Shows in the view how the call stands.
    func refreshView() {
        guard let view = renderedView else { return }
        var model = view.model
        model.title = settings.title
        model.status = status
        let shown = participants.value.first { $0.id == shownParticipant.value }
        model.speaker = shown.map(avatars.person)
        model.hasVideo = shown?.hasVideo == true && !state.value.isResting
        model.isHeld = state.value.isHeld
        model.isHeldByOther = state.value.isHeldByOther
        model.participants = participants.value.map(avatars.person)
        model.isListShown = layout.value.isParticipantListVisible
        model.isMicrophoneOn = state.value.isMicrophoneOn
        model.isCameraOn = state.value.isCameraOn
        // What nobody sees needs no words, and no drawing every second.
        model.quality = qualityLog.isShown ? qualityLog.model : nil
        model.hasQuality = qualityLog.newest != nil
        model.isQualityShown = qualityLog.isShown
        model.notice = notice ?? stillWords
        model.share = screenShare.value?.title
        model.noScreenShare = canShareScreen ? nil : "nobody could see it"
        model.layout = layout.value.isPictureInPicture ? .pictureInPicture : .full
        switch pictureInPictureController.stagePresentation.value {
        case .placeholder, .wayBack: model.isFloating = true
        case .session, .nothing: model.isFloating = false
        }
        // While it floats the button brings it back: nothing is missing then.
        model.noPictureInPicture =
            pictureInPictureController.snapshot.hasWindow ? nil : pictureInPictureController.obstacle?.reason
        view.model = model
    }

    private var status: CallModel.Status {
        switch state.value.phase {
        case .idle, .joining: .connecting
        case .connected: .connected(seconds: seconds)
        case .reconnecting: .reconnecting
        case .ended: .ended(seconds: seconds)
        }
    }

    /// How long both sides have been there, in whole seconds.
    private var seconds: Double {
        guard let connectedAt else { return 0 }
        return ((endedAt ?? environment.clock.now) - connectedAt).rounded(.down)
    }

    /// Counts the seconds while the call is connected: one alarm a second, none before and after.
    func noteTime() {
        switch state.value.phase {
        case .connected:
            if connectedAt == nil { connectedAt = environment.clock.now }
            guard secondAlarm == nil else { return }
            secondAlarm = environment.clock.after(1) { [weak self] in
                self?.secondAlarm = nil
                self?.noteQuality()
                self?.noteTime()
                self?.refreshView()
            }
        case .ended:
            if endedAt == nil { endedAt = environment.clock.now }
            secondAlarm = nil
        case .idle, .joining, .reconnecting: break
        }
    }
}
