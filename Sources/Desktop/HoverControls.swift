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
    private var scale: Double
    private var pointer: Point?
    private var alpha = 0.0
    private var scrub: Double?
    private var lastMotion = 0.0
    private var alarm: ClockTicket?
    private var drawn: Drawn?
    private var told: (look: Look, opacity: UInt8)?
    private let animator: Animator
    private let show: ([Overlay]) -> Void

    /// All that decides what is drawn, but for how far it is faded in.
    private struct Look: Equatable {
        var controls: MiniControls
        var size: Size
        var scale: Double
        var showsHelp: Bool
    }
    private struct Drawn {
        var look: Look
        /// What comes and goes with the pointer; nil while that was not needed yet.
        var hovering: [Overlay]?
        /// What is always seen.
        var standing: [Overlay]
    }

    /// Controls of a window of `size` pixels that nobody points at.
    init(
        _ controls: MiniControls, size: Size, scale: Double, animator: Animator, show: @escaping ([Overlay]) -> Void
    ) {
        self.controls = controls
        self.size = size
        self.scale = scale
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
        next.seekHover = controls.seekHover
        next.isFocused = controls.isFocused
        controls = next
        let places = controls.rects(in: size, scale: scale)
        if let pressed = controls.pressed, places[pressed] == nil { (controls.pressed, scrub) = (nil, nil) }
        if isShown, controls.pressed == nil { point() }
        draw()
    }

    /// The window has another size, touches other edges, or the desktop another scale.
    func layOut(size: Size, edges: ScreenEdges, scale: Double) {
        guard size != self.size || edges != controls.edges || scale != self.scale else { return }
        self.size = size
        self.scale = scale
        controls.edges = edges
        draw()
    }

    // MARK: Pointer

    /// The pointer is at a place in the window.
    func pointerMoved(to position: Point) {
        pointer = position
        wake()
        if controls.pressed == .seekBar {
            scrub = controls.seekTime(at: position, in: size, scale: scale) ?? scrub
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
        let control = isShown ? controls.hitTest(position, in: size, scale: scale) : nil
        wake()
        controls.pressed = control
        if control == .seekBar { scrub = controls.seekTime(at: position, in: size, scale: scale) }
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
        } else if controls.hitTest(position, in: size, scale: scale) == pressed {
            press = .control(pressed)
        }
        scrub = nil
        if Rect(size: size).contains(position) { pointerMoved(to: position) } else { pointerLeft() }
        return press
    }

    /// A control that is seen lies there.
    func hits(_ position: Point) -> Bool { controls.hitTest(position, in: size, scale: scale) != nil }

    /// A finger that pressed a control is gone: unlike the pointer it points at nothing then.
    func fingerLifted() {
        pointer = nil
        point()
        draw()
    }

    /// Appears without a pointer: a finger tapped.
    func appear() {
        pointer = nil
        point()
        wake()
        draw()
    }

    /// Goes, though the pointer may be there.
    func disappear() {
        pointer = nil
        hide()
    }

    /// Forgets what is held, as when the pointer was taken away.
    func cancelPress() {
        (controls.pressed, scrub) = (nil, nil)
        draw()
    }

    private func point() {
        controls.hovered = pointer.flatMap { controls.hitTest($0, in: size, scale: scale) }
        controls.showsTooltip = controls.hovered != nil
        controls.seekHover =
            controls.hovered == .seekBar ? pointer.flatMap { controls.seekTime(at: $0, in: size, scale: scale) } : nil
    }

    // MARK: Keyboard

    private var notice: String?
    private var noticeAlarm: ClockTicket?

    /// The list of keys is shown over the picture.
    private(set) var showsHelp = false

    /// The window has the keyboard, or has it no more: a ring says so (spec M4).
    func setFocused(_ isFocused: Bool) {
        guard isFocused != controls.isFocused else { return }
        controls.isFocused = isFocused
        if !isFocused { (controls.focused, showsHelp) = (nil, false) }
        draw()
    }

    /// Shows the list of keys, or takes it away.
    func toggleHelp() {
        showsHelp.toggle()
        draw()
    }

    /// Says something for a while, over the picture: what just happened to the window.
    func say(_ words: String, for seconds: Double) {
        notice = words
        noticeAlarm = animator.clock.after(seconds) { [weak self] in
            self?.notice = nil
            self?.noticeAlarm = nil
            self?.draw()
        }
        draw()
    }

    /// The next control that the keyboard would press, or the one before; the controls appear for it.
    func stepFocus(by step: Int) {
        let places = controls.rects(in: size, scale: scale)
        let order = MiniControls.Control.allCases.filter { places[$0] != nil }
        guard !order.isEmpty else { return }
        wake()
        let next = controls.focused.flatMap { order.firstIndex(of: $0) }.map { $0 + step } ?? (step > 0 ? 0 : -1)
        controls.focused = order[(next % order.count + order.count) % order.count]
        draw()
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
        controls.seekHover = nil
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
        noticeAlarm = nil
        animator.cancel(fadeKey)
    }

    private func draw() {
        // The list of keys stands in place of what hovers: then no step of a fade changes anything.
        let opacity = showsHelp ? 0 : UInt8((255 * alpha).rounded())
        var shown = controls
        if let scrub, let duration = shown.progress?.duration {
            shown.progress = MiniControls.Progress(position: scrub, duration: duration)
        }
        if let notice { shown.statusText = notice }
        let look = Look(controls: shown, size: size, scale: scale, showsHelp: showsHelp)
        if let told, told.look == look, told.opacity == opacity { return }
        if drawn?.look != look {
            drawn = Drawn(
                look: look,
                // The ring is around the list too.
                standing: (showsHelp ? [MiniHelp(kind: shown.kind).overlay(for: size, scale: scale)] : [])
                    + shown.standingOverlays(for: size, scale: scale))
        }
        if opacity > 0, drawn?.hovering == nil { drawn?.hovering = shown.overlays(for: size, scale: scale) }
        let isFirst = told == nil
        told = (look, opacity)
        guard let drawn else { return }
        let hovering =
            opacity == 0
            ? [] : (drawn.hovering ?? []).map { Overlay(bitmap: $0.bitmap, origin: $0.origin, alpha: opacity) }
        // Nothing to say of a window that has nothing over its picture yet.
        if isFirst, hovering.isEmpty, drawn.standing.isEmpty { return }
        show(hovering + drawn.standing)
    }
}
