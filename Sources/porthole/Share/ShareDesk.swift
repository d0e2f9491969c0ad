import PortholeKit

/// What this program shares of the screen: one thing at a time, in one call. Main actor.
///
/// It asks what to share, captures it, says around a region that it is shared, and keeps mini windows out of the picture
/// where that is wanted (spec M9).
final class ShareDesk {
    /// What is shared, and in which session.
    struct Running {
        let session: String
        let call: CallSession
        let share: ScreenShare
        let capture: ScreenCapture
        var band: RubberBand?
        var token: AnyObject?
    }
    /// Told when something else is shared than before, or nothing: the session, and what it is called.
    var onChange: ((_ session: String, _ title: String?) -> Void)?
    /// Mini windows are out of sight while they would be seen in what is shared.
    var hidesMiniWindows: Bool { didSet { veil() } }
    private(set) var running: Running?
    private let desktop: DesktopConnection
    private let clock: any FrameClock
    private let floats: FloatingMiniWindows
    private var picker: ScreenPicker?
    private var menu: PopUpMenu?

    init(
        _ desktop: DesktopConnection, clock: any FrameClock, floats: FloatingMiniWindows, hidesMiniWindows: Bool
    ) {
        (self.desktop, self.clock, self.floats) = (desktop, clock, floats)
        self.hidesMiniWindows = hidesMiniWindows
    }

    /// What a session shares; nil: nothing.
    func title(in session: String) -> String? { running.flatMap { $0.session == session ? $0.share.title : nil } }

    // MARK: Choosing

    /// Whether something could be shared now; what the user still has to pick counts as there.
    func check(_ target: ShareTarget) throws(ScreenShareError) {
        if let subject = subject(target) { _ = try ScreenCapture.place(of: subject, on: desktop) }
    }

    /// Shares it in a call, after the user has picked it if that is still to be done.
    ///
    /// - Parameter onProblem: told when what the user has picked can't be shared.
    /// - Throws: why it can't be.
    func share(
        _ target: ShareTarget, in call: CallSession, session: String,
        onProblem: @escaping (ScreenShareError) -> Void
    ) throws(ScreenShareError) {
        guard call.canShareScreen, !call.state.value.isEnded else { throw .nobody(session) }
        if let subject = subject(target) { return try begin(subject, in: call, session: session) }
        let kind: ScreenPicker.Kind = if case .window = target { .window } else { .region }
        pick(kind) { [weak self, weak call] picked throws(ScreenShareError) in
            guard let self, let call else { return }
            try self.begin(picked, in: call, session: session)
        } onProblem: {
            if $0 != .nothingPicked { onProblem($0) }
        }
    }

    /// Lets the user pick something; `then` has it.
    func pick(
        _ kind: ScreenPicker.Kind, then body: @escaping (ScreenSubject) throws(ScreenShareError) -> Void,
        onProblem: @escaping (ScreenShareError) -> Void
    ) {
        picker?.cancel()
        picker = ScreenPicker(
            desktop, kind, shortest: ScreenArea.shortest, scale: desktop.scale, clock: clock
        ) { [weak self] outcome in
            self?.picker = nil
            do throws(ScreenShareError) {
                switch outcome {
                case .window(let id): try body(.window(id.rawValue))
                case .region(let rect): try body(.region(rect))
                case .cancelled: throw .nothingPicked
                case .refused: throw .pointerTaken
                }
            } catch {
                onProblem(error)
            }
        }
    }

    /// Asks in a menu what to share.
    func ask(at anchor: Rect, _ choose: @escaping (ShareTarget) -> Void) {
        menu?.close()
        let entries = ShareMenu(
            monitors: desktop.monitors.map(\.monitor), windows: windows())
        menu = PopUpMenu(desktop, entries.menu, at: anchor, scale: desktop.scale) { [weak self] number in
            self?.menu = nil
            if let target = entries.target(number) { choose(target) }
        } dismiss: { [weak self] in
            self?.menu = nil
        }
    }

    /// The windows that can be shared, as the manager lists them, the newest first (EWMH `_NET_CLIENT_LIST`).
    private func windows() -> [ShareMenu.Window] {
        let server = desktop.server
        return server.numbers(.clientList, of: server.rootWindow).reversed().compactMap { number in
            let id = WindowID(number)
            guard !server.isOwn(id), let facts = server.facts(of: id), facts.isViewable else { return nil }
            return ShareMenu.Window(id: number, title: server.title(of: id) ?? id.description)
        }
    }

    private func subject(_ target: ShareTarget) -> ScreenSubject? {
        switch target {
        case .monitor(let name):
            // With an unknown name it is an error that tells those that are there.
            .monitor(name ?? desktop.monitors.first?.monitor.name ?? "")
        case .window(let id): id.map { .window($0) }
        case .region(let rect): rect.map { .region($0) }
        }
    }

    // MARK: Sharing

    private func begin(
        _ subject: ScreenSubject, in call: CallSession, session: String
    ) throws(ScreenShareError) {
        let capture = try ScreenCapture(desktop, subject)
        guard call.canShareScreen, !call.state.value.isEnded else { throw .nobody(session) }
        // Another call that shares: one thing at a time.
        if let running, running.call !== call {
            running.call.stopSharingScreen(because: "another call shares the screen now")
        }
        let share = ScreenShare(title: capture.title) { track, onEvent in capture.play(into: track, onEvent) }
        forget()
        var next = Running(session: session, call: call, share: share, capture: capture)
        if case .region = subject { next.band = RubberBand(desktop, scale: desktop.scale) }
        next.token = call.screenShare.observe { [weak self] now in
            if now !== share { self?.ended(share) }
        }
        running = next
        capture.onPlace = { [weak self] in self?.follow() }
        // Before the first picture is taken.
        follow()
        call.shareScreen(share)
        onChange?(session, share.title)
    }

    /// Shares nothing any more.
    func stop() { running?.call.stopSharingScreen() }

    private func ended(_ share: ScreenShare) {
        guard let running, running.share === share else { return }
        forget()
        veil()
        onChange?(running.session, nil)
    }

    private func forget() {
        running?.band?.close()
        running = nil
    }

    /// Monitors, panels or the scale have changed.
    func placesChanged() {
        running?.capture.look()
        veil()
    }

    private func follow() {
        if let running { running.band?.show(around: running.capture.place.rect) }
        veil()
    }

    /// Takes mini windows out of sight that would be seen in what is shared, and brings the others back.
    func veil() {
        for window in floats.windows {
            window.hidesWhileSharing = hidesMiniWindows
            let isInTheWay =
                running.map { $0.capture.subject.wouldHold(window.reach, at: $0.capture.place.rect) } ?? false
            window.setVeiled(hidesMiniWindows && isInTheWay)
        }
    }
}
