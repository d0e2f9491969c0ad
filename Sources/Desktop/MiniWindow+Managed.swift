import Geometry
import XServer

// As a client of the window manager, for managers and users who prefer it (spec M10).
extension MiniWindow {
    /// It is a client of the window manager.
    public var isManaged: Bool { options.isManaged }

    /// What a managed one tells its manager, before it is mapped.
    ///
    /// Above others, on every workspace, in no list, without a frame, and never with the focus: no input (ICCCM 4.1.7) and
    /// a user time of 0 (EWMH 1.5).
    static func makeClient(_ id: WindowID, on desktop: DesktopConnection) {
        let server = desktop.server
        server.setAtoms([.wmDeleteWindow, .wmPing], .wmProtocols, on: id)
        server.setAtoms(
            [.wmStateAbove, .wmStateSticky, .wmStateSkipTaskbar, .wmStateSkipPager], .wmStateEWMH, on: id)
        server.setCardinals([0xffff_ffff], .wmDesktop, on: id)
        server.setCardinals([0], .wmUserTime, on: id)
        server.setUndecorated(id)
    }

    /// Tells the manager which sizes it takes: what belongs to the picture, or to its tab.
    func tellSizes() {
        guard isManaged, !isGone else { return }
        let minimum = isStashed ? Size(1, 1) : limits.clamped(width: 1, aspect: aspect)
        desktop.server.setSizeHints(
            minimum: minimum, size: goal.size, position: goal.origin, isUserSize: true,
            aspect: isStashed || options.size != nil ? nil : aspect, isStatic: true, of: id)
    }

    /// The manager has put it elsewhere, or made it larger or smaller: so be it.
    func wasConfigured(_ rect: Rect, isSynthetic: Bool) {
        // While it is dragged these are the echo of what we ask for ourselves.
        guard isManaged, isMapped, drag == nil, !isLeaving, !isGone else { return }
        var rect = rect
        // In a frame its own place is that in the frame (ICCCM 4.1.5).
        if !isSynthetic {
            guard let facts = desktop.server.facts(of: id) else { return }
            rect = facts.rect
        }
        guard presenter.follow(rect) else { return }
        stopMoving()
        if isStashed { return }
        displaced = nil
        retarget(rect)
    }
}
