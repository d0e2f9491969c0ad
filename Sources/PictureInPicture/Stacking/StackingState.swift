import Geometry

/// The children of the root window, and what our windows among them are due (spec M1 to M3).
///
/// Pure: events go in, effects come out. Its own list follows the server's events one by one, so that no event costs a
/// question about all windows. `take` works in place, for lists of thousands; `reduce` is the same for values.
///
/// The policy, as it was measured under 24 set-ups: above every mapped window with pixels that a manager deals with,
/// unless it is a notification, a tooltip or a menu; below everything else; restacked by a sibling, never raised; not at
/// all over a curtain, which is a bare override-redirect window that covers a monitor.
public struct StackingState: Sendable, Hashable {
    /// What is known of a window of ours.
    struct Keep: Sendable, Hashable {
        let id: UInt
        var budget = RestackBudget()
        /// A restack is on its way.
        var isRestacking = false
        /// It was hidden because of a lock.
        var isHidden = false
        /// The unmapping is on its way.
        var isHiding = false
        /// The fight was told of.
        var isContested = false
    }

    /// All windows, lowest first.
    public internal(set) var windows: [StackedWindow] = []
    /// Which signals say that the screen is locked.
    public internal(set) var signals: Set<LockSignal> = []
    /// A signal or a locker's window says that the screen is locked; as of the last `settled`.
    public internal(set) var isLocked = false

    /// The identifiers of `windows`, for searching: eight bytes each instead of many.
    var ids: [UInt] = []
    /// Which of `windows` are seen, as far as is known: thousands that are not are passed over in no time.
    var shown: [Bool] = []
    var keeps: [Keep] = []
    /// Where the windows are that are kept or watched; empty until that is known.
    var attention: [UInt: Rect] = [:]
    /// Watched windows, and whether they were told to be covered.
    var watched: [UInt: Bool] = [:]
    var screen = Rect.zero
    var monitors: [Rect] = []
    /// Mapped override-redirect windows that cover a monitor.
    var curtains: Set<UInt> = []
    /// Windows to glance at, the most urgent last.
    var unplaced: [UInt] = []
    /// How many questions of each kind are on their way.
    var glancing = 0
    var inspecting = 0
    /// Windows to look at once more, and when.
    var relooks: [UInt: Double?] = [:]
    /// The list contradicts the server.
    var needsList = false
    /// Something changed that may matter.
    var isDirty = false
    /// When somebody has to be looked at again, at the latest.
    var wakeAt: Double?

    /// Nothing is known yet.
    public init() {}

    /// The next state, and what has to be done for it, in order.
    public static func reduce(_ state: StackingState, _ event: StackingEvent) -> (StackingState, [StackingEffect]) {
        var next = state
        let effects = next.take(event)
        return (next, effects)
    }

    /// Takes an event; only `settled` has effects.
    public mutating func take(_ event: StackingEvent) -> [StackingEffect] {
        switch event {
        case .settled(let now): return settle(at: now)
        case .listed(let ids): list(ids)
        case .created(let id, let rect, let isOverrideRedirect):
            add(StackedWindow(id, rect, isMapped: false, isOverrideRedirect: isOverrideRedirect))
        case .configured(let id, let rect, let above, let isOverrideRedirect):
            configure(id, rect, above, isOverrideRedirect)
        case .moved(let id, let origin): change(id) { $0.rect.origin = origin }
        case .mapped(let id, let isOverrideRedirect): map(id, isOverrideRedirect)
        case .unmapped(let id): unmap(id)
        case .left(let id): remove(id)
        case .joined(let id): join(id)
        case .circulated(let id, let toTop): move(id, to: toTop ? windows.count : 0)
        case .glanced(let id, let glance): place(id, glance)
        case .inspected(let id, let findings): note(id, findings)
        case .opacityChanged(let id): change(id) { $0.isStale = true }
        case .restackSettled(let id):
            changeKeep(id) { $0.isRestacking = false }
            isDirty = true
        case .clientsChanged: doubt()
        case .screen(let rect, let monitors):
            screen = rect
            self.monitors = monitors.isEmpty ? [rect] : monitors
            curtains = Set(windows.filter(isCurtainShaped).map(\.id))
            isDirty = true
        case .locked(let signal, let isLocked):
            if isLocked { signals.insert(signal) } else { signals.remove(signal) }
            isDirty = true
        case .kept, .released, .coverageWatched, .coverageUnwatched: attend(event)
        }
        return []
    }

    private mutating func attend(_ event: StackingEvent) {
        isDirty = true
        switch event {
        case .kept(let id) where !isKept(id):
            keeps.append(Keep(id: id))
            curtains.remove(id)
        case .released(let id): keeps.removeAll { $0.id == id }
        case .coverageWatched(let id): watched[id] = watched[id] ?? false
        case .coverageUnwatched(let id): watched[id] = nil
        default: break
        }
        attention = [:]
        for id in keeps.map(\.id) + watched.keys {
            attention[id] = index(of: id).map { windows[$0].isPlaced ? windows[$0].rect : .zero } ?? .zero
        }
    }

    /// It is in the list and mapped.
    public func isMapped(_ id: UInt) -> Bool { index(of: id).map { windows[$0].isMapped } ?? false }

    /// No window is left to look at, and nothing that happened waits to be dealt with.
    public var isSettled: Bool { unplaced.isEmpty && glancing == 0 && inspecting == 0 && !needsList && !isDirty }

    /// A window of ours that is kept above others.
    public func isKept(_ id: UInt) -> Bool { keeps.contains { $0.id == id } }

    /// The place in the list. New windows and those that matter are near the top.
    func index(of id: UInt) -> Int? { ids.lastIndex(of: id) }

    /// The places of the windows that are seen and above a place, lowest first.
    func seen(above place: Int) -> [Int] {
        var places: [Int] = []
        shown.withUnsafeBufferPointer { shown in
            for index in (place + 1)..<max(place + 1, shown.count) where shown[index] { places.append(index) }
        }
        return places
    }

    mutating func changeKeep(_ id: UInt, _ body: (inout Keep) -> Void) {
        guard let index = keeps.firstIndex(where: { $0.id == id }) else { return }
        body(&keeps[index])
    }

    /// It may hide all of a monitor from the user: a locker, a saver, a region to choose, a game.
    public func isCurtainShaped(_ window: StackedWindow) -> Bool {
        window.isOverrideRedirect && window.isSeen && !isKept(window.id)
            && (window.rect.covers(screen) || monitors.contains { window.rect.covers($0) })
    }
}
