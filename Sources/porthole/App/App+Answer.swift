import Foundation
import PortholeKit

// Direct calls that come in (porthole answer).
extension App {
    /// Waits for calls from now on.
    ///
    /// - Throws: when the address is taken, a certificate makes no sense, or this program waits already.
    func answer(
        _ wanted: AnswerOptions, options: SessionOptions, sink: any EventSink, console: Console
    ) async throws(OpenError) -> AnswerDesk {
        if let answering {
            let site = answering.server?.invitation.site ?? "another address"
            throw OpenError(
                "can't answer calls twice: this porthole answers at \(site) already. "
                    + "End that one, or use --new-instance")
        }
        try SessionOptions.checkReach()
        // Before anybody calls.
        try checkShare(.call, options)
        try checkCamera(options)
        try checkSound(options)
        let desk = AnswerDesk(options, sink: sink, console: console)
        answering = desk
        let server: AnswerServer
        do throws(AnswerError) {
            var listening = wanted.server(stateFolder: KeptFolder.state.path(profile: options.profile))
            (listening.iceServers, listening.relayOnly) = (options.reach, options.relayOnly)
            server = try await AnswerServer.start(listening) { [weak self, weak desk] event in
                Task { @MainActor in
                    if let self, let desk { self.take(event, desk) }
                }
            }
        } catch {
            answering = nil
            throw OpenError(error.description)
        }
        // The first call finds the keys made.
        WebRTCPeer.prepare()
        desk.server = server
        tellInvitation(server.invitation, desk)
        refreshOccupied()
        return desk
    }

    /// Waits no more: who rings is told so.
    func stopAnswering(_ code: ExitCode) {
        guard let desk = answering else { return }
        answering = nil
        if let ringing = desk.ringing {
            stopRinging(ringing, desk, .missed)
            // It offers to accept, and nobody is there to do so any more.
            wait(for: Task { await desk.notifier.finish() })
        }
        lobby.model.status = ""
        if let server = desk.server { wait(for: Task { await server.stop() }) }
        desk.onEnd.take()?(code)
    }

    /// Takes or does not take the call that rings.
    func answerRinging(_ action: ControlAction) -> ControlOutcome {
        guard let ringing = answering?.ringing else {
            let why = answering == nil ? "porthole answer does not run here" : "no call rings"
            return ControlOutcome(code: .failed, text: "can't \(action.rawValue): \(why)")
        }
        if action == .accept { ringing.call.accept() } else { ringing.call.decline() }
        return ControlOutcome()
    }

    /// Calls that did not come in here leave less room for those that do.
    func refreshOccupied() {
        let others = screens.count { $0.session.kind == .call && !$0.isOver && !$0.isIncoming }
        answering?.server?.setOtherCalls(others)
    }

    private func take(_ event: AnswerEvent, _ desk: AnswerDesk) {
        switch event {
        case .ringing(let call): ring(call, desk)
        case .accepted(let call): accepted(call, desk)
        case .stopped(let call, let isDeclined):
            guard let ringing = desk.ringing, ringing.call === call else { return }
            stopRinging(ringing, desk, isDeclined ? .declined : .missed)
        case .turnedAway(let call):
            desk.console.note("\(call.title) called, and was told that you are in another call")
        case .invitation(let invitation): tellInvitation(invitation, desk)
        }
    }

    private func tellInvitation(_ invitation: Invitation, _ desk: AnswerDesk) {
        desk.tell("answer", .listening(invitation))
        let pass = invitation.pass
        lobby.model.status =
            "Ready for calls at \(invitation.site.split(separator: "/").last ?? "")"
            + (pass.isCode ? " · code \(pass.text)" : "")
    }

    private func ring(_ call: IncomingCall, _ desk: AnswerDesk) {
        // It was ended while this was on its way.
        guard answering === desk, desk.ringing == nil else { return call.decline() }
        let view = RingView()
        view.model.caller = Person(call.title)
        view.model.held = screens.last { $0.session.kind == .call && !$0.isOver && !$0.isHeld }?.title
        view.model.detail = call.name == nil ? "" : "from \(call.address)"
        let ringing = AnswerDesk.Ringing(call: call, session: freeName("call"), view: view)
        desk.ringing = ringing
        view.onAccept = { call.accept() }
        view.onDecline = { call.decline() }
        root.addSubview(view)
        root.modal = view
        layOutRinging()
        main?.present()
        if !desk.options.isSilent { desk.tone.start() }
        desk.notifier.show(
            DesktopNotification(
                "\(call.title) is calling", text: "From \(call.address)", category: "call.incoming",
                actions: [.init("accept", "Accept"), .init("decline", "Decline")], isUrgent: true)
        ) { key in
            switch key {
            case "accept": call.accept()
            case "decline": call.decline()
            default: break
            }
        }
        desk.tell(ringing.session, .ringing(name: call.title, address: call.address))
    }

    /// The view that rings fills the window and lies over everything.
    func layOutRinging() {
        guard let view = answering?.ringing?.view else { return }
        view.frame = root.bounds
        root.bringToFront(view)
    }

    private func accepted(_ call: IncomingCall, _ desk: AnswerDesk) {
        guard let ringing = desk.ringing, ringing.call === call else { return call.close() }
        silence(ringing, desk)
        desk.notifier.close()
        let screen = openIncoming(
            call, as: ringing.session, options: desk.options, sink: desk.sink, console: desk.console)
        // The process that waits does not end with a call.
        screen.onEnd = { _ in }
    }

    private func stopRinging(_ ringing: AnswerDesk.Ringing, _ desk: AnswerDesk, _ reason: SessionEndReason) {
        silence(ringing, desk)
        if reason == .missed {
            let call = ringing.call
            desk.notifier.show(
                DesktopNotification(
                    "Missed call from \(call.title)", text: "From \(call.address)", category: "call.unanswered"))
            missed.note(name: call.title, address: call.address, at: Date())
            desk.tell(ringing.session, .missed(name: call.title, address: call.address))
        } else {
            desk.notifier.close()
        }
        desk.tell(ringing.session, .ended(reason))
    }

    private func silence(_ ringing: AnswerDesk.Ringing, _ desk: AnswerDesk) {
        desk.ringing = nil
        desk.tone.stop()
        root.modal = nil
        ringing.view.removeFromSuperview()
    }
}
