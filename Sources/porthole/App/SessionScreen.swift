import PortholeKit

/// One session with its place in the main window: the view it is rendered into, which is full or the tile.
final class SessionScreen: PiPViewCoordinatorDelegate {
    /// What it is called in events and by `ctl`.
    let name: String
    /// The session.
    let session: RunningSession
    /// What it was opened with.
    let options: SessionOptions
    /// Where it is played from.
    let source: String
    /// Where its events go.
    let sink: any EventSink
    /// Who hears why it failed: the person who asked for it.
    let console: Console
    /// What its session is rendered into.
    let container: View
    /// Makes the container the tile and full again.
    let coordinator: PiPViewCoordinator
    /// Told with the code of the process that asked for it, once, when it is over.
    var onEnd: ((ExitCode) -> Void)?
    /// Told when the tile became full size again by its own button.
    var onExitTile: (() -> Void)?
    /// What lives as long as the screen.
    var tokens: [AnyObject] = []
    /// It is a call that came in at the door, which counts those itself.
    var isIncoming = false
    /// The first picture was told.
    var isConnected = false
    /// It is over.
    var isOver = false
    /// It floats as soon as it can: `--pip`.
    var wantsToFloat: Bool
    /// What its hosts in the main window did, and what was seen of the presenter's counts last.
    var mainCounts: [FrameHost: FrameCounts] = [:]
    var lastMain = FrameCounts()
    /// How the app answers when it is asked to restore its window: scenarios choose.
    var restoreAnswer = RestoreAnswer.yes
    /// What plays the other sides of a call to a source: scenarios bring more of them.
    var scripted: MediaCallTransport?
    /// Why its player failed, when it did.
    var report: FailureReport?
    /// Microphone, speaker and loudness of a call; nil where it has none of its own.
    var sound: CallSound?
    /// The SOURCE of its camera, when it was changed.
    var camera: String?
    /// When the meter is looked at next.
    var meterAlarm: ClockTicket?

    /// A session that has not begun.
    init(
        _ name: String, _ session: RunningSession, source: String, options: SessionOptions, sink: any EventSink,
        console: Console
    ) {
        self.name = name
        self.session = session
        self.source = source
        self.options = options
        self.sink = sink
        self.console = console
        wantsToFloat = options.startsFloating
        container = CallContainer()
        coordinator = PiPViewCoordinator(withView: container)
        coordinator.delegate = self
    }

    /// What floats it.
    var controller: PictureInPictureController {
        switch session {
        case .call(let call): call.pictureInPictureController
        case .live(let live): live.pictureInPictureController
        }
    }

    /// What all its windows show.
    var layer: DisplayLayer {
        switch session {
        case .call(let call): call.layer
        case .live(let live): live.layer
        }
    }

    /// Why it is over; nil while it is not.
    var endReason: SessionEndReason? {
        switch session {
        case .call(let call): call.state.value.endReason
        case .live(let live): live.endReason
        }
    }

    /// How good a call's connection is; nil when there is none.
    var quality: PeerQuality? {
        switch session {
        case .call(let call): call.quality
        case .live: nil
        }
    }

    /// Which participant of a call a single picture shows (spec L3).
    var shown: String? {
        switch session {
        case .call(let call): call.shownParticipant.value
        case .live: nil
        }
    }

    /// It is a call that rests while another one is presented (spec S8).
    var isHeld: Bool {
        switch session {
        case .call(let call): call.state.value.isHeld
        case .live: false
        }
    }

    /// It is a call that the other side has put on hold.
    var isHeldByOther: Bool {
        switch session {
        case .call(let call): call.state.value.isHeldByOther
        case .live: false
        }
    }

    /// How far it is, as `ctl state` says it.
    var phase: String {
        switch session {
        case .call(let call):
            switch call.state.value.phase {
            case .idle: "idle"
            case .joining: "joining"
            case .connected: "connected"
            case .reconnecting: "reconnecting"
            case .ended: "ended"
            }
        case .live(let live):
            switch live.phase.value {
            case .idle: "idle"
            case .opening: "opening"
            case .playing: "playing"
            case .paused: "paused"
            case .ended: "ended"
            }
        }
    }

    /// How loud it is played, from 0 to 1.
    var volume: Double {
        get {
            switch session {
            case .call: sound?.volume ?? scripted?.volume ?? 1
            case .live(let live): live.volume
            }
        }
        set {
            switch session {
            case .call:
                sound?.volume = newValue
                scripted?.volume = newValue
            case .live(let live): live.volume = newValue
            }
        }
    }

    /// Renders the session into its container and begins it.
    func begin() {
        switch session {
        case .call(let call): call.joinSession(container: container)
        case .live(let live): live.watch(container: container)
        }
    }

    /// Ends it for a reason of the app's.
    func end(_ reason: SessionEndReason) {
        switch session {
        case .call(let call): call.end(reason)
        case .live(let live): live.end(reason)
        }
    }

    /// Returns when its threads are gone.
    func finish() async {
        switch session {
        case .call(let call): await call.finish()
        case .live(let live): await live.finish()
        }
    }

    /// Lays its user interface out for a small window, or in full (spec L4: the app calls the hook).
    func setSmallLayout(_ isSmall: Bool) {
        switch session {
        case .call(let call):
            if isSmall { call.enablePictureInPictureLayout() } else { call.disablePictureInPictureLayout() }
        case .live(let live):
            if isSmall { live.enablePictureInPictureLayout() } else { live.disablePictureInPictureLayout() }
        }
    }

    func exitPictureInPicture() {
        setSmallLayout(false)
        onExitTile?()
    }
}
