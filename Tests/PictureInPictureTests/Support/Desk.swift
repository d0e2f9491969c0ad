import Geometry
import PictureInPicture

/// A server of the policy's own: windows in order, which carries effects out and tells what they did.
struct Desk {
    struct Item {
        var id: UInt
        var rect: Rect
        var isMapped: Bool
        var isOverrideRedirect: Bool
    }
    private(set) var state = StackingState()
    private var items: [Item] = []
    private var queue: [StackingEvent] = []
    private var alarm: Double?
    /// What an inspection would find.
    var findings: [UInt: WindowFindings] = [:]
    /// Called when our window was put above another: it may raise that again.
    var rival: ((inout Desk, UInt) -> Void)?
    private(set) var now = 0.0
    private(set) var effects: [StackingEffect] = []
    private(set) var restackTimes: [Double] = []
    private(set) var mostQuestions = 0
    var restacks: Int { restackTimes.count }
    /// How often it was asked what a window is.
    var inspections: Int { effects.count { if case .inspect = $0 { true } else { false } } }
    var order: [UInt] { items.map(\.id) }
    /// The policy's list is the server's.
    var isInStep: Bool { state.windows.map(\.id) == order }

    /// A screen with our window 100 on it, kept.
    init(isEmpty: Bool = false) {
        send(.screen(Rect(x: 0, y: 0, width: 1280, height: 800), monitors: []))
        guard !isEmpty else { return }
        place(100, Rect(x: 1000, y: 640, width: 256, height: 144), true, WindowFindings())
        begin(keeping: 100)
        run()
    }

    /// Puts a mapped window on the server before the policy looks.
    mutating func place(_ id: UInt, _ rect: Rect, _ isOverrideRedirect: Bool, _ found: WindowFindings) {
        items.append(Item(id: id, rect: rect, isMapped: true, isOverrideRedirect: isOverrideRedirect))
        findings[id] = found
    }

    /// The policy lists the windows and keeps one.
    mutating func begin(keeping id: UInt) {
        send(.listed(order))
        send(.kept(id))
    }

    mutating func send(_ event: StackingEvent) { queue.append(event) }

    func isMapped(_ id: UInt) -> Bool { items.contains { $0.id == id && $0.isMapped } }
    func item(_ id: UInt) -> Item? { items.first { $0.id == id } }

    // MARK: What other programs do

    mutating func appear(_ id: UInt, _ rect: Rect, _ isOverrideRedirect: Bool, _ found: WindowFindings) {
        create(id, rect, isOverrideRedirect, found)
        map(id)
    }

    mutating func create(_ id: UInt, _ rect: Rect, _ isOverrideRedirect: Bool, _ found: WindowFindings) {
        guard item(id) == nil else { return }
        items.append(Item(id: id, rect: rect, isMapped: false, isOverrideRedirect: isOverrideRedirect))
        findings[id] = found
        send(.created(id, rect, isOverrideRedirect: isOverrideRedirect))
    }

    mutating func map(_ id: UInt) {
        guard let index = items.firstIndex(where: { $0.id == id }), !items[index].isMapped else { return }
        items[index].isMapped = true
        send(.mapped(id, isOverrideRedirect: items[index].isOverrideRedirect))
    }

    mutating func unmap(_ id: UInt) {
        guard let index = items.firstIndex(where: { $0.id == id }), items[index].isMapped else { return }
        items[index].isMapped = false
        send(.unmapped(id))
    }

    mutating func vanish(_ id: UInt) {
        unmap(id)
        items.removeAll { $0.id == id }
        send(.left(id))
    }

    mutating func raise(_ id: UInt) { put(id, at: items.count) }
    mutating func lower(_ id: UInt) { put(id, at: 0) }

    mutating func move(_ id: UInt, to rect: Rect) {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return }
        items[index].rect = rect
        tell(id)
    }

    private mutating func put(_ id: UInt, at place: Int) {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return }
        let item = items.remove(at: index)
        let place = place > index ? place - 1 : place
        items.insert(item, at: place)
        if place != index { tell(id) }
    }

    private mutating func tell(_ id: UInt) {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return }
        let item = items[index]
        send(
            .configured(
                id, item.rect, above: index == 0 ? 0 : items[index - 1].id,
                isOverrideRedirect: item.isOverrideRedirect))
    }

    // MARK: Time

    /// Deals with all that happened, until nothing is left to do now.
    mutating func run() {
        var isFirst = true
        while isFirst || !queue.isEmpty {
            isFirst = false
            let events = queue
            queue = []
            for event in events { _ = state.take(event) }
            let due = state.take(.settled(at: now))
            mostQuestions = max(mostQuestions, due.count)
            effects += due
            for effect in due { perform(effect) }
        }
    }

    /// Lets time pass, and does what is due on the way.
    ///
    /// - Parameter early: how much too soon alarms ring, the first time, in seconds.
    mutating func advance(_ seconds: Double, early: Double = 0) {
        let end = now + seconds
        var early = early
        run()
        while let due = alarm, due <= end {
            now = max(now, due - early)
            early = 0
            alarm = nil
            run()
        }
        now = end
        run()
    }

    private mutating func perform(_ effect: StackingEffect) {
        switch effect {
        case .restack(let id, let sibling):
            restackTimes.append(now)
            if let index = items.firstIndex(where: { $0.id == sibling }) { put(id, at: index + 1) }
            send(.restackSettled(id))
            let answer = rival
            answer?(&self, sibling)
        case .hide(let id): unmap(id)
        case .show(let id): map(id)
        case .wake(let time): alarm = time
        case .glance(let id):
            let found = item(id).map {
                WindowGlance($0.rect, isMapped: $0.isMapped, isOverrideRedirect: $0.isOverrideRedirect)
            }
            send(.glanced(id, found))
        case .inspect(let id): send(.inspected(id, item(id) == nil ? .nothing : findings[id] ?? .nothing))
        case .list: send(.listed(order))
        case .contested, .coverage: break
        }
    }
}
