/// Shows controls while they are wanted: when the pointer moves, has stopped on them, or the keyboard is in them; away
/// 2.5 s later (spec M9 has the same times).
@MainActor public final class ControlsFader {
    /// Seconds without a wish before they go.
    public static let patience = 2.5

    /// Controls that never go: nothing to see behind them.
    public var isPinned = true { didSet { if isPinned != oldValue { pinChanged() } } }
    /// Whether they are shown, or on their way.
    public private(set) var isShown = true
    /// Told when they come: what they show may be old.
    public var onShow: (@MainActor () -> Void)?
    private weak var owner: View?
    private let views: [Weak]
    private var alarm: ClockTicket?

    private struct Weak {
        weak var view: View?
    }

    /// Controls of `owner`.
    public init(owner: View, controls: [View]) {
        self.owner = owner
        views = controls.map { Weak(view: $0) }
    }

    private func pinChanged() {
        // The picture has come and nobody points at it: they are not in its way for another moment.
        if !isPinned, let root = owner?.root, root.pointer == nil, !root.isFocusVisible { rest() } else { wake() }
    }

    /// They are wanted now.
    public func wake() {
        guard let root = owner?.root else { return }
        show(true)
        alarm = isPinned ? nil : root.animator.clock.after(Self.patience) { [weak self] in self?.rest() }
    }

    /// They are not wanted any more: the pointer has left.
    public func rest() {
        alarm = nil
        guard let root = owner?.root, !isPinned else { return }
        let controls = views.compactMap(\.view)
        let isHeld = root.isFocusVisible && controls.contains { root.focused?.isDescendant(of: $0) == true }
        let isPointed = root.hovered.contains { entry in
            guard let view = entry.view as? Button else { return false }
            return controls.contains { view.isDescendant(of: $0) }
        }
        if isHeld || isPointed || root.isPressed { return wake() }
        show(false)
    }

    private func show(_ isShown: Bool) {
        guard isShown != self.isShown, let root = owner?.root else { return }
        self.isShown = isShown
        if isShown { onShow?() }
        for view in views.compactMap(\.view) {
            // In reach from the first moment: the key that brought them may be the one that moves the focus to them.
            if isShown { view.alpha = max(view.alpha, 0.05) }
            root.animator.fade(view, to: isShown ? 1 : 0)
        }
    }
}
