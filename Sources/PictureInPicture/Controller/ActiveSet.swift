/// The controllers that have a window, and the one order in which things happen to them (spec S5, S8).
///
/// It alone keeps a controller alive while its window lives, from `willStart` to `didStop` or `failedToStart`. All events
/// of all controllers go through one queue: whatever a delegate starts or stops inside a callback happens after it,
/// and one session's `didStop` never interleaves with another's `willStart`. Main actor.
@MainActor public final class ActiveSet {
    private var members: [PictureInPictureController] = []
    private var queue: [@MainActor () -> Void] = []
    private var isDraining = false

    /// A set without controllers.
    public init() {}

    /// Those that have a window or are about to, in order of starting.
    public var controllers: [PictureInPictureController] { members }
    /// How many those are.
    public var count: Int { members.count }

    /// The one in a place; nil when the place is free.
    public func occupant(of slot: WindowSlot) -> PictureInPictureController? {
        members.first { $0.kind.slot == slot }
    }

    /// True when it is among them.
    public func contains(_ controller: PictureInPictureController) -> Bool { members.contains { $0 === controller } }

    /// How many views float.
    var viewCount: Int { members.count { $0.kind.slot.isView } }

    func insert(_ controller: PictureInPictureController) {
        if !contains(controller) { members.append(controller) }
    }

    func remove(_ controller: PictureInPictureController) { members.removeAll { $0 === controller } }

    /// Runs `work` after all that was posted before; at once when nothing is under way.
    func post(_ work: @escaping @MainActor () -> Void) {
        queue.append(work)
        guard !isDraining else { return }
        isDraining = true
        defer { isDraining = false }
        var next = 0
        while next < queue.count {
            let work = queue[next]
            next += 1
            work()
        }
        queue.removeAll(keepingCapacity: true)
    }
}
