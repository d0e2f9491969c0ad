public import Geometry
public import PictureInPicture
public import Views
import XServer

// What the life cycle sees of it, and how it comes and goes.
extension MiniWindow {
    /// The X identifier, for scripts and recorders.
    public var identifier: UInt { id.rawValue }

    /// What its controls show. Kind, pointer, keyboard and screen edges are its own: they stay when this is set.
    public var controls: MiniControls {
        get { hover.controls }
        set { hover.set(newValue) }
    }

    /// Takes the shape of the picture; the longer side and the corner it sits in stay (spec M8).
    public func reshape(to contentSize: Size) { setPictureSize(contentSize) }

    /// Goes. `.fade` takes 0.2 s where a compositor is present, `.move` 0.25 s; then `closed` is reported. A second exit
    /// changes nothing, except that `.atOnce` is at once.
    public func close(_ exit: FloatingWindowExit) {
        guard !isGone else { return }
        if exit == .atOnce { return close() }
        guard !isLeaving else { return }
        endDrag()
        closeMenu()
        releaseKeyboard()
        isPeeking = false
        if isStashed {
            stashEdge = nil
            presenter.setCover(nil)
        }
        hover.cancelPress()
        hover.pointerLeft()
        isLeaving = true
        animator.cancel(moveKey)
        // Whoever lets go of it now finds it gone all the same.
        let leave: () -> Void = { [self] in leaveNow() }
        guard isMapped, !reducesMotion, !desktop.server.isBroken else { return leave() }
        switch exit {
        case .move(let rect) where !rect.isEmpty:
            animator.finish(fadeKey)
            move(to: rect, then: leave)
        case .fade where hasCompositor: fade(to: 0, then: leave)
        case .move, .fade, .atOnce: leave()
        }
    }

    private func leaveNow() {
        guard !isGone else { return }
        dismantle()
        post.send(.closed)
    }

    /// Something such as a screen locker hides it, or does so no more (spec M3).
    public func setSuspended(_ isSuspended: Bool) {
        if isSuspended {
            closeMenu()
            releaseKeyboard()
            endDrag()
        }
        report(.suspended(isSuspended))
    }

    // MARK: Reporting

    func report(_ event: FloatingWindowEvent) { post.send(event) }

    func deliver(_ event: FloatingWindowEvent) {
        delegate?.floatingWindow(self, did: event)
        if event == .closed { post.silence() }
    }

    // MARK: Moving

    var moveKey: Animator.Key { Animator.Key(self, "rect") }
    private var fadeKey: Animator.Key { Animator.Key(self, "opacity") }

    /// It is on its way to where it belongs, or out.
    var isMoving: Bool { animator.isRunning(moveKey) }

    func stopMoving() {
        animator.cancel(moveKey)
        animator.finish(fadeKey)
    }

    /// Moves and sizes it step by step from where it is; the video goes on meanwhile.
    func move(to end: Rect, then done: @escaping () -> Void = {}) {
        let (start, shape, duration) = (presenter.rect, aspect, Theme.Motion.move)
        if !isLeaving { retarget(end) }
        let place: (Double) -> Bool = { [weak self] share in
            self?.presenter.place(morph(start, into: end, aspect: shape, share: share))
            self?.layOutControls()
            return self != nil
        }
        animator.run(
            moveKey, duration: reducesMotion ? 0 : duration, step: { place(Easing.easeOut($0 / duration)) },
            finish: { place(1) }, completion: { if $0 { done() } })
    }

    /// Fades it from how it is, in shares of the opacity it was opened with.
    func fade(to end: Double, then done: @escaping () -> Void = {}) {
        let (start, duration) = (visibleShare, Theme.Motion.fade)
        animator.run(
            fadeKey, duration: reducesMotion ? 0 : duration,
            step: { [weak self] time in
                self?.setVisibleShare(start + (end - start) * Easing.easeInOut(time / duration))
                return self != nil
            },
            finish: { [weak self] in
                self?.setVisibleShare(end)
                return self != nil
            }, completion: { if $0 { done() } })
    }

    /// How opaque it is now.
    var shownOpacity: Double { isPeeking ? 0.1 : opacity * visibleShare }

    func setVisibleShare(_ share: Double) {
        guard !isGone else { return }
        visibleShare = share
        desktop.server.setOpacity(id, shownOpacity)
        shadow?.setOpacity(shownOpacity)
        desktop.flush()
    }

    /// A compositor is present: opacity is seen. Some round trips, for opening and closing only.
    var hasCompositor: Bool {
        desktop.server.sync()
        desktop.lookForCompositor()
        return desktop.hasCompositor
    }
}
