import PortholeKit

/// The state changes in words on the console, for a person: what there is without `--events`.
nonisolated struct Narrator: EventSink {
    private let console: Console

    /// A narrator that speaks through `console`.
    init(_ console: Console) { self.console = console }

    func record(_ event: SessionEvent) {
        let session = event.session
        switch event.change {
        case .listening(let invitation):
            console.note("answering calls; browsers and porthole call join at \(invitation.address)")
            if invitation.pass.isCode { console.note("the code \(invitation.pass.text) is good for one call") }
        case .ringing(let name, let address):
            console.note(
                "\(session): \(name) calls from \(address); accept or decline in the window, or by porthole ctl")
        case .missed(let name, let address): console.note("\(session): missed call from \(name) at \(address)")
        case .connected: console.note("\(session): playing")
        case .ended(let reason): console.note("\(session): ended, \(reason.words)")
        case .pipDidStart(let window): console.note("\(session): floating in window 0x\(String(window, radix: 16))")
        case .pipDidStop: console.note("\(session): no longer floating")
        case .pipFailed(let error): console.warning(session, why: "can't float: \(error)")
        case .pipRestore: console.note("\(session): back to the main window")
        case .pipContested:
            console.warning(
                session, why: "another window fights for the top place, the mini window gives way for a while")
        case .sharing(let title):
            console.note("\(session): \(title.map { "you share \($0)" } ?? "you share nothing any more")")
        case .pipWillStart, .pipWillStop: console.detail("\(session): \(event.name)")
        case .frames(let hosts, _): console.detail("\(session): \(Self.words(hosts))")
        }
    }

    func finish() {}

    private static func words(_ hosts: [FrameHost: FrameCounts]) -> String {
        FrameHost.allCases.compactMap { host in
            hosts[host].map {
                "\(host.rawValue) \($0.shown) shown, \($0.dropped) dropped, \($0.converted) converted"
            }
        }.joined(separator: "; ")
    }
}

nonisolated extension SessionEndReason {
    /// The reason as a person would say it.
    var words: String {
        switch self {
        case .hangUp: "hung up"
        case .remoteHangUp: "the other side hung up"
        case .declined: "declined"
        case .missed: "not answered"
        case .stopWatching: "stopped watching"
        case .stopFloating: "stopped floating"
        case .endOfStream: "the source is over"
        case .failed: "failed"
        case .peerLost: "the other side is gone"
        case .displayLost: "the display is gone"
        case .quit: "asked to quit"
        }
    }
}
