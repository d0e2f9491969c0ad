public import Foundation

/// A rectangle in a window: draws itself, holds others, takes input. The node of the retained view tree.
///
/// Coordinates are points from the upper left corner of the view that holds it. Changing anything that is seen marks
/// the area as damaged; nothing is drawn before the window asks for it (`RootView.compose()`). Subclasses that draw
/// override `isDrawn` and `draw(in:)`; views that only hold others cost nothing over video.
@MainActor open class View {
    /// The view that holds it.
    public private(set) weak var superview: View?
    /// What it holds, bottom to top.
    public private(set) var subviews: [View] = []
    /// What watches the pointer over it. Add with `addGesture(_:)`.
    public internal(set) var gestures: [Gesture] = []

    /// Where it is, in points of `superview`.
    open var frame: CGRect {
        willSet { if newValue != frame { invalidateExtent() } }
        didSet {
            guard frame != oldValue else { return }
            if frame.size != oldValue.size {
                setNeedsLayout()
                contentDidChange()
            }
            invalidateExtent()
            root?.structureDidChange()
        }
    }
    /// Not drawn and out of reach, with all that it holds.
    open var isHidden = false {
        willSet { if newValue != isHidden { invalidateExtent() } }
        didSet {
            guard isHidden != oldValue else { return }
            invalidateExtent()
            superview?.setNeedsLayout()
            root?.structureDidChange()
        }
    }
    /// How much of it is seen, from 0 to 1; at 0 it is out of reach.
    open var alpha = 1.0 {
        didSet {
            guard alpha != oldValue else { return }
            invalidateExtent()
            root?.structureDidChange()
        }
    }
    /// Whether what it holds is cut at its edges.
    public var clipsToBounds = false { didSet { if clipsToBounds != oldValue { setNeedsDisplay() } } }
    /// Of its background, border and, with `clipsToBounds`, of what it holds; in points.
    public var cornerRadius = 0.0 { didSet { if cornerRadius != oldValue { setNeedsDisplay() } } }
    /// Behind what it draws.
    public var background: Color? { didSet { if background != oldValue { setNeedsDisplay() } } }
    /// Along the inside of its edge.
    public var border: Color? { didSet { if border != oldValue { setNeedsDisplay() } } }
    /// Of the border, in points.
    public var borderWidth = 1.0 { didSet { if borderWidth != oldValue { setNeedsDisplay() } } }
    /// How far a soft shadow reaches around it, in points; 0 for none.
    public var shadow = 0.0 {
        willSet { if newValue != shadow { invalidateExtent() } }
        didSet { if shadow != oldValue { setNeedsDisplay() } }
    }
    /// Whether it, and what it holds, takes input.
    public var isUserInteractionEnabled = true
    /// What it is called by assistive programs and tests.
    open var accessibleName: String?
    /// Shown when the pointer rests on it.
    open var toolTip: String?

    /// Counts changes of what it draws itself.
    private(set) var ownVersion = 0
    /// Counts changes of what it and all that it holds draw.
    private(set) var subtreeVersion = 0
    private(set) var needsLayout = true

    /// A view at a place.
    public init(frame: CGRect = .zero) { self.frame = frame }

    // MARK: For subclasses

    /// Whether `draw(in:)` draws anything.
    open var isDrawn: Bool { false }

    /// Draws what is over the background and under `subviews`, in the view's own points.
    open func draw(in canvas: Canvas) {}

    /// Puts `subviews` where they belong. Called before drawing, when the size or `setNeedsLayout()` asks for it.
    open func layoutSubviews() {}

    /// The size it would like, given what there is.
    open func sizeThatFits(_ size: CGSize) -> CGSize { frame.size }

    /// How far it draws outside its bounds, in points, as a focus ring does.
    open var drawingOutset: Double { 0 }

    /// The colours to draw with: the window's.
    open var theme: Theme { superview?.theme ?? .dark }

    /// The window's colours have changed.
    open func themeDidChange() { setNeedsDisplay() }

    /// It came into a window or left it; `root` tells.
    open func rootDidChange() {}

    // MARK: Geometry

    /// Its own rectangle, at the origin.
    public var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
    /// Its middle, in points of `superview`.
    public var center: CGPoint {
        get { CGPoint(x: frame.midX, y: frame.midY) }
        set { frame.origin = CGPoint(x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2) }
    }

    /// A point of this view in points of `other`, or of the window without one. Both are in one window.
    public func convert(_ point: CGPoint, to other: View? = nil) -> CGPoint {
        let mine = originInRoot
        let theirs = other?.originInRoot ?? .zero
        return CGPoint(x: point.x + mine.x - theirs.x, y: point.y + mine.y - theirs.y)
    }

    /// A rectangle of this view in points of `other`, or of the window without one. Both are in one window.
    public func convert(_ rect: CGRect, to other: View? = nil) -> CGRect {
        CGRect(origin: convert(rect.origin, to: other), size: rect.size)
    }

    /// Its upper left corner in the window, which itself is at the origin wherever its frame says.
    var originInRoot: CGPoint {
        guard let superview else { return .zero }
        let origin = superview.originInRoot
        return CGPoint(x: origin.x + frame.minX, y: origin.y + frame.minY)
    }

    // MARK: Hierarchy

    /// The window it is in.
    public var root: RootView? { superview?.root ?? (self as? RootView) }

    /// True when `other` is this view or holds it.
    public func isDescendant(of other: View) -> Bool {
        self === other || superview?.isDescendant(of: other) == true
    }

    /// Puts `view` on top of all that this view holds.
    public func addSubview(_ view: View) { insertSubview(view, at: subviews.count) }

    /// Puts `view` at a place in the order, 0 at the bottom. Taken out of where it was before.
    ///
    /// It is a programming error if `view` holds this one.
    public func insertSubview(_ view: View, at index: Int) {
        precondition(!isDescendant(of: view), "a view can't hold itself")
        view.removeFromSuperview()
        subviews.insert(view, at: min(max(0, index), subviews.count))
        view.superview = self
        setNeedsLayout()
        view.setNeedsLayout()
        view.contentDidChange()
        view.invalidateExtent()
        if root != nil { view.tellRootDidChange() }
        root?.structureDidChange()
    }

    /// Takes it out of the view that holds it; gestures under way in it are cancelled.
    public func removeFromSuperview() {
        guard let superview else { return }
        let root = root
        invalidateExtent()
        root?.willRemove(self)
        superview.contentDidChange()
        superview.subviews.removeAll { $0 === self }
        superview.setNeedsLayout()
        self.superview = nil
        if root != nil { tellRootDidChange() }
        root?.structureDidChange()
    }

    /// Puts `view`, which this one holds, over all others.
    public func bringToFront(_ view: View) { reorder(view, to: subviews.count - 1) }

    /// Puts `view`, which this one holds, under all others.
    public func sendToBack(_ view: View) { reorder(view, to: 0) }

    private func reorder(_ view: View, to index: Int) {
        guard let old = subviews.firstIndex(where: { $0 === view }), old != index else { return }
        subviews.remove(at: old)
        subviews.insert(view, at: index)
        view.contentDidChange()
        view.invalidateExtent()
        root?.structureDidChange()
    }

    private func tellRootDidChange() {
        rootDidChange()
        for view in subviews { view.tellRootDidChange() }
    }

    // MARK: What has to be done

    /// Asks for a layout before the next drawing.
    public func setNeedsLayout() {
        needsLayout = true
        root?.layoutIsWanted()
    }

    /// Lays out now what needs it, in this view and all that it holds.
    public func layoutIfNeeded() {
        // A layout may ask for another one; one that never comes to rest must not hang the window.
        for _ in 0..<8 {
            guard layoutPass() else { return }
        }
    }

    private func layoutPass() -> Bool {
        let isWanted = needsLayout
        if isWanted {
            needsLayout = false
            layoutSubviews()
        }
        return subviews.reduce(isWanted) { $1.layoutPass() || $0 }
    }

    /// Marks a part, or all, of what it draws as out of date.
    public func setNeedsDisplay(_ rect: CGRect? = nil) {
        contentDidChange()
        if let rect { invalidate(rect) } else { invalidate(ownExtent) }
    }

    /// Counts a change of what it draws, up to the window.
    func contentDidChange() {
        ownVersion += 1
        var view: View? = self
        while let current = view {
            current.subtreeVersion += 1
            view = current.superview
        }
    }

    // MARK: Damage

    /// What it draws itself, in its own points.
    var ownExtent: CGRect {
        let outset = max(drawingOutset, shadow > 0 ? shadow + 4 : 0)
        return bounds.insetBy(dx: -outset, dy: -outset)
    }

    /// What it and all that it holds draw, in its own points.
    var extent: CGRect {
        if clipsToBounds { return ownExtent }
        return subviews.reduce(ownExtent) { sum, view in
            view.isHidden ? sum : sum.union(view.extent.offsetBy(dx: view.frame.minX, dy: view.frame.minY))
        }
    }

    private func invalidateExtent() {
        if superview != nil || self is RootView { invalidate(extent) }
    }

    /// Tells the window of a damaged area, cut by the views around.
    private func invalidate(_ rect: CGRect) {
        var area = rect
        var view = self
        while let parent = view.superview {
            if view !== self, view.isHidden || view.alpha <= 0 { return }
            area = area.offsetBy(dx: view.frame.minX, dy: view.frame.minY)
            if parent.clipsToBounds { area = area.intersection(parent.bounds) }
            if area.isNull || area.isEmpty { return }
            view = parent
        }
        (view as? RootView)?.addDamage(area)
    }

    // MARK: Input

    /// The topmost view at `point` (in this view's points) that takes input, or nil.
    ///
    /// A view is out of reach when it is hidden, clear, or takes no input; and outside its own bounds, even where what
    /// it holds reaches further.
    open func hitTest(_ point: CGPoint) -> View? {
        guard !isHidden, alpha > 0.01, isUserInteractionEnabled, contains(point) else { return nil }
        for view in subviews.reversed() {
            let inside = CGPoint(x: point.x - view.frame.minX, y: point.y - view.frame.minY)
            if let hit = view.hitTest(inside) { return hit }
        }
        return takesHits ? self : nil
    }

    /// Whether `point`, in this view's points, is on it.
    open func contains(_ point: CGPoint) -> Bool { bounds.contains(point) }

    /// Whether it is hit itself, not only what it holds: an overlay of controls lets the pointer through between them.
    public var takesHits = true

    /// The pointer came onto it or onto something it holds.
    open func pointerEntered() {}
    /// The pointer moved over it or over something it holds, without a button held.
    open func pointerHovered(_ event: PointerEvent) {}
    /// The pointer went away.
    open func pointerExited() {}
    /// A button went down on it. `event.location` is in the window's points.
    open func pointerDown(_ event: PointerEvent) -> PointerResponse { .ignored }
    /// The pointer moved while the view holds a press.
    open func pointerMoved(_ event: PointerEvent) {}
    /// The button that was pressed on it went up, wherever.
    open func pointerUp(_ event: PointerEvent) {}
    /// The press came to nothing: the grab was lost, a drag took over, the view left the window.
    open func pointerCancelled() {}
    /// The wheel turned over it; false hands it to the view that holds it.
    open func scrolled(_ event: ScrollEvent) -> Bool { false }

    // MARK: Focus

    /// Whether the keyboard can reach it.
    open var canBecomeFocused: Bool { false }
    /// Whether keys go to it.
    public var isFocused: Bool { root?.focused === self }
    /// The focus came or went, or its ring did.
    open func focusDidChange() { setNeedsDisplay() }
    /// A key went down while it, or something it holds, has the focus; false hands it to the view that holds it.
    open func keyDown(_ event: KeyEvent) -> Bool { false }

    // MARK: Gestures

    /// Watches the pointer over this view and all that it holds.
    public func addGesture(_ gesture: Gesture) {
        gesture.view?.removeGesture(gesture)
        gesture.view = self
        gestures.append(gesture)
    }

    /// Stops watching; a gesture under way is cancelled.
    public func removeGesture(_ gesture: Gesture) {
        guard let index = gestures.firstIndex(where: { $0 === gesture }) else { return }
        gestures.remove(at: index)
        gesture.cancel()
        gesture.view = nil
    }
}
