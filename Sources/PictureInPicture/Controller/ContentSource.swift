public import Frames
public import Geometry

/// What a controller floats, and who answers for it (spec S12). Main actor.
///
/// The kind is fixed by how it is made, and each kind takes only its own sort of session: a call's close button can
/// reach nothing but `hangUp`, a live's nothing but `stopWatching` (spec B3).
@MainActor public final class ContentSource {
    /// The shape of a window whose picture is not known yet.
    public nonisolated static let usualSize = Size(16, 9)

    /// What floats.
    public let kind: SessionKind
    /// All that the window shows.
    public let displayLayer: DisplayLayer
    /// Who plays it; weak, nil for a call.
    public private(set) weak var playbackDelegate: (any PlaybackDelegate)?
    /// Where it is shown inside the app; weak.
    public weak var stage: (any PictureInPictureStage)?
    private weak var call: (any FloatingCall)?
    private weak var live: (any FloatingLive)?
    private let lifetime: Lifetime.Watch?
    private let contentViewController: VideoCallViewController?
    private let view: FloatedView?

    /// What a floated view brings along; `Pipify` makes it.
    struct FloatedView {
        var onClose: @MainActor () -> Void
        var onRenderSize: @MainActor (Size) -> Void
        var preferredContentSize: Size
    }

    /// A live, or anything else that is played.
    ///
    /// - Parameters:
    ///   - displayLayer: what its frame bridge feeds.
    ///   - playbackDelegate: who plays it; held weakly.
    ///   - live: what the close button stops watching; held weakly. Without one, close only tells the delegate.
    public init(
        displayLayer: DisplayLayer, playbackDelegate: any PlaybackDelegate, live: (any FloatingLive)? = nil
    ) {
        kind = .live
        self.displayLayer = displayLayer
        self.playbackDelegate = playbackDelegate
        self.live = live
        lifetime = live?.lifetime.watch()
        contentViewController = nil
        view = nil
    }

    /// A call.
    ///
    /// - Parameters:
    ///   - activeVideoCallSourceView: where the call is shown in the app; held weakly.
    ///   - contentViewController: what the window shows, and its first shape.
    ///   - call: what the close button hangs up; held weakly. Without one, close only tells the delegate.
    public init(
        activeVideoCallSourceView: (any PictureInPictureStage)?, contentViewController: VideoCallViewController,
        call: (any FloatingCall)? = nil
    ) {
        kind = .call
        displayLayer = contentViewController.displayLayer
        stage = activeVideoCallSourceView
        self.contentViewController = contentViewController
        self.call = call
        lifetime = call?.lifetime.watch()
        view = nil
    }

    init(view: FloatedView, number: Int, displayLayer: DisplayLayer, playbackDelegate: (any PlaybackDelegate)?) {
        kind = .view(number)
        self.displayLayer = displayLayer
        self.playbackDelegate = playbackDelegate
        self.view = view
        lifetime = nil
        contentViewController = nil
    }

    /// The shape of the first picture: what is wished for, until frames tell.
    public var preferredContentSize: Size {
        contentViewController?.preferredContentSize ?? view?.preferredContentSize ?? .zero
    }

    /// True when there is something to show: a frame, or the avatar of a call.
    public var hasPicture: Bool {
        if displayLayer.newest != nil { return true }
        switch kind {
        case .call: return contentViewController?.hasAvatar ?? false
        case .live: return false
        // A view is drawn when it starts.
        case .view: return true
        }
    }

    /// True when it makes the audio session active itself (spec S9).
    var bringsAudioSession: Bool { kind.slot.isView }

    /// Calls `body` when the session is gone.
    func whenOver(_ body: @escaping @MainActor () -> Void) { lifetime?.onEnd = body }

    /// What the close button means, for this kind and no other.
    func carryOut(_ meaning: CloseMeaning) {
        switch meaning {
        case .hangUp: call?.hangUp()
        case .stopWatching: live?.stopWatching()
        case .stopFloating: view?.onClose()
        }
    }

    func renderSizeChanged(_ size: Size, _ controller: PictureInPictureController) {
        view?.onRenderSize(size)
        playbackDelegate?.pictureInPictureController(controller, didTransitionToRenderSize: size)
    }
}
