import Glibc
import PortholeKit

/// How a running instance stands: what `porthole ctl state` prints.
nonisolated struct AppState: Sendable, Equatable {
    /// One session.
    struct Session: Sendable, Equatable {
        /// What events and `--session` call it.
        var name: String
        /// `call` or `live`.
        var kind: String
        /// How far it is.
        var phase: String
        /// What it is played from.
        var source: String
        /// It is a call that is on hold.
        var isHeld: Bool
        /// It is a call that the other side has put on hold.
        var isHeldByOther = false
        /// `full`, `tile` or `waiting`.
        var presentation: String
        /// `none`, `starting`, `floating`, `restoring`, `stopping`.
        var pictureInPicture: String
        /// Why it could not float now; nil when it could, or does.
        var obstacle: String?
        /// Something such as a screen locker hides its mini window.
        var isSuspended: Bool
        /// No sound goes out of a call, or none comes from a live.
        var isMuted: Bool
        /// How loud it is played, from 0 to 1.
        var volume = 1.0
        /// How loud a call is now, from 0 to 1: what is sent, and what is played; nil where that is not known.
        var sentLevel: Double?
        var playedLevel: Double?
        /// How good a call's connection is; nil when there is none.
        var quality: PeerQuality?
        /// The XID of its mini window.
        var mini: UInt?
        /// The sides of its mini window, in device pixels.
        var miniSize: Size?
        /// Where its mini window belongs on the root, in device pixels.
        var miniPlace: Rect?
        /// Its mini window is a tab at an edge.
        var isStashed = false
        /// Clicks go through its mini window.
        var isClickThrough = false
        /// How opaque its mini window is, 0.2 to 1.
        var opacity: Double?
        /// Everybody in a call, this side first; empty for a live.
        var participants: [Person] = []
        /// Which of them a single picture shows.
        var shown: String?
        /// What a call shares of the screen; nil: nothing.
        var share: String?
        /// Its mini window is out of sight because its screen is shared.
        var isVeiled = false
    }

    /// One side of a call.
    struct Person: Sendable, Equatable {
        /// Unique in the call.
        var id: String
        /// What they are called.
        var name: String
        /// They speak.
        var isSpeaking: Bool
        /// Their sound and their pictures come.
        var isMicrophoneOn: Bool
        var isCameraOn: Bool
        /// Their pictures are those of a screen.
        var isSharingScreen = false

        /// As JSON.
        var json: String {
            JSONText.object([
                ("id", JSONText.string(id)), ("name", JSONText.string(name)),
                ("speaking", isSpeaking ? "true" : "false"), ("microphone", isMicrophoneOn ? "true" : "false"),
                ("camera", isCameraOn ? "true" : "false"), ("screen", isSharingScreen ? "true" : "false"),
            ])
        }
    }

    /// A call that rings.
    struct Ringing: Sendable, Equatable {
        /// What its session will be called.
        var session: String
        /// Who calls, as far as they say.
        var name: String
        /// Where they call from.
        var address: String
    }

    /// The program's own number.
    var process = getpid()
    /// The XID of the main window; nil before it is open.
    var main: UInt?
    /// Why nothing can float here; nil when it can.
    var unsupported: String?
    /// Mini windows are clients of the window manager.
    var isManaged = false
    /// How often the keeper put a mini window above others, and how many fights there were.
    var restacks = 0
    var contested = 0
    /// Mini windows hide while the screen is shared that they are on.
    var hidesWhileSharing = false
    /// Where it waits for direct calls, with all that a caller needs; nil when it does not.
    var answering: String?
    /// Who rings now.
    var ringing: Ringing?
    /// The calls that nobody answered, the newest first.
    var missed: [MissedCalls.Entry] = []
    /// Oldest first.
    var sessions: [Session]

    /// One JSON object in one line.
    var json: String {
        JSONText.object([
            ("process", "\(process)"),
            ("windows", JSONText.object([("main", main.map { "\($0)" } ?? "null")])),
            ("supported", unsupported == nil ? "true" : "false"),
            ("reason", unsupported.map(JSONText.string) ?? "null"),
            ("managed", isManaged ? "true" : "false"), ("restacks", "\(restacks)"), ("contested", "\(contested)"),
            ("hideWhileSharing", hidesWhileSharing ? "true" : "false"),
            ("answering", answering.map(JSONText.string) ?? "null"),
            (
                "ringing",
                ringing.map {
                    JSONText.object([
                        ("session", JSONText.string($0.session)), ("name", JSONText.string($0.name)),
                        ("address", JSONText.string($0.address)),
                    ])
                } ?? "null"
            ),
            ("missed", JSONText.array(missed.map(\.json))),
            ("sessions", JSONText.array(sessions.map { json($0) })),
        ])
    }

    private func json(_ session: Session) -> String {
        let size = session.miniSize.map { JSONText.array(["\($0.width)", "\($0.height)"]) } ?? "null"
        let place =
            session.miniPlace.map { JSONText.array(["\($0.x)", "\($0.y)", "\($0.width)", "\($0.height)"]) } ?? "null"
        return JSONText.object([
            ("name", JSONText.string(session.name)), ("kind", JSONText.string(session.kind)),
            ("phase", JSONText.string(session.phase)), ("held", session.isHeld ? "true" : "false"),
            ("heldByOther", session.isHeldByOther ? "true" : "false"),
            ("source", JSONText.string(session.source)),
            ("presentation", JSONText.string(session.presentation)),
            ("pip", JSONText.string(session.pictureInPicture)),
            ("obstacle", session.obstacle.map(JSONText.string) ?? "null"),
            ("suspended", session.isSuspended ? "true" : "false"), ("muted", session.isMuted ? "true" : "false"),
            ("volume", "\(session.volume)"),
            ("sentLevel", PeerQuality.number(session.sentLevel, 3)),
            ("playedLevel", PeerQuality.number(session.playedLevel, 3)),
            (
                "windows",
                JSONText.object([
                    ("main", main.map { "\($0)" } ?? "null"), ("mini", session.mini.map { "\($0)" } ?? "null"),
                ])
            ),
            ("size", size), ("place", place), ("stashed", session.isStashed ? "true" : "false"),
            ("clickThrough", session.isClickThrough ? "true" : "false"),
            ("opacity", session.opacity.map { "\($0)" } ?? "null"), ("quality", session.quality?.json ?? "null"),
            ("participants", JSONText.array(session.participants.map(\.json))),
            ("shown", session.shown.map(JSONText.string) ?? "null"),
            ("share", session.share.map(JSONText.string) ?? "null"), ("veiled", session.isVeiled ? "true" : "false"),
        ])
    }
}

extension App {
    /// How it stands now.
    var state: AppState {
        AppState(
            main: main?.id.rawValue, unsupported: environment.support.reason?.description,
            isManaged: options.isManaged, restacks: keeper.restacks, contested: keeper.contested,
            hidesWhileSharing: share.hidesMiniWindows,
            answering: answering?.server?.invitation.address,
            ringing: answering?.ringing.map {
                AppState.Ringing(session: $0.session, name: $0.call.title, address: $0.call.address)
            },
            missed: missed.entries, sessions: screens.map { state(of: $0) })
    }

    private func state(of screen: SessionScreen) -> AppState.Session {
        let controller = screen.controller
        let isMuted: Bool
        switch screen.session {
        case .call(let call): isMuted = !call.state.value.isMicrophoneOn
        case .live(let live): isMuted = live.isMuted
        }
        let pip =
            switch controller.snapshot.phase {
            case .idle: "none"
            case .starting: "starting"
            case .floating: "floating"
            case .restoring, .handingBack: "restoring"
            case .stopping: "stopping"
            }
        let size = controller.snapshot.renderSize
        let window = mini(of: screen)
        return AppState.Session(
            name: screen.name, kind: screen.session.kind == .call ? "call" : "live", phase: screen.phase,
            source: screen.source, isHeld: screen.isHeld, isHeldByOther: screen.isHeldByOther,
            presentation: scene.presented == screen.name ? "full" : scene.tile == screen.name ? "tile" : "waiting",
            pictureInPicture: pip, obstacle: controller.snapshot.hasWindow ? nil : controller.obstacle?.code,
            isSuspended: controller.isPictureInPictureSuspended, isMuted: isMuted,
            volume: screen.volume,
            sentLevel: screen.sound?.level(of: .microphone), playedLevel: screen.sound?.level(of: .speaker),
            quality: screen.quality, mini: controller.windowIdentifier.flatMap { $0 == 0 ? nil : $0 },
            miniSize: size.isEmpty ? nil : size, miniPlace: window?.goal, isStashed: window?.isStashed ?? false,
            isClickThrough: window?.isClickThrough ?? false, opacity: window?.opacity,
            participants: people(in: screen), shown: screen.shown, share: share.title(in: screen.name),
            isVeiled: window?.isVeiled ?? false)
    }

    private func people(in screen: SessionScreen) -> [AppState.Person] {
        guard case .call(let call) = screen.session else { return [] }
        return call.participants.value.map {
            AppState.Person(
                id: $0.id, name: $0.name, isSpeaking: $0.isSpeaking, isMicrophoneOn: $0.isMicrophoneOn,
                isCameraOn: $0.isCameraOn, isSharingScreen: $0.isSharingScreen)
        }
    }
}
