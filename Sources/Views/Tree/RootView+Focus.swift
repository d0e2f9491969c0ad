extension RootView {
    /// Gives the keyboard to `view`, or to nobody.
    ///
    /// - Parameter visibly: whether the ring is shown: yes when it came by keyboard.
    public func focus(_ view: View?, visibly: Bool = true) {
        let new = view.flatMap { $0.canBecomeFocused && $0.root === self ? $0 : nil }
        let isVisible = visibly && new != nil
        guard new !== focused || isVisible != isFocusVisible else { return }
        let old = focused
        focused = new
        isFocusVisible = isVisible
        if old !== new { old?.focusDidChange() }
        new?.focusDidChange()
        if isVisible, let new {
            for case let scroll as ScrollView in sequence(first: new, next: { $0.superview }) { scroll.reveal(new) }
        }
    }

    /// What the keyboard can reach, in the order of the tab key: the order of the tree.
    public var focusOrder: [View] {
        var order: [View] = []
        func walk(_ view: View) {
            guard !view.isHidden, view.alpha > 0.01, view.isUserInteractionEnabled else { return }
            if view.canBecomeFocused { order.append(view) }
            for child in view.subviews { walk(child) }
        }
        walk(modal ?? self)
        return order
    }

    /// Moves the focus on, around the end.
    ///
    /// - Returns: false when there is nothing to go to.
    @discardableResult public func focusNext(backwards: Bool = false) -> Bool {
        let order = focusOrder
        guard !order.isEmpty else { return false }
        let index = order.firstIndex { $0 === focused }
        let next: Int
        if let index {
            next = (index + (backwards ? order.count - 1 : 1)) % order.count
        } else {
            next = backwards ? order.count - 1 : 0
        }
        focus(order[next], visibly: true)
        return true
    }

    /// Takes a key: Escape ends a press first; then the focused view, or the content, and those that hold it; then Tab moves the focus,
    /// Escape gives it up, and the rest goes to `onUnhandledKey`.
    ///
    /// - Returns: false when nobody wanted it.
    @discardableResult public func handle(_ event: KeyEvent) -> Bool {
        hideTip()
        if event.key == .escape, isPressed {
            cancelPress()
            return true
        }
        // Without a focus the screen as a whole is asked: a key brings its controls back.
        var view = focused ?? modal ?? content
        while let current = view {
            if current.keyDown(event) { return true }
            view = current.superview
        }
        if event.key == .tab, event.modifiers.subtracting(.shift).isEmpty {
            return focusNext(backwards: event.modifiers.contains(.shift))
        }
        // What lies below can't be meant.
        if modal == nil, onUnhandledKey?(event) == true { return true }
        if event.key == .escape, focused != nil {
            focus(nil)
            return true
        }
        return false
    }
}
