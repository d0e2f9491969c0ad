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
        /// The XID of its mini window.
        var mini: UInt?
        /// The sides of its mini window, in device pixels.
        var miniSize: Size?
    }

    /// The program's own number.
    var process = getpid()
    /// The XID of the main window; nil before it is open.
    var main: UInt?
    /// Why nothing can float here; nil when it can.
    var unsupported: String?
    /// How often the keeper put a mini window above others, and how many fights there were.
    var restacks = 0
    var contested = 0
    /// Oldest first.
    var sessions: [Session]

    /// One JSON object in one line.
    var json: String {
        JSONText.object([
            ("process", "\(process)"),
            ("windows", JSONText.object([("main", main.map { "\($0)" } ?? "null")])),
            ("supported", unsupported == nil ? "true" : "false"),
            ("reason", unsupported.map(JSONText.string) ?? "null"),
            ("restacks", "\(restacks)"), ("contested", "\(contested)"),
            ("sessions", JSONText.array(sessions.map { json($0) })),
        ])
    }

    private func json(_ session: Session) -> String {
        let size = session.miniSize.map { JSONText.array(["\($0.width)", "\($0.height)"]) } ?? "null"
        return JSONText.object([
            ("name", JSONText.string(session.name)), ("kind", JSONText.string(session.kind)),
            ("phase", JSONText.string(session.phase)), ("held", session.isHeld ? "true" : "false"),
            ("source", JSONText.string(session.source)),
            ("presentation", JSONText.string(session.presentation)),
            ("pip", JSONText.string(session.pictureInPicture)),
            ("obstacle", session.obstacle.map(JSONText.string) ?? "null"),
            ("suspended", session.isSuspended ? "true" : "false"), ("muted", session.isMuted ? "true" : "false"),
            (
                "windows",
                JSONText.object([
                    ("main", main.map { "\($0)" } ?? "null"), ("mini", session.mini.map { "\($0)" } ?? "null"),
                ])
            ),
            ("size", size),
        ])
    }
}

extension App {
    /// How it stands now.
    var state: AppState {
        AppState(
            main: main?.id.rawValue, unsupported: environment.support.reason?.description,
            restacks: keeper.restacks, contested: keeper.contested,
            sessions: screens.map { state(of: $0) })
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
        return AppState.Session(
            name: screen.name, kind: screen.session.kind == .call ? "call" : "live", phase: screen.phase,
            source: screen.source, isHeld: screen.isHeld,
            presentation: scene.presented == screen.name ? "full" : scene.tile == screen.name ? "tile" : "waiting",
            pictureInPicture: pip, obstacle: controller.snapshot.hasWindow ? nil : controller.obstacle?.code,
            isSuspended: controller.isPictureInPictureSuspended, isMuted: isMuted,
            mini: controller.windowIdentifier.flatMap { $0 == 0 ? nil : $0 }, miniSize: size.isEmpty ? nil : size)
    }
}
