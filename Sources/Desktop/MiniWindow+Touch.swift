import Geometry
import PictureInPicture
import Views
import XServer

// What fingers do to it: one moves it, two size it, a tap shows its controls or presses one (spec M5, M6, M9).
extension MiniWindow {
    /// What is known of fingers.
    struct Touching {
        var gesture = TouchGesture()
        /// The controls were seen before the pointer came in, and when it came: it comes a moment before its finger.
        var wasShown = false
        var cameAt: UInt?
        /// The controls were seen when the finger came down.
        var seesControls = false
        /// Rings when a finger has rested long enough for the menu.
        var rest: ClockTicket?
        /// The finger that came down on its tab.
        var onTab: UInt?

        /// Fingers are on the window: what the pointer does meanwhile is their shadow.
        var isActive: Bool { gesture.isActive }
    }

    /// How long a finger rests for the menu, in seconds.
    private static let restTime = 0.5
    /// How far a finger goes before a tap becomes a drag, in points.
    private static let slop = 10.0

    /// The pointer came in: perhaps with a finger, which is told next.
    func noteEntry(at time: UInt) {
        touching.wasShown = hover.isShown
        touching.cameAt = time
    }

    func touched(_ touch: ServerEvent.Touch) {
        let (id, place, time) = (touch.id, touch.rootPosition, touch.time)
        if isStashed { return touchedTab(touch) }
        switch touch.phase {
        case .began:
            // The mouse has it in hand.
            guard drag == nil else { return }
            if !touching.isActive { lookForControls(touch) }
            take(.down(id: id, at: place, time: time, isAlone: touch.movesPointer), by: touch)
        case .moved: take(.moved(id: id, at: place, time: time), by: touch)
        case .ended: take(.up(id: id, at: place, time: time), by: touch)
        }
    }

    /// The fingers mean nothing any more; the window stays where it is, wholly visible.
    func endTouch() {
        guard touching.isActive else { return }
        take(.cancelled)
    }

    /// The fingers mean nothing any more, and the window is put elsewhere at once.
    func forgetTouch() {
        guard touching.isActive else { return }
        (touching.gesture, touching.rest) = (TouchGesture(), nil)
        hover.cancelPress()
        hover.isHeld = false
    }

    /// A finger brings the pointer with it, which shows the controls: what was not seen before can't be meant.
    private func lookForControls(_ touch: ServerEvent.Touch) {
        let cameAlong = touching.cameAt == touch.time
        touching.seesControls = cameAlong ? touching.wasShown : hover.isShown
        touching.cameAt = nil
        if cameAlong, !touching.seesControls { hover.pointerLeft() }
    }

    private func take(_ event: TouchGesture.Event, by touch: ServerEvent.Touch? = nil) {
        var held = presenter.rect
        if isMoving, let touch, touch.phase == .moved {
            // The hand wins over a movement of its own: it has its last size at once, under the finger.
            held = takenInHand(held, at: touch.rootPosition, size: goal.size)
        }
        let hits = touching.seesControls && touch.map { hover.hits($0.position) } ?? false
        let ground = TouchGesture.Ground(
            window: held, aspect: aspect, limits: limits, slop: Int((Self.slop * placer.scale).rounded()),
            hitsControl: hits)
        for effect in touching.gesture.reduce(event, ground) { carryOut(effect) }
        hover.isHeld = drag != nil || touching.gesture.holdsWindow
    }

    private func carryOut(_ effect: TouchGesture.Effect) {
        switch effect {
        case .press(let place): _ = hover.press(at: inside(place))
        case .slide(let place): hover.pointerMoved(to: inside(place))
        case .release(let place):
            let press = hover.release(at: inside(place))
            hover.fingerLifted()
            carryOut(press)
        case .forgetPress: hover.cancelPress()
        case .awaitRest(let isWaiting):
            touching.rest =
                isWaiting
                ? animator.clock.after(Self.restTime) { [weak self] in self?.take(.rested) } : nil
        case .place(let rect, let finger):
            if isMoving { stopMoving() }
            displaced = nil
            put(at: finger.map { dragged(rect, pointer: $0, modifiers: []) } ?? rect)
        case .drop(let dx, let dy): drop(presenter.rect, velocity: (dx, dy), isFree: false)
        case .settle:
            put(at: clamp(presenter.rect, into: placer.workArea(holding: presenter.rect)))
            keepPlace()
        case .tap: if touching.seesControls { hover.disappear() } else { hover.appear() }
        case .doubleTap: onRestore?()
        case .menu(let place): openMenu(at: place)
        }
    }

    private func inside(_ place: Point) -> Point {
        let origin = presenter.rect.origin
        return Point(place.x - origin.x, place.y - origin.y)
    }

    /// Tucked away, a tap brings it back.
    private func touchedTab(_ touch: ServerEvent.Touch) {
        switch touch.phase {
        case .began: touching.onTab = touch.id
        case .moved: break
        case .ended:
            guard touching.onTab == touch.id else { return }
            touching.onTab = nil
            if Rect(size: presenter.rect.size).contains(touch.position) { unstash() }
        }
    }
}
