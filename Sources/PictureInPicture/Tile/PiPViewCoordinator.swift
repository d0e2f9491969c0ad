public import Foundation
public import Views

/// Turns the view that a call is rendered into a small draggable tile over the rest of the app (spec 3). Main actor.
///
/// It needs no settings flag, capability, audio session, compositor or session bus, and asks for none (spec C11).
@MainActor open class PiPViewCoordinator {
    /// A corner of the parent.
    public typealias Position = TileGeometry.Corner

    /// The side of the exit button, in points.
    public static let exitButtonSide = 44.0
    /// How long `show` and `hide` take, in seconds.
    public static let fadeDuration = 0.1
    /// How long it takes to become a tile and to become full size again, in seconds.
    public static let moveDuration = 0.25

    /// Who is told when it is full size again; weak.
    public weak var delegate: (any PiPViewCoordinatorDelegate)?
    /// The corner it goes to until it is thrown to another.
    public var initialPositionInSuperView = Position.lowerRightCorner
    /// How near to the parent's edges the tile may come, also while it is dragged. Changing it re-places the tile at once.
    public var dragBoundInsets = EdgeInsets(top: 25, left: 5, bottom: 5, right: 5) {
        didSet { if dragBoundInsets != oldValue, isInPictureInPicture { place() } }
    }
    /// The side of the tile, once. It is 150 points whatever this says.
    @available(*, deprecated, message: "the tile is 150 points wide and high, whatever this says")
    public var c: Double {
        get { ignoredSide }
        set { ignoredSide = newValue }
    }
    /// True while the view is a tile.
    public private(set) var isInPictureInPicture = false
    /// The view: the same that the call is rendered into.
    public let view: View
    /// Where warnings go.
    public var log: @MainActor (String) -> Void = PictureInPictureEnvironment.logToStandardError

    private var ignoredSide = TileGeometry.side
    private var corner: Position?
    private var fullBounds: CGRect?
    private var dragStart: CGRect?
    private var isShown: Bool?
    /// When the way to full size will be over; nil when the view is not on it.
    private var exitDue: Double?
    private let pan = PanGesture()
    private let tap = TapGesture()
    private var exitButton: Button?

    /// A coordinator of `view`, the same that `CallSession.joinSession(container:)` gets.
    public init(withView view: View) {
        self.view = view
        pan.onChange = { [weak self] in self?.drag($0) }
        tap.onTap = { [weak self] _ in self?.toggleExitButton() }
    }

    /// Puts the view above everything in `parent`, as large as it; without one, in the root view of the key window.
    ///
    /// Whether it can be seen stays as it is: `show` shows it.
    open func configureAsStickyView(withParentView parent: View? = nil) {
        guard let parent = parent ?? PictureInPictureEnvironment.shared.keyRootView else {
            return log("a tile needs a parent view, and there is no key window: pass one to configureAsStickyView")
        }
        guard !parent.isDescendant(of: view) else {
            return log("a view can't be a tile inside itself: pass another parent to configureAsStickyView")
        }
        fullBounds = nil
        parent.addSubview(view)
        place()
    }

    /// Fades the view in.
    ///
    /// - Parameter completion: told exactly once; true also when there was nothing to do.
    open func show(completion: AnimationCompletion? = nil) {
        let isAlready = isShown ?? (!view.isHidden && view.alpha >= 1)
        isShown = true
        if isAlready, animator?.isRunning(Animator.alphaKey(view)) != true, !view.isHidden, view.alpha >= 1 {
            completion?(true)
            return
        }
        if view.isHidden {
            view.alpha = 0
            view.isHidden = false
        }
        fade(to: 1, completion)
    }

    /// Fades the view out.
    ///
    /// - Parameter completion: told exactly once; true also when there was nothing to do.
    open func hide(completion: AnimationCompletion? = nil) {
        isShown = false
        if view.isHidden {
            completion?(true)
            return
        }
        fade(to: 0) { [weak self] isDone in
            if isDone { self?.view.isHidden = true }
            completion?(isDone)
        }
    }

    /// Makes it a tile: it moves to its corner, can be dragged, and a tap shows or hides the exit button.
    ///
    /// Tells nobody. As a tile, or without a parent, it changes nothing.
    open func enterPictureInPicture() {
        guard !isInPictureInPicture, let parent = view.superview else { return }
        isInPictureInPicture = true
        exitDue = nil
        parent.bringToFront(view)
        pan.isEnabled = true
        view.addGesture(pan)
        view.addGesture(tap)
        move(to: tileFrame)
    }

    /// Makes it full size again; when it is, the delegate is told, once. Not as a tile it changes nothing.
    open func exitPictureInPicture() {
        guard isInPictureInPicture else { return }
        isInPictureInPicture = false
        dragStart = nil
        view.removeGesture(pan)
        view.removeGesture(tap)
        removeExitButton()
        exitDue = (animator?.clock.now ?? 0) + Self.moveDuration
        finishExit(in: Self.moveDuration)
    }

    /// The parent has another size: a tile keeps its corner and stays wholly inside, otherwise the view fills `bounds`.
    ///
    /// Neither ends the tile nor tells the delegate of an end.
    open func resetBounds(bounds: CGRect) {
        fullBounds = bounds
        if let exitDue {
            // On its way to full size, it goes on to the new one, in what is left of the time.
            finishExit(in: max(0, exitDue - (animator?.clock.now ?? exitDue)))
        } else {
            place()
        }
    }

    /// Pins the tile where it is, until it becomes a tile anew.
    open func stopDragGesture() { pan.isEnabled = false }

    /// The button that a tap on the tile shows. Override it to supply another one; its size and place are given to it.
    ///
    /// - Parameters:
    ///   - target: this coordinator; the button must not hold it.
    ///   - action: ends the tile.
    open func configureExitPiPButton(target: AnyObject, action: @escaping @MainActor () -> Void) -> Button {
        Button("Back to full size", icon: .restore, role: .glass) { [weak target] in if target != nil { action() } }
    }

    /// True while the exit button is on the tile.
    public var isExitButtonShown: Bool { exitButton?.superview != nil }

    // MARK: Inside

    private var animator: Animator? { view.root?.animator }
    private var bounds: CGRect { fullBounds ?? view.superview?.bounds ?? view.bounds }
    private var geometry: TileGeometry { TileGeometry(bounds: bounds, insets: dragBoundInsets) }
    private var tileFrame: CGRect { geometry.frame(in: corner ?? initialPositionInSuperView) }

    /// Puts it where it belongs, at once.
    private func place() {
        if pan.state == .began || pan.state == .changed {
            view.frame = geometry.frame(at: view.frame.origin)
        } else {
            animator?.cancel(Animator.frameKey(view))
            view.frame = isInPictureInPicture ? tileFrame : bounds
        }
        placeExitButton()
    }

    private func move(to frame: CGRect, in duration: Double = moveDuration, _ completion: AnimationCompletion? = nil) {
        guard let animator else {
            view.frame = frame
            completion?(true)
            return
        }
        animator.move(view, to: frame, duration: duration) { [weak self] isDone in
            self?.placeExitButton()
            completion?(isDone)
        }
    }

    private func finishExit(in duration: Double) {
        move(to: bounds, in: duration) { [weak self] isDone in
            // Not done: it became a tile again meanwhile, or goes on to another size.
            guard isDone, let self, self.exitDue != nil else { return }
            self.exitDue = nil
            self.delegate?.exitPictureInPicture()
        }
    }

    private func fade(to alpha: Double, _ completion: AnimationCompletion?) {
        guard let animator else {
            view.alpha = alpha
            completion?(true)
            return
        }
        animator.fade(view, to: alpha, duration: Self.fadeDuration, completion: completion)
    }

    private func drag(_ pan: PanGesture) {
        guard isInPictureInPicture else { return }
        switch pan.state {
        case .began, .changed:
            if dragStart == nil { animator?.cancel(Animator.frameKey(view)) }
            let start = dragStart ?? view.frame
            dragStart = start
            view.frame = geometry.frame(
                at: CGPoint(x: start.minX + pan.translation.x, y: start.minY + pan.translation.y))
        case .ended: settle(geometry.corner(for: view.frame, velocity: pan.velocity), pan.velocity)
        case .cancelled: settle(corner ?? initialPositionInSuperView, .zero)
        case .possible: break
        }
        placeExitButton()
    }

    private func settle(_ corner: Position, _ velocity: Velocity) {
        dragStart = nil
        self.corner = corner
        guard let animator else {
            view.frame = tileFrame
            return
        }
        animator.spring(view, to: tileFrame, velocity: velocity, within: geometry.area)
    }

    private func toggleExitButton() {
        guard isInPictureInPicture else { return }
        if isExitButtonShown { return removeExitButton() }
        let button = configureExitPiPButton(target: self) { [weak self] in self?.exitPictureInPicture() }
        exitButton = button
        view.addSubview(button)
        placeExitButton()
    }

    private func removeExitButton() {
        exitButton?.removeFromSuperview()
        exitButton = nil
    }

    private func placeExitButton() {
        let side = Self.exitButtonSide
        exitButton?.frame = CGRect(
            x: (view.bounds.width - side) / 2, y: (view.bounds.height - side) / 2, width: side, height: side)
    }
}
