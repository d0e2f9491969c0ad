/// The life of a connection to another peer, without GStreamer, a network or a clock. Pure.
///
/// Times are monotonic nanoseconds, which every event that depends on them brings along.
public struct PeerState: Sendable, Hashable {
    /// How far it is.
    public enum Phase: Sendable, Hashable {
        /// Nothing was asked for yet.
        case idle
        /// It looks for the addresses at which this machine can be reached.
        case gathering
        /// The description is ready; the other side is being reached.
        case connecting
        /// Both sides are there.
        case connected
        /// Nothing came for a while; it may come back.
        case reconnecting
        /// It can't go on.
        case failed(PeerError)
        /// It is over: this side ended it, or the other side said goodbye with a reason of its own.
        case closed(byOther: Bool, reason: String)
    }
    /// What the transport below says (`RTCPeerConnectionState`).
    public enum Link: Sendable, Hashable, CaseIterable {
        /// Addresses are tried, keys are exchanged.
        case connecting
        /// Packets flow.
        case connected
        /// They do not at the moment.
        case disconnected
        /// They can't.
        case failed
    }
    /// What happens to it.
    public enum Event: Sendable, Hashable {
        /// A description is asked for.
        case begin
        /// The keys are made: the addresses are looked for from now on.
        case searching
        /// All addresses are known.
        case gathered
        /// Both descriptions are known: the other side is reached from now on.
        case described
        /// The transport below has changed.
        case link(Link)
        /// Time passes. `silence`: nanoseconds since something came from the other side.
        case tick(silence: Int64)
        /// The machine of the other side, or what stands before it, says that nobody has its port any more. `silence` as
        /// of `tick`.
        case refused(silence: Int64)
        /// The other side said goodbye.
        case goodbye(reason: String)
        /// What the two sides tell each other can be told from now on.
        case opened
        /// This side ends it.
        case close(reason: String)
        /// Something broke.
        case fail(PeerError)
    }
    /// What has to be done.
    public enum Effect: Sendable, Hashable {
        /// The description with the addresses that are known is handed out.
        case describe
        /// Whoever wants to know is told of the phase.
        case announce
        /// The other side is told that it is over.
        case sayGoodbye(reason: String)
        /// Everything is given back.
        case stop
    }
    /// How long what may take, in nanoseconds.
    public struct Limits: Sendable, Hashable {
        /// Looking for addresses: one that is of no use may never answer.
        public var gathering: Int64 = 1_000_000_000
        /// From the description to the first packets.
        public var connecting: Int64 = 15_000_000_000
        /// An end that can't be told yet waits so long for the way on which it can; 0: there is none.
        public var parting: Int64 = 1_500_000_000
        /// Silence after which it counts as interrupted.
        public var interruption: Int64 = 2_000_000_000
        /// Silence after which the other side counts as lost when its address is refused.
        public var refusal: Int64 = 4_000_000_000
        /// Silence after which the other side counts as lost in any case: a network that was away for so long may not come back.
        public var loss: Int64 = 30_000_000_000

        /// 1 s, 15 s, 1.5 s, 2 s, 4 s, 30 s.
        public init() {}
    }

    /// How far it is.
    public private(set) var phase = Phase.idle
    /// How long what may take.
    public let limits: Limits
    /// When the phase began, or the other side began to be reached.
    private var since: Int64 = 0
    private var isSearching = false
    private var isDescribed = false
    private var isOpen = false
    /// This side has ended it, and the other side, which knows both descriptions, was not told yet.
    private var parting: Parting?

    private struct Parting: Sendable, Hashable {
        let reason: String
        let since: Int64
    }

    /// A connection that was not begun.
    public init(limits: Limits = Limits()) { self.limits = limits }

    /// True when this side has ended it, though it may not be over yet.
    public var isParting: Bool { parting != nil }
    /// True when nothing more happens.
    public var isOver: Bool {
        switch phase {
        case .failed, .closed: true
        case .idle, .gathering, .connecting, .connected, .reconnecting: false
        }
    }
    /// True once both sides were there, until the end.
    public var isEstablished: Bool { phase == .connected || phase == .reconnecting }

    /// The next state, and what has to be done for it, in order.
    public static func reduce(_ state: PeerState, _ event: Event, at now: Int64) -> (PeerState, [Effect]) {
        var next = state
        let effects = next.take(event, now)
        return (next, effects)
    }

    private mutating func take(_ event: Event, _ now: Int64) -> [Effect] {
        guard !isOver else { return [] }
        switch event {
        case .begin:
            guard phase == .idle else { return [] }
            return enter(.gathering, now)
        case .searching:
            guard phase == .gathering else { return [] }
            isSearching = true
            since = now
            return []
        case .gathered:
            guard phase == .gathering else { return [] }
            return [.describe] + enter(.connecting, now)
        case .described:
            isDescribed = true
            since = now
            return []
        case .link(let link): return take(link, now)
        case .tick(let silence): return tick(silence, now)
        case .refused(let silence):
            // The way there works, for it was refused, and nothing comes back: nobody is there. A firewall may refuse
            // too, so that alone says nothing.
            guard phase == .reconnecting, silence >= limits.refusal else { return [] }
            return enter(.failed(Self.lost("its program is gone")), now) + [.stop]
        case .goodbye(let reason): return enter(.closed(byOther: true, reason: reason), now) + [.stop]
        case .opened:
            isOpen = true
            return parting.map { part($0.reason, now) } ?? []
        case .close(let reason):
            // Else the other side would wait for as long as connecting may take. A channel that has not come soon after the
            // connection never will.
            let mayOpen = phase == .connecting ? isDescribed : isEstablished && now - since < limits.parting
            guard !isOpen, mayOpen, limits.parting > 0 else { return part(reason, now) }
            if parting == nil { parting = Parting(reason: reason, since: now) }
            return []
        case .fail(let error): return enter(.failed(error), now) + [.stop]
        }
    }

    private mutating func take(_ link: Link, _ now: Int64) -> [Effect] {
        switch link {
        case .connecting: return []
        case .connected:
            // Silence brought it to reconnecting; only something that comes brings it back.
            guard phase == .connecting || phase == .gathering else { return [] }
            return enter(.connected, now)
        case .disconnected:
            guard phase == .connected else { return [] }
            return enter(.reconnecting, now)
        case .failed:
            if isEstablished { return enter(.failed(Self.lost("the connection broke")), now) + [.stop] }
            return enter(.failed(Self.unreachable("no way between the two sides works")), now) + [.stop]
        }
    }

    private mutating func part(_ reason: String, _ now: Int64) -> [Effect] {
        let goodbye: [Effect] = isOpen ? [.sayGoodbye(reason: reason)] : []
        return goodbye + enter(.closed(byOther: false, reason: reason), now) + [.stop]
    }

    private mutating func tick(_ silence: Int64, _ now: Int64) -> [Effect] {
        if let parting, now - parting.since >= limits.parting { return part(parting.reason, now) }
        switch phase {
        case .gathering where isSearching && now - since >= limits.gathering: return take(.gathered, now)
        case .gathering where !isSearching && now - since >= limits.connecting:
            return enter(.failed(.failed("this machine is too busy to make keys")), now) + [.stop]
        // Waiting for an answer is signalling's affair: somebody may have to take the call first.
        case .connecting where isDescribed && now - since >= limits.connecting:
            let seconds = limits.connecting / 1_000_000_000
            return enter(.failed(Self.unreachable("it did not answer within \(seconds) s")), now) + [.stop]
        case .connected where silence >= limits.interruption: return enter(.reconnecting, now)
        case .reconnecting where silence >= limits.loss:
            let seconds = limits.loss / 1_000_000_000
            return enter(.failed(Self.lost("nothing came from it for \(seconds) s")), now) + [.stop]
        case .reconnecting where silence < limits.interruption: return enter(.connected, now)
        default: return []
        }
    }

    private mutating func enter(_ phase: Phase, _ now: Int64) -> [Effect] {
        self.phase = phase
        since = now
        return [.announce]
    }

    private static func lost(_ why: String) -> PeerError {
        PeerError(.peerLost, "lost the other side", why: why, remedy: "check its network, then call again")
    }

    private static func unreachable(_ why: String) -> PeerError {
        PeerError(.unreachable, "can't reach the other side", why: why, remedy: "check the network and the firewall")
    }
}
