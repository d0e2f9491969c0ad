import Foundation
public import Geometry

/// The view that fills a window: takes the window's input, lays out, and tells what has to be drawn.
///
/// The window feeds it with `handle(_:)`, resizes it with `resize(to:scale:)`, and calls `compose()` when it is told
/// that something changed.
@MainActor public final class RootView: View {
    /// The window; told when something has to be drawn.
    public weak var host: (any ViewHost)?
    /// What moves its views.
    public let animator: Animator
    /// Device pixels in a point.
    public private(set) var scale: Double
    /// The window's size, in device pixels.
    public private(set) var size: Size
    /// What alone has the keyboard while it is there: it lies over all else, and what lies below can't be meant.
    public weak var modal: View? { didSet { if modal !== oldValue { focus(nil) } } }
    /// What keys go to.
    public internal(set) weak var focused: View?
    /// Whether the focus came by keyboard, so that its ring is shown.
    public internal(set) var isFocusVisible = false
    /// A key that no view wanted.
    public var onUnhandledKey: (@MainActor (KeyEvent) -> Bool)?
    /// Whether videos of this tree ask for a new drawing at each frame: off-screen drawing wants that, a window's
    /// presenter blits frames itself.
    public var followsVideo = false {
        didSet {
            func tell(_ view: View) {
                (view as? VideoView)?.watch()
                for child in view.subviews { tell(child) }
            }
            if followsVideo != oldValue { tell(self) }
        }
    }

    private var currentTheme: Theme
    var damage = DamageRegion()
    private var isTold = false
    var press: Press?
    var hovered: [Weak] = []
    var pointer: CGPoint?
    var tip = TipState()
    var compositor = CompositorState()

    /// A button that is held: who has it.
    struct Press {
        var button: PointerEvent.Button
        weak var view: View?
        var response: PointerResponse
        var gestures: [Gesture]
    }

    struct Weak {
        weak var view: View?
    }

    struct TipState {
        var alarm: ClockTicket?
        var view: TipView?
    }

    /// A tree for a window.
    ///
    /// - Parameters:
    ///   - size: in device pixels.
    ///   - scale: device pixels in a point.
    public init(size: Size, scale: Double = 1, theme: Theme = .dark, animator: Animator) {
        precondition(scale > 0, "a scale factor is positive")
        self.size = size
        self.scale = scale
        self.animator = animator
        currentTheme = theme
        super.init(
            frame: CGRect(x: 0, y: 0, width: Double(size.width) / scale, height: Double(size.height) / scale))
        background = theme.background
        damage.add(Rect(size: size))
    }

    /// The window's colours. Changing them draws everything anew.
    public override var theme: Theme { currentTheme }

    /// Changes the window's colours.
    public func setTheme(_ theme: Theme) {
        guard theme != currentTheme else { return }
        currentTheme = theme
        background = theme.background
        func tell(_ view: View) {
            view.themeDidChange()
            for child in view.subviews { tell(child) }
        }
        tell(self)
    }

    /// The window has another size or scale.
    ///
    /// - Parameter size: in device pixels.
    public func resize(to size: Size, scale: Double? = nil) {
        let scale = scale ?? self.scale
        precondition(scale > 0, "a scale factor is positive")
        guard size != self.size || scale != self.scale else { return }
        let isRescaled = scale != self.scale
        self.size = size
        self.scale = scale
        frame = CGRect(x: 0, y: 0, width: Double(size.width) / scale, height: Double(size.height) / scale)
        if isRescaled { touchAll(self) }
        damage = DamageRegion()
        damage.add(Rect(size: size))
        tell()
    }

    /// The one view that fills the window under all others. Its frame follows the window.
    public var content: View? {
        didSet {
            guard content !== oldValue else { return }
            oldValue?.removeFromSuperview()
            if let content {
                content.frame = bounds
                insertSubview(content, at: 0)
            }
        }
    }

    /// Keeps `content` as large as the window.
    public override func layoutSubviews() { content?.frame = bounds }

    private func touchAll(_ view: View) {
        view.contentDidChange()
        for child in view.subviews { touchAll(child) }
    }

    // MARK: Told by views

    func addDamage(_ rect: CGRect) {
        damage.add(rect.pixelsTouched(scale).intersection(Rect(size: size)))
        tell()
    }

    func layoutIsWanted() { tell() }
    func structureDidChange() { tell() }

    private func tell() {
        guard !isTold else { return }
        isTold = true
        host?.rootViewNeedsComposition(self)
    }

    /// Brings the tree up to date and takes the damage there is: the start of a drawing.
    func takeDamage() -> DamageRegion {
        layoutIfNeeded()
        refreshHover()
        layoutIfNeeded()
        isTold = false
        let taken = damage
        damage = DamageRegion()
        return taken
    }

    func willRemove(_ view: View) {
        if let press,
            press.view?.isDescendant(of: view) == true
                || press.gestures.contains(where: {
                    $0.view?.isDescendant(of: view) == true
                })
        {
            cancelPress()
        }
        if focused?.isDescendant(of: view) == true { focus(nil) }
        if tip.view != nil, hovered.contains(where: { $0.view?.isDescendant(of: view) == true }) { hideTip() }
        hovered.removeAll { $0.view?.isDescendant(of: view) ?? true }
    }
}
