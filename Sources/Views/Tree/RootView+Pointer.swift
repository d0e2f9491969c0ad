import Foundation

extension RootView {
    /// Takes what the pointer did.
    public func handle(_ event: PointerEvent) {
        switch event.phase {
        case .down:
            pointer = event.location
            updateHover()
            hideTip()
            pressDown(event)
        case .moved:
            pointer = event.location
            if let press {
                if press.response != .ignored { press.view?.pointerMoved(event) }
                for gesture in press.gestures where isWatching(gesture) { gesture.move(event) }
            } else {
                updateHover()
                for view in hovered.compactMap(\.view) { view.pointerHovered(event) }
            }
        case .up:
            pointer = event.location
            pressUp(event)
            updateHover()
        case .left:
            // During a press the pointer is grabbed: it is still ours outside the window.
            pointer = nil
            if press == nil { updateHover() }
        case .cancelled:
            cancelPress()
            updateHover()
        }
    }

    /// Takes a turn of the wheel: the innermost view that wants it.
    ///
    /// - Returns: false when no view wanted it.
    @discardableResult public func handle(_ event: ScrollEvent) -> Bool {
        hideTip()
        var view = hitTest(event.location)
        while let current = view {
            if current.scrolled(event) { return true }
            view = current.superview
        }
        return false
    }

    /// Ends the press under way without effect, as a lost grab does (spec C7). Nothing when there is none.
    public func cancelPress() {
        guard let old = press else { return }
        press = nil
        if old.response != .ignored { old.view?.pointerCancelled() }
        for gesture in old.gestures { gesture.cancel() }
    }

    /// True while a button is held on a view.
    public var isPressed: Bool { press != nil }

    private func pressDown(_ event: PointerEvent) {
        // A second button during a press is not a second press.
        guard press == nil, let hit = hitTest(event.location) else { return }
        let chain = Self.chain(of: hit)
        var holder: View?
        var response = PointerResponse.ignored
        for view in chain {
            response = view.pointerDown(event)
            if response != .ignored {
                holder = view
                break
            }
        }
        var target: View? = holder ?? hit
        while let view = target, !view.canBecomeFocused { target = view.superview }
        focus(target, visibly: false)
        let gestures = chain.flatMap(\.gestures).filter { gesture in
            gesture.isEnabled && gesture.button == event.button && gesture.view != nil
                && (response == .ignored || (response == .press && !gesture.yieldsToPress)
                    // A gesture of the pressed view itself, or of one inside it, is meant to be there.
                    || (response == .press && holder.map { gesture.view?.isDescendant(of: $0) == true } == true))
        }
        press = Press(button: event.button, view: holder ?? hit, response: response, gestures: gestures)
        for gesture in gestures where isWatching(gesture) { gesture.press(event) }
    }

    private func pressUp(_ event: PointerEvent) {
        guard let old = press, old.button == event.button else { return }
        if old.response != .ignored { old.view?.pointerUp(event) }
        for gesture in old.gestures where isWatching(gesture) { gesture.release(event) }
        press = nil
    }

    private func isWatching(_ gesture: Gesture) -> Bool {
        press?.gestures.contains { $0 === gesture } == true && gesture.isEnabled
    }

    /// `gesture` has made something out: the press is its own from now on.
    func take(_ gesture: Gesture) {
        guard var current = press, current.gestures.contains(where: { $0 === gesture }) else { return }
        let others = current.gestures.filter { $0 !== gesture }
        let pressed = current.response == .ignored ? nil : current.view
        current.gestures = [gesture]
        current.response = .ignored
        press = current
        for other in others { other.lose() }
        pressed?.pointerCancelled()
    }

    static func chain(of view: View) -> [View] {
        Array(sequence(first: view) { $0.superview })
    }

    // MARK: Hover

    /// Looks anew at what is under the pointer, after the tree has changed.
    func refreshHover() { if press == nil { updateHover() } }

    private func updateHover() {
        let hit = pointer.flatMap { hitTest($0) }
        let chain = hit.map(Self.chain(of:)) ?? []
        let old = hovered.compactMap(\.view)
        guard old.count != chain.count || zip(old, chain).contains(where: { $0 !== $1 }) else { return }
        hovered = chain.map { Weak(view: $0) }
        for view in old where !chain.contains(where: { $0 === view }) { view.pointerExited() }
        for view in chain.reversed() where !old.contains(where: { $0 === view }) { view.pointerEntered() }
        planTip(for: chain.first { $0.toolTip?.isEmpty == false })
    }

    // MARK: Tool tips

    /// Seconds the pointer rests before the tool tip shows.
    static var tipDelay: Double { 0.6 }

    private func planTip(for view: View?) {
        hideTip()
        guard let view else { return }
        tip.alarm = animator.clock.after(Self.tipDelay) { [weak self, weak view] in
            guard let self, let view, view.root === self, let text = view.toolTip else { return }
            let new = TipView(text: text)
            let place = view.convert(view.bounds)
            let size = new.sizeThatFits(bounds.size)
            // Above, as the hand covers what is below; below when there is no room.
            let above = place.minY - size.height - 8
            let box = CGRect(
                x: place.midX - size.width / 2, y: above >= 4 ? above : place.maxY + 8, width: size.width,
                height: size.height)
            new.frame = box.moved(into: bounds.insetBy(dx: 4, dy: 4))
            tip.view = new
            addSubview(new)
        }
    }

    func hideTip() {
        tip.alarm = nil
        tip.view?.removeFromSuperview()
        tip.view = nil
    }
}
