public import Geometry
import PictureInPicture
import Views
import XServer

// Where it is put: by hand, by a throw, by the wheel, and by monitors that come and go.
extension MiniWindow {
    /// How much one notch of the wheel makes it larger.
    private static let notch = 1.08

    /// Where it is under a pointer that drags it: drawn to the edges of the monitor that the pointer is on, unless
    /// Shift is held.
    func dragged(_ rect: Rect, pointer: Point, modifiers: KeyModifiers) -> Rect {
        guard !modifiers.contains(.shift) else { return rect }
        let area = placer.workArea(holding: Rect(origin: pointer, size: Size(1, 1)))
        return placer.policy.magnet.drawn(rect, in: area)
    }

    /// It was let go: it flies to the corner it was thrown to, or rests where it is, wholly visible (spec M5).
    func drop(_ rect: Rect, velocity: (dx: Double, dy: Double), isFree: Bool) {
        let (area, magnet) = (placer.workArea(holding: rect), placer.policy.magnet)
        if let corner = magnet.thrown(rect, by: velocity, in: area) {
            fly(to: corner, velocity: velocity)
        } else {
            put(at: isFree ? clamp(rect, into: area) : magnet.settled(rect, in: area))
        }
        keepPlace()
    }

    /// Remembers where it is now, or is going, as the user's will.
    func keepPlace() {
        let monitor = placer.monitor(holding: goal)
        displaced = nil
        home = monitor.identity
        placer.remember(kind, goal, on: monitor)
    }

    /// Makes it larger or smaller by notches of the wheel; the corner it sits in stays (spec M6).
    func scroll(_ notches: Int) {
        guard drag == nil, !isMoving, !isStashed, !isLeaving else { return }
        var width = Double(goal.width)
        for _ in 0..<abs(notches) { width = notches > 0 ? width * Self.notch : width / Self.notch }
        let size = limits.clamped(width: Int(width.rounded()), aspect: aspect)
        guard size != goal.size else { return }
        put(at: resizedInCorner(goal, to: size, in: workArea))
        keepPlace()
    }

    /// Puts it into a corner of the monitor it is on.
    public func move(toCorner corner: Corner) {
        guard !isLeaving else { return }
        endDrag()
        unstash()
        move(to: place(goal.size, in: corner, of: workArea, margin: placer.policy.magnet.gap))
        keepPlace()
    }

    /// Gives it the size it opens with on this monitor, in the corner it sits in.
    public func resetSize() {
        guard !isLeaving else { return }
        endDrag()
        let size =
            options.size
            ?? firstMiniWindowSize(aspect: aspect, workArea: workArea.size, scale: placer.scale)
        move(to: resizedInCorner(goal, to: size, in: workArea))
        keepPlace()
    }

    /// Moves or grows it by steps of the keyboard; in pixels. It stays wholly visible.
    func nudge(by delta: Point) {
        guard !isStashed, !isLeaving else { return }
        put(at: clamp(goal.offset(by: delta.x, delta.y), into: workArea))
        keepPlace()
    }

    /// Monitors, panels or the scale changed: it is where it belongs at once, wholly visible (spec M7).
    ///
    /// From where it was put, however often they change before it is put elsewhere: a monitor that becomes small for a
    /// while, or goes, costs it neither size nor place.
    func placesChanged(_ before: (monitors: [PlacementMonitor], scale: Double)) {
        guard !isLeaving, !isGone else { return }
        cancelDrag()
        let (start, then) = displaced ?? (goal, before)
        displaced = (start, then)
        let rect = placer.policy.replaced(
            kind, start, aspect: aspect, isExact: options.size != nil, home: home, before: then, now: placer.monitors)
        if let stashEdge {
            retarget(rect)
            showTab(at: stashEdge)
        } else if isMoving {
            move(to: rect)
        } else if rect != presenter.rect {
            put(at: rect)
        }
        layOutControls()
    }

    /// Lets it swing to where it was thrown.
    private func fly(to end: Rect, velocity: (dx: Double, dy: Double)) {
        let (start, spring) = (presenter.rect, Spring())
        let (dx, dy) = (Double(start.x - end.x), Double(start.y - end.y))
        retarget(end)
        animator.run(
            moveKey, duration: reducesMotion ? 0 : spring.duration,
            step: { [weak self] time in
                let x = spring.offset(at: time, distance: dx, velocity: velocity.dx)
                let y = spring.offset(at: time, distance: dy, velocity: velocity.dy)
                self?.presenter.place(
                    Rect(origin: Point(end.x + Int(x.rounded()), end.y + Int(y.rounded())), size: end.size))
                return self != nil
            },
            finish: { [weak self] in
                self?.presenter.place(end)
                self?.layOutControls()
                return self != nil
            }, completion: { _ in })
    }
}
