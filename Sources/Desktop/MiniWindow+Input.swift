import Geometry
import PictureInPicture
import Views
import XServer

// What the pointer does to it.
extension MiniWindow {
    /// How soon a second click makes a double click, in the server's milliseconds.
    private static let doubleClickTime: UInt = 400

    func handleInput(_ event: ServerEvent) {
        switch event {
        case .touch(let touch): touched(touch)
        // The pointer goes where the fingers go, but it is they who act.
        case .button(let button) where touching.isActive && button.button == 1: break
        case .motion where touching.isActive, .enter where touching.isActive,
            .leave(_, isGrab: false) where touching.isActive:
            break
        case .button(let button): press(button)
        case .motion(let motion): moved(motion)
        case .enter(_, let position, _, let time):
            noteEntry(at: time)
            hover(at: position)
        case .leave(_, isGrab: false): leave()
        // Another program took the pointer, or the window went: the drag is over where it is.
        case .leave(_, isGrab: true), .unmap:
            endDrag()
            if isPeeking { isPeeking = false }
            hover.cancelPress()
            leave()
        default: break
        }
    }

    private func press(_ button: ServerEvent.Button) {
        switch button.button {
        case 1: break
        case 2:
            if !isStashed { isPeeking = button.isPress }
            return
        case 3:
            if button.isPress { openMenu(at: button.rootPosition) } else { menu?.release(at: button.rootPosition) }
            return
        case 4, 5:
            if button.isPress { scroll(button.button == 4 ? 1 : -1) }
            return
        default: return
        }
        if isStashed {
            if !button.isPress, Rect(size: presenter.rect.size).contains(button.position) { unstash() }
            return
        }
        guard button.isPress else { return release(button) }
        if hover.press(at: button.position) { return }
        let zone = resizeZone(at: button.position)
        trail = PointerTrail()
        trail.add(button.rootPosition, time: button.time)
        drag = WindowDrag(start: presenter.rect, pointer: button.rootPosition, zone: zone)
        hover.isHeld = true
    }

    private func release(_ button: ServerEvent.Button) {
        guard let drag else {
            return carryOut(hover.release(at: button.position))
        }
        endDrag(at: button)
        if !Rect(size: presenter.rect.size).contains(button.position) { leave() }
        if !drag.hasMoved { click(button) }
    }

    /// Does what a control that was let go of stands for.
    func carryOut(_ press: HoverControls.Press?) {
        switch press {
        case .control(.close): onClose?()
        case .control(.restore): onRestore?()
        case .control(let control): report(.pressed(control))
        case .seek(let place): report(.sought(to: place))
        case nil: break
        }
    }

    private func click(_ button: ServerEvent.Button) {
        if let last = lastClick, button.time &- last.time < Self.doubleClickTime,
            abs(button.rootPosition.x - last.position.x) < 5, abs(button.rootPosition.y - last.position.y) < 5
        {
            lastClick = nil
            releaseKeyboard()
            onRestore?()
        } else {
            lastClick = (button.time, button.rootPosition)
            takeKeyboard()
        }
    }

    private func moved(_ motion: ServerEvent.Motion) {
        if isStashed { return }
        guard drag != nil else { return hover(at: motion.position) }
        // The release may have gone elsewhere.
        guard motion.isLeftDown else { return endDrag() }
        trail.add(motion.rootPosition, time: motion.time)
        let limits = limits
        guard var rect = drag?.move(to: motion.rootPosition, aspect: aspect, limits: limits) else { return }
        if isMoving, let held = drag {
            // The hand wins over a movement of its own: it has its last size at once, under the pointer.
            stopMoving()
            let start = takenInHand(held.start, at: held.pointer, size: goal.size)
            var taken = WindowDrag(start: start, pointer: held.pointer, zone: nil)
            rect = taken.move(to: motion.rootPosition, aspect: aspect, limits: limits) ?? start
            drag = taken
        }
        setPointer(drag?.zone.map { PointerShape($0) } ?? .move)
        if drag?.zone == nil {
            rect = dragged(rect, pointer: motion.rootPosition, modifiers: motion.modifiers)
        }
        displaced = nil
        put(at: rect)
        hover.pointerMoved(to: motion.position)
    }

    /// It is let go, by hand or because somebody took the pointer away: only a hand throws.
    func endDrag(at button: ServerEvent.Button? = nil) {
        endTouch()
        guard let drag else { return }
        cancelDrag()
        guard drag.hasMoved else { return }
        if drag.zone != nil {
            put(at: clamp(presenter.rect, into: placer.workArea(holding: presenter.rect)))
            keepPlace()
        } else {
            drop(
                presenter.rect, velocity: button.map { trail.velocity(at: $0.time) } ?? (0, 0),
                isFree: button?.modifiers.contains(.shift) ?? false)
        }
    }

    /// Nothing is dragged any more; it stays as it is.
    func cancelDrag() {
        forgetTouch()
        drag = nil
        hover.isHeld = false
        setPointer(.arrow)
    }

    private func resizeZone(at position: Point) -> ResizeZone? {
        let scale = placer.scale
        return ResizeZone(
            at: position, in: presenter.rect.size, rim: Int((8 * scale).rounded()), corner: Int((16 * scale).rounded()))
    }

    // MARK: Hovering

    private func hover(at position: Point) {
        if let stashEdge {
            showTab(at: stashEdge, isHovered: true)
            return setPointer(.hand)
        }
        hasWandered = false
        hover.pointerMoved(to: position)
        let zone = resizeZone(at: position)
        setPointer(hover.controls.hovered != nil ? .hand : zone.map { PointerShape($0) } ?? .arrow)
    }

    private func leave() {
        if let stashEdge {
            showTab(at: stashEdge)
            return setPointer(.arrow)
        }
        // What the keyboard does ends with the pointer; its menu is beside it, and is no leaving.
        if menu == nil, !hasWandered { releaseKeyboard() }
        hover.pointerLeft()
        if drag == nil { setPointer(.arrow) }
    }

    private func setPointer(_ shape: PointerShape) {
        guard shape != pointerShape else { return }
        pointerShape = shape
        desktop.server.setPointer(shape, over: id)
        desktop.flush()
    }
}

extension PointerShape {
    /// What the pointer looks like over a zone of the rim.
    fileprivate init(_ zone: ResizeZone) {
        self =
            switch zone {
            case .top: .top
            case .bottom: .bottom
            case .left: .left
            case .right: .right
            case .topLeft: .topLeft
            case .topRight: .topRight
            case .bottomLeft: .bottomLeft
            case .bottomRight: .bottomRight
            }
    }
}
