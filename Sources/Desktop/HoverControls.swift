import Frames
import Geometry
import Views

/// What appears over a mini window while the pointer is on it, and how it comes and goes (spec M9).
///
/// It fades in with the pointer, and away when the pointer leaves or has not moved for 2.5 s. It knows no server: the
/// window tells it of the pointer and gets overlays.
final class HoverControls {
    /// What letting go of a button meant.
    enum Press: Equatable {
        /// A control was pressed.
        case control(MiniControls.Control)
        /// A place on the seek bar, in seconds.
        case seek(Double)
    }

    /// What is shown: what others set, with the pointer and the screen's edges, which only the window knows.
    private(set) var controls: MiniControls
    /// They are seen, or on their way.
    private(set) var isShown = false
    /// The window is being dragged: they stay.
    var isHeld = false
    /// Fades happen at once.
    var reducesMotion = false

    private var size: Size
    private var pointer: Point?
    private var alpha = 0.0
    private var scrub: Double?
    private var lastMotion = 0.0
    private var alarm: ClockTicket?
    private var drawn: (controls: MiniControls, size: Size, overlay: Overlay?)?
    private var told: UInt8 = 0
    private let animator: Animator
    private let show: (Overlay?) -> Void

    /// Controls of a window of `size` pixels that nobody points at.
    init(_ controls: MiniControls, size: Size, animator: Animator, show: @escaping (Overlay?) -> Void) {
        self.controls = controls
        self.size = size
        self.animator = animator
        self.show = show
    }

    /// Takes what others decide: everything but kind, pointer, keyboard and edges.
    func set(_ new: MiniControls) {
        var next = new
        next.kind = controls.kind
        next.edges = controls.edges
        next.focused = controls.focused
        next.pressed = controls.pressed
        next.hovered = controls.hovered
        next.showsTooltip = controls.showsTooltip
        controls = next
        let places = controls.rects(in: size)
        if let pressed = controls.pressed, places[pressed] == nil { (controls.pressed, scrub) = (nil, nil) }
        if isShown, controls.pressed == nil { point() }
        draw()
    }

    /// The window has another size or touches other edges.
    func layOut(size: Size, edges: ScreenEdges) {
        guard size != self.size || edges != controls.edges else { return }
        self.size = size
        controls.edges = edges
        draw()
    }

    // MARK: Pointer

    /// The pointer is at a place in the window.
    func pointerMoved(to position: Point) {
        pointer = position
        wake()
        if controls.pressed == .seekBar {
            scrub = controls.seekTime(at: position, in: size) ?? scrub
        } else {
            point()
        }
        draw()
    }

    /// The pointer is in the window no more. A knob that is being dragged is held on to.
    func pointerLeft() {
        pointer = nil
        guard controls.pressed != .seekBar, !isHeld else { return }
        controls.pressed = nil
        hide()
    }

    /// The left button goes down.
    ///
    /// - Returns: false when there is no control, or none that is seen: what is invisible can't be meant.
    func press(at position: Point) -> Bool {
        pointer = position
        let control = isShown ? controls.hitTest(position, in: size) : nil
        wake()
        controls.pressed = control
        if control == .seekBar { scrub = controls.seekTime(at: position, in: size) }
        draw()
        return control != nil
    }

    /// The left button is let go.
    ///
    /// - Returns: nil when no control was held, or the pointer slid off it: whoever does so has changed their mind.
    func release(at position: Point) -> Press? {
        guard let pressed = controls.pressed else { return nil }
        controls.pressed = nil
        var press: Press?
        if pressed == .seekBar, let place = scrub, let duration = controls.progress?.duration {
            // The knob stays where it was put until the playback says where it really is.
            controls.progress = MiniControls.Progress(position: place, duration: duration)
            press = .seek(place)
        } else if controls.hitTest(position, in: size) == pressed {
            press = .control(pressed)
        }
        scrub = nil
        if Rect(size: size).contains(position) { pointerMoved(to: position) } else { pointerLeft() }
        return press
    }

    /// Forgets what is held, as when the pointer was taken away.
    func cancelPress() {
        (controls.pressed, scrub) = (nil, nil)
        draw()
    }

    private func point() {
        controls.hovered = pointer.flatMap { controls.hitTest($0, in: size) }
        controls.showsTooltip = controls.hovered != nil
    }

    // MARK: Coming and going

    private func wake() {
        lastMotion = animator.clock.now
        fade(toShown: true)
        // One alarm that looks again, rather than a new one for each of a thousand motions a second.
        if alarm == nil { setAlarm(ControlsFader.patience) }
    }

    private func setAlarm(_ seconds: Double) {
        alarm = animator.clock.after(seconds) { [weak self] in self?.look() }
    }

    private func look() {
        alarm = nil
        guard isShown else { return }
        let rest = lastMotion + ControlsFader.patience - animator.clock.now
        if isHeld || controls.pressed != nil {
            setAlarm(ControlsFader.patience)
        } else if rest > 1e-6 {
            setAlarm(rest)
        } else {
            hide()
        }
    }

    private func hide() {
        alarm = nil
        controls.hovered = nil
        controls.showsTooltip = false
        fade(toShown: false)
        draw()
    }

    private func fade(toShown isShown: Bool) {
        guard isShown != self.isShown else { return }
        self.isShown = isShown
        let (start, end) = (alpha, isShown ? 1.0 : 0)
        animator.run(
            fadeKey, duration: reducesMotion ? 0 : Theme.Motion.fade,
            step: { [weak self] time in
                self?.setAlpha(start + (end - start) * Easing.easeInOut(time / Theme.Motion.fade))
                return self != nil
            },
            finish: { [weak self] in
                self?.setAlpha(end)
                return self != nil
            })
    }

    private var fadeKey: Animator.Key { Animator.Key(self, "alpha") }

    private func setAlpha(_ alpha: Double) {
        self.alpha = alpha
        draw()
    }

    /// Ends every movement; the window is going.
    func stop() {
        alarm = nil
        animator.cancel(fadeKey)
    }

    private func draw() {
        let opacity = UInt8((255 * alpha).rounded())
        guard opacity > 0 else {
            if told > 0 { show(nil) }
            (told, drawn) = (0, nil)
            return
        }
        var shown = controls
        if let scrub, let duration = shown.progress?.duration {
            shown.progress = MiniControls.Progress(position: scrub, duration: duration)
        }
        let isSame = drawn.map { $0.controls == shown && $0.size == size } ?? false
        if isSame, opacity == told { return }
        if !isSame { drawn = (shown, size, shown.overlay(for: size)) }
        told = opacity
        show(drawn?.overlay.map { Overlay(bitmap: $0.bitmap, origin: $0.origin, alpha: opacity) })
    }
}
