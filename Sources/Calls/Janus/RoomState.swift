/// What this side knows of a room of many and has to do about it, without a server, a network or a clock. Pure.
///
/// Times are monotonic nanoseconds, which every event brings along.
struct RoomState: Sendable, Hashable {
    /// How far it is.
    enum Phase: Sendable, Hashable {
        case idle
        /// A session is being made.
        case opening
        /// The room was asked to let this side in.
        case joining
        /// This side is in, and its sound and pictures are on their way.
        case joined
        case over
    }
    /// Whether what somebody sends comes here.
    enum Line: Sendable, Hashable {
        /// They send nothing.
        case none
        /// There are too many already.
        case waiting
        case connecting
        case up
        /// It broke and is tried again in a moment.
        case retrying
        /// It was tried often enough.
        case failed
    }
    /// Somebody else in the room.
    struct Member: Sendable, Hashable {
        let id: JanusID
        var name = ""
        var streams: [RoomPublisher.Stream] = []
        var isSpeaking = false
        /// Pictures came within the last two seconds.
        var hasPictures = false
        var line = Line.none
        var attempts = 0

        /// The streams that are asked for: the first sound and the first pictures, by the server's names.
        var wanted: [String] {
            ["audio", "video"].compactMap { type in
                streams.first { $0.type == type && $0.disabled != true && $0.mid != nil }?.mid
            }
        }
        var isMicrophoneOn: Bool { streams.contains { $0.type == "audio" && !$0.isOff } }
        /// What they send is a shared screen.
        var isScreen: Bool {
            streams.contains { $0.type == "video" && $0.description == RoomPublisher.Stream.screen }
        }
        var isSharingScreen: Bool { isCameraOn && isScreen }
        var isCameraOn: Bool {
            hasPictures && line == .up && streams.contains { $0.type == "video" && !$0.isOff }
        }
    }
    /// More connections than a machine is meant to have at once: the others are shown by their names.
    static let mostLines = 24
    /// So often a connection to one of them is tried.
    static let mostAttempts = 3
    /// Nanoseconds: to be let in, and of silence of the server before it counts as lost.
    static let limits = (joining: Int64(15_000_000_000), silence: Int64(4_000_000_000))

    private(set) var phase = Phase.idle
    /// In order of arrival.
    private(set) var members: [Member] = []
    private(set) var me: JanusID?
    /// Other senders of this side.
    private var others: Set<JanusID> = []
    private var since: Int64 = 0
    private var isLinked = false
    private var silence: Silence?
    /// What was told last.
    private var isConnected = false
    private var wasConnected = false
    private var hasToldCrowd = false

    private struct Silence: Sendable, Hashable {
        var since: Int64
        var words: String
    }

    /// A room that was not asked for.
    init() {}

    /// The next state, and what has to be done for it, in order.
    static func reduce(_ state: RoomState, _ event: RoomEvent, at now: Int64) -> (RoomState, [RoomEffect]) {
        var next = state
        let effects = next.take(event, now)
        return (next, effects)
    }

    private mutating func take(_ event: RoomEvent, _ now: Int64) -> [RoomEffect] {
        guard phase != .over else { return [] }
        switch event {
        case .begin:
            guard phase == .idle else { return [] }
            phase = .opening
            since = now
            return [.open]
        case .opened:
            guard phase == .opening else { return [] }
            phase = .joining
            return [.join]
        case .joined(let me, let publishers, let attendees):
            guard phase == .joining else { return [] }
            phase = .joined
            self.me = me
            // Whoever was heard of under this side's own name is this side.
            members.removeAll { $0.id == me }
            return [.publish] + attendees.flatMap { arrive($0) } + publishers.flatMap { publish($0) }
        case .publishers(let all): return all.flatMap { publish($0) }
        case .arrived(let somebody): return arrive(somebody)
        case .unpublished(let id): return unpublish(id)
        case .left(let id): return leave(id)
        case .own(let id):
            others.insert(id)
            // Somebody may have told of it sooner.
            return index(id) == nil ? [] : leave(id)
        case .talking(let id, let isSpeaking): return change(id) { $0.isSpeaking = isSpeaking }
        case .pictures(let id, let come): return change(id) { $0.hasPictures = come }
        case .lineUp(let id):
            return change(id) {
                if $0.line == .connecting { $0.line = .up }
                $0.attempts = 0
            }
        case .lineBroke(let id, let why): return lineBroke(id, why)
        case .lineRetry(let id):
            guard let index = index(id), members[index].line == .retrying else { return [] }
            members[index].line = .waiting
            return fillLines()
        case .link(let isUp):
            isLinked = isUp
            return tellConnection()
        case .silent(let words):
            if silence == nil { silence = Silence(since: now, words: words) }
            return tellConnection()
        case .heard:
            silence = nil
            return tellConnection()
        case .tick: return tick(now)
        case .closed(let words): return end([.warn(words), .hungUp])
        case .failed(let words): return end([wasConnected ? .lose(words) : .fail(words)])
        case .refused(let words): return end([.fail(words)])
        case .leave: return end([])
        }
    }

    // MARK: Who is there

    private func index(_ id: JanusID) -> Int? { members.firstIndex { $0.id == id } }

    private mutating func change(_ id: JanusID, _ body: (inout Member) -> Void) -> [RoomEffect] {
        guard let index = index(id) else { return [] }
        let before = members[index]
        body(&members[index])
        return members[index] == before ? [] : [.show(members[index])]
    }

    private mutating func arrive(_ somebody: RoomPublisher) -> [RoomEffect] {
        guard somebody.id != me, !others.contains(somebody.id) else { return [] }
        let name = Self.name(somebody.display)
        if index(somebody.id) != nil { return change(somebody.id) { if let name { $0.name = name } } }
        var member = Member(id: somebody.id)
        member.name = name ?? "Somebody"
        members.append(member)
        return [.show(member)]
    }

    private mutating func publish(_ somebody: RoomPublisher) -> [RoomEffect] {
        var effects = arrive(somebody)
        guard let index = index(somebody.id) else { return effects }
        let before = members[index]
        members[index].streams = Array((somebody.streams ?? []).prefix(16))
        if let talking = somebody.talking { members[index].isSpeaking = talking }
        if members[index].wanted != before.wanted {
            if before.line == .connecting || before.line == .up { effects.append(.unsubscribe(somebody.id)) }
            members[index].line = members[index].wanted.isEmpty ? .none : .waiting
            members[index].attempts = 0
            members[index].hasPictures = false
        }
        if members[index] != before { effects.append(.show(members[index])) }
        return effects + fillLines()
    }

    private mutating func unpublish(_ id: JanusID) -> [RoomEffect] {
        guard let index = index(id) else { return [] }
        let hadLine = members[index].line == .connecting || members[index].line == .up
        let effects = change(id) {
            $0.streams = []
            $0.line = .none
            $0.hasPictures = false
            $0.isSpeaking = false
        }
        return (hadLine ? [.unsubscribe(id)] : []) + effects + fillLines()
    }

    private mutating func leave(_ id: JanusID) -> [RoomEffect] {
        if id == me, phase == .joined { return end([.fail("this side was sent out of the room")]) }
        guard let index = index(id) else { return [] }
        let line = members.remove(at: index).line
        return (line == .connecting || line == .up ? [.unsubscribe(id)] : []) + [.hide(id)] + fillLines()
    }

    // MARK: What comes from them

    private mutating func fillLines() -> [RoomEffect] {
        guard phase == .joined else { return [] }
        var count = members.count { $0.line == .connecting || $0.line == .up || $0.line == .retrying }
        var effects: [RoomEffect] = []
        for index in members.indices where members[index].line == .waiting {
            guard count < Self.mostLines else {
                if !hasToldCrowd {
                    hasToldCrowd = true
                    effects.append(
                        .warn("more than \(Self.mostLines) people send: the others are shown by their names"))
                }
                break
            }
            members[index].line = .connecting
            members[index].attempts += 1
            count += 1
            effects.append(.subscribe(members[index].id, members[index].wanted))
        }
        return effects
    }

    private mutating func lineBroke(_ id: JanusID, _ why: String) -> [RoomEffect] {
        guard let index = index(id), members[index].line == .connecting || members[index].line == .up else { return [] }
        let canRetry = members[index].attempts < Self.mostAttempts
        members[index].line = canRetry ? .retrying : .failed
        members[index].hasPictures = false
        let member = members[index]
        let next: RoomEffect =
            canRetry
            ? .retry(id, seconds: Double(max(1, member.attempts)))
            : .warn("can't receive \(member.name): \(why)")
        return [.unsubscribe(id), .show(member), next] + (canRetry ? [] : fillLines())
    }

    // MARK: The connection

    private mutating func tellConnection() -> [RoomEffect] {
        let now = phase == .joined && isLinked && silence == nil
        guard now != isConnected else { return [] }
        isConnected = now
        guard now || wasConnected else { return [] }
        wasConnected = true
        return [now ? .connected : .interrupted]
    }

    private mutating func tick(_ now: Int64) -> [RoomEffect] {
        if let silence, now - silence.since >= Self.limits.silence {
            return end([wasConnected ? .lose(silence.words) : .fail(silence.words)])
        }
        let isWaiting = phase == .opening || phase == .joining
        if isWaiting, now - since >= Self.limits.joining {
            let seconds = Self.limits.joining / 1_000_000_000
            return end([.fail("the server has not let this side into the room within \(seconds) s")])
        }
        return []
    }

    private mutating func end(_ effects: [RoomEffect]) -> [RoomEffect] {
        phase = .over
        members = []
        return effects + [.close]
    }

    /// What others call themselves, in one line that fits; nil when nothing is left of it.
    private static func name(_ text: String?) -> String? {
        guard let text else { return nil }
        let line = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : String($0) }.joined()
            .split(separator: " ").joined(separator: " ")
        return line.isEmpty ? nil : String(line.prefix(80))
    }
}
