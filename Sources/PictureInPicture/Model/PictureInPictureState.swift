public import Geometry

/// The life of one picture in picture, without a window, a clock or a delegate (spec 4).
///
/// Pure: `reduce(_:_:)` takes an event and gives the next state and what has to be done.
public struct PictureInPictureState: Sendable, Hashable {
    /// How far it is.
    public enum Phase: Sendable, Hashable {
        /// There is no window.
        case idle
        /// `willStart` was sent; the window is not yet mapped with a picture.
        case starting(isMapped: Bool, hasFrame: Bool)
        /// `didStart` was sent.
        case floating
        /// The delegate was asked to restore the user interface.
        case restoring
        /// It did; the stage has yet to show a frame.
        case handingBack
        /// `willStop` was sent; the window is on its way out.
        case stopping(then: CloseMeaning?)
    }

    /// What floats.
    public let kind: SessionKind
    /// How far it is.
    public internal(set) var phase = Phase.idle
    /// Why it floats; nil without a window.
    public internal(set) var cause: StartCause?
    /// False once the session has ended.
    public internal(set) var isSessionRunning = true
    /// False while `isPictureInPictureEnabled` is false.
    public internal(set) var isEnabled = true
    /// True while the user is out of the app.
    public internal(set) var isAway = false
    /// True from "Hide, stay in the call" to the next start by hand.
    public internal(set) var isDismissed = false
    /// True while something such as a screen locker hides the window.
    public internal(set) var isSuspended = false
    /// True when restore was pressed before the window was up.
    public internal(set) var wantsRestore = false
    /// The number of the last request to restore.
    public internal(set) var restoreID = 0
    /// How the app shows the session when it does not float.
    public internal(set) var presentation = Presentation.full
    /// What the main window shows of it.
    public internal(set) var stage = StagePresentation.session(.full)
    /// The shape of the picture: the preferred one until the first frame; empty when neither is known.
    public internal(set) var contentSize: Size
    /// How many pixels the window draws; zero without a window.
    public internal(set) var renderSize = Size.zero
    /// True when the stage goes on showing the picture while it floats (`--keep-stage`).
    public var keepsStage = false

    /// A session of `kind` that does not float.
    public init(kind: SessionKind, contentSize: Size = .zero) {
        self.kind = kind
        self.contentSize = contentSize
    }

    /// True from `willStart` until the window is gone.
    public var hasWindow: Bool { phase != .idle }

    /// True while the window is up: from `didStart` to `willStop`.
    public var isActive: Bool {
        switch phase {
        case .floating, .restoring, .handingBack: true
        case .idle, .starting, .stopping: false
        }
    }

    /// The next state, and what has to be done for it, in order.
    public static func reduce(
        _ state: PictureInPictureState, _ event: PictureInPictureEvent
    ) -> (PictureInPictureState, [PictureInPictureEffect]) {
        var step = PictureInPictureStep(state)
        step.take(event)
        return (step.state, step.effects)
    }
}
