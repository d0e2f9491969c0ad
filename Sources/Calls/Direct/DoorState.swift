/// Who is at the door: one caller rings at a time, and two calls run at once at most, of which one is on hold (spec S8).
/// Without a network or a clock. Pure.
///
/// Times are monotonic nanoseconds, which the events that depend on them bring along.
struct DoorState: Sendable, Hashable {
    /// Tells one caller from the others.
    typealias ID = String

    /// Who rings.
    struct Ringing: Sendable, Hashable {
        /// Who.
        let id: ID
        /// Since when.
        let since: Int64
    }
    /// Why somebody is not let in.
    enum Refusal: String, Sendable, Hashable, CaseIterable {
        /// The user does not want to.
        case declined
        /// Another call rings, or as many run as can.
        case busy
        /// Nobody answered in time.
        case missed
        /// The program ends.
        case ending
    }
    /// What happens.
    enum Event: Sendable, Hashable {
        /// Somebody knocks.
        case knock(ID, at: Int64)
        /// The user lets in who rings.
        case accept(ID)
        /// The user does not.
        case decline(ID)
        /// Time passes.
        case time(Int64)
        /// A caller went away before the call was connected.
        case left(ID)
        /// The call is over.
        case over(ID)
        /// So many calls run that did not come in here.
        case others(Int)
        /// Nobody is let in any more.
        case close
    }
    /// What has to be done.
    enum Effect: Sendable, Hashable {
        /// It rings.
        case ring(ID)
        /// It rings no more; with the reason why it was in vain, nil when the call was taken.
        case stopRinging(ID, Refusal?)
        /// The caller is told.
        case refuse(ID, Refusal)
        /// The caller of a call that was taken is gone.
        case lose(ID)
    }

    /// So many calls run at once: the one that is presented, and one on hold.
    static let most = 2

    /// Who rings; nil: nobody.
    private(set) var ringing: Ringing?
    /// Who was let in: their calls are being connected, or run.
    private(set) var taken: Set<ID> = []
    private(set) var others = 0
    private(set) var isClosed = false
    /// For how long it rings.
    let patience: Int64

    init(patience: Int64) { self.patience = patience }

    /// As many calls run as can.
    var isFull: Bool { taken.count + others >= Self.most }

    /// The next state, and what has to be done for it, in order.
    static func reduce(_ state: DoorState, _ event: Event) -> (DoorState, [Effect]) {
        var next = state
        let effects = next.take(event)
        return (next, effects)
    }

    private mutating func take(_ event: Event) -> [Effect] {
        switch event {
        case .knock(let id, let now):
            if isClosed { return [.refuse(id, .ending)] }
            guard ringing == nil, !isFull else { return [.refuse(id, .busy)] }
            ringing = Ringing(id: id, since: now)
            return [.ring(id)]
        case .accept(let id):
            guard rings(id) else { return [] }
            ringing = nil
            taken.insert(id)
            return [.stopRinging(id, nil)]
        case .decline(let id): return rings(id) ? refuse(id, .declined) : []
        case .time(let now):
            guard let ringing, now - ringing.since >= patience else { return [] }
            return refuse(ringing.id, .missed)
        case .left(let id):
            // The connection still has to be let go.
            if rings(id) { return refuse(id, .missed) }
            return taken.contains(id) ? [.lose(id)] : []
        case .over(let id):
            taken.remove(id)
            return []
        case .others(let count):
            others = count
            // A call was begun here rather than the one that rings taken, and there is no room for a third.
            guard let ringing, isFull else { return [] }
            return refuse(ringing.id, .busy)
        case .close:
            isClosed = true
            guard let ringing else { return [] }
            return refuse(ringing.id, .ending)
        }
    }

    private func rings(_ id: ID) -> Bool { ringing?.id == id }

    private mutating func refuse(_ id: ID, _ why: Refusal) -> [Effect] {
        ringing = nil
        return [.stopRinging(id, why), .refuse(id, why)]
    }
}
