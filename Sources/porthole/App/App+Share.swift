import Foundation
import PortholeKit

// Sharing the screen in a call.
extension App {
    /// Lets the desk tell, and the call's button ask.
    func setUpShare() {
        share.onChange = { [weak self] session, title in
            if let self, let screen = self.screen(session) { self.tell(screen, .sharing(title)) }
        }
        floats.onPlacesChanged = { [weak self] in
            guard let self else { return }
            self.share.placesChanged()
            self.root.resize(to: self.root.size, scale: self.desktop.scale)
        }
    }

    /// A mini window is kept out of the shared picture where that is wanted (spec M9).
    func watchShare(_ window: MiniWindow) {
        window.onMoved = { [weak self] in self?.share.veil() }
        window.onHideWhileSharing = { [weak self] in
            if let self { self.setHidesWhileSharing(!self.share.hidesMiniWindows) }
        }
        share.veil()
    }

    func setHidesWhileSharing(_ hides: Bool) {
        share.hidesMiniWindows = hides
        settings.set(.hidesWhileSharing, hides ? "yes" : "no")
    }

    /// The button of a call: stops, or asks what to share.
    func toggleShare(_ screen: SessionScreen) {
        guard case .call(let call) = screen.session else { return }
        if share.title(in: screen.name) != nil { return call.stopSharingScreen() }
        guard let anchor = onScreen(call.view.shareAnchor) else { return }
        share.ask(at: anchor) { [weak self, weak screen] target in
            guard let self, let screen else { return }
            _ = self.share(target, in: screen) { call.say($0.description) }
        }
    }

    /// Where a place in the main window is on the root, in device pixels; nil when there is no window.
    func onScreen(_ place: CGRect) -> Rect? {
        guard let origin = main?.originOnScreen else { return nil }
        let scale = root.scale
        return Rect(
            x: origin.x + Int(place.minX * scale), y: origin.y + Int(place.minY * scale),
            width: Int(place.width * scale), height: Int(place.height * scale))
    }

    /// Shares something in a session.
    ///
    /// - Parameter onProblem: told when that is not possible, now or once the user has picked.
    @discardableResult func share(
        _ target: ShareTarget, in screen: SessionScreen, onProblem: @escaping (ScreenShareError) -> Void
    ) -> Bool {
        do throws(ScreenShareError) {
            guard case .call(let call) = screen.session else { throw .notACall(screen.name) }
            try share.share(target, in: call, session: screen.name, onProblem: onProblem)
            return true
        } catch {
            onProblem(error)
            return false
        }
    }

    /// `ctl share`: something, nothing (`stop`), or without a word the other of both.
    func controlShare(_ argument: String?, _ screen: SessionScreen) -> ControlOutcome {
        guard case .call(let call) = screen.session else { return wrongKind(.share, screen, "a call") }
        let isSharing = share.title(in: screen.name) != nil
        if argument == "stop" || (argument ?? "").isEmpty && isSharing {
            guard isSharing else {
                return ControlOutcome(code: .failed, text: "can't stop sharing: '\(screen.name)' shares nothing")
            }
            call.stopSharingScreen()
            return ControlOutcome()
        }
        let target: ShareTarget
        do throws(Flag.ValueRefused) {
            target = try argument.flatMap { $0.isEmpty ? nil : $0 }.map(ShareTarget.init) ?? .monitor(nil)
        } catch {
            return ControlOutcome(code: .usage, text: "share takes \(ShareTarget.expected), or stop")
        }
        var problem: ScreenShareError?
        share(target, in: screen) { [console] error in
            problem = error
            console.detail(error.description)
        }
        return problem.map { ControlOutcome(code: .failed, text: $0.description) } ?? ControlOutcome()
    }

    /// `ctl hide-while-sharing`.
    func controlHidesWhileSharing(_ argument: String?) -> ControlOutcome {
        guard let hides = wanted(argument, now: share.hidesMiniWindows) else { return badArgument(.hideWhileSharing) }
        setHidesWhileSharing(hides)
        return ControlOutcome()
    }

    /// A session that was opened to share something begins to.
    func shareIfWanted(_ screen: SessionScreen) {
        guard let target = screen.options.share, case .call(let call) = screen.session else { return }
        share(target, in: screen) { [weak screen] error in
            screen?.console.complain(error.description)
            call.say(error.description)
        }
    }

    /// A window that is clicked is watched, floating, for as long as it is there.
    func floatPickedWindow() {
        share.pick(.window) { [weak self] subject throws(ScreenShareError) in
            guard let self, case .window(let id) = subject else { return }
            self.lobby.model.problem = nil
            self.openFromLobby("screen:\(ScreenArea.window(id).text)", true)
        } onProblem: { [weak self] in
            if $0 != .nothingPicked { self?.lobby.model.problem = $0.description }
        }
    }

    /// What captures the part of the screen that a source names; nil for the whole screen and for other sources.
    ///
    /// - Throws: why it can't be captured.
    func capture(_ source: MediaSource) throws(OpenError) -> ScreenCapture? {
        guard let (area, rate) = source.screen else { return nil }
        let subject: ScreenSubject
        switch area {
        case .whole: return nil
        case .region(let rect): subject = .region(rect)
        case .window(let id, _): subject = .window(id)
        }
        do throws(ScreenShareError) {
            return try ScreenCapture(desktop, subject, rate: rate, endsQuietly: true)
        } catch {
            throw OpenError("can't show \(source.text): \(error.why). \(error.remedy)")
        }
    }
}
