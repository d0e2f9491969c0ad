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
        case .button(let button): press(button)
        case .motion(let motion): moved(motion)
        case .enter(_, let position, _): hover(at: position)
        case .leave(_, isGrab: false): leave()
        // Another program took the pointer, or the window went: the drag is over where it is.
        case .leave(_, isGrab: true), .unmap:
            endDrag()
            hover.cancelPress()
            leave()
        default: break
        }
    }

    private func press(_ button: ServerEvent.Button) {
        guard button.button == 1 else { return }
        guard button.isPress else { return release(button) }
        if hover.press(at: button.position) { return }
        let zone = ResizeZone(at: button.position, in: presenter.rect.size)
        drag = WindowDrag(start: presenter.rect, pointer: button.rootPosition, zone: zone)
        hover.isHeld = true
    }

    private func release(_ button: ServerEvent.Button) {
        guard let drag else {
            switch hover.release(at: button.position) {
            case .control(.close): onClose?()
            case .control(.restore): onRestore?()
            case .control(let control): report(.pressed(control))
            case .seek(let place): report(.sought(to: place))
            case nil: break
            }
            return
        }
        endDrag()
        if !Rect(size: presenter.rect.size).contains(button.position) { leave() }
        if !drag.hasMoved { click(button) }
    }

    private func click(_ button: ServerEvent.Button) {
        if let last = lastClick, button.time &- last.time < Self.doubleClickTime,
            abs(button.rootPosition.x - last.position.x) < 5, abs(button.rootPosition.y - last.position.y) < 5
        {
            lastClick = nil
            onRestore?()
        } else {
            lastClick = (button.time, button.rootPosition)
        }
    }

    private func moved(_ motion: ServerEvent.Motion) {
        guard drag != nil else { return hover(at: motion.position) }
        // The release may have gone elsewhere.
        guard motion.isLeftDown else { return endDrag() }
        let limits = SizeLimits(workArea: workArea.size)
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
        put(at: rect)
        hover.pointerMoved(to: motion.position)
    }

    func endDrag() {
        guard let drag else { return }
        self.drag = nil
        hover.isHeld = false
        setPointer(.arrow)
        // Wholly visible after every drop.
        if drag.hasMoved { put(at: clamp(presenter.rect, into: workArea)) }
    }

    // MARK: Hovering

    private func hover(at position: Point) {
        hover.pointerMoved(to: position)
        let zone = ResizeZone(at: position, in: presenter.rect.size)
        setPointer(hover.controls.hovered != nil ? .hand : zone.map { PointerShape($0) } ?? .arrow)
    }

    private func leave() {
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
