import Foundation
import Geometry
import Testing
import Views

@testable import PictureInPicture

/// The in-app tile on a view tree and a clock that is stepped (spec 3).
@MainActor @Suite(.timeLimit(.minutes(10))) struct TileTests {
    @MainActor final class Delegate: PiPViewCoordinatorDelegate {
        var exits = 0
        var onExit: (@MainActor () -> Void)?
        func exitPictureInPicture() {
            exits += 1
            onExit?()
        }
    }

    let clock = ManualClock()
    let root: RootView
    let parent = View(frame: CGRect(x: 0, y: 0, width: 800, height: 600))
    let call = View(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
    let coordinator: PiPViewCoordinator
    let delegate = Delegate()
    private let full = CGRect(x: 0, y: 0, width: 800, height: 600)

    init() {
        root = RootView(size: Size(800, 600), animator: Animator(clock: clock))
        root.addSubview(parent)
        coordinator = PiPViewCoordinator(withView: call)
        coordinator.delegate = delegate
    }

    private func enter() {
        coordinator.configureAsStickyView(withParentView: parent)
        coordinator.enterPictureInPicture()
        clock.advance(by: 0.3)
    }

    private func pointer(_ phase: PointerEvent.Phase, _ x: Double, _ y: Double) {
        root.handle(PointerEvent(phase, at: CGPoint(x: x, y: y), time: clock.now))
    }

    /// Drags from the tile's middle by some points, over `seconds`, and lets go.
    private func drag(
        _ dx: Double, _ dy: Double, seconds: Double = 0.1, rest: Double = 0, ends: PointerEvent.Phase = .up
    ) {
        let start = call.center
        pointer(.down, start.x, start.y)
        for step in 1...10 {
            clock.advance(by: seconds / 10)
            pointer(.moved, start.x + dx * Double(step) / 10, start.y + dy * Double(step) / 10)
        }
        if rest > 0 { clock.advance(by: rest) }
        pointer(ends, start.x + dx, start.y + dy)
    }

    private func tile(_ x: Double, _ y: Double) -> CGRect { CGRect(x: x, y: y, width: 150, height: 150) }

    @Test("C1: the tile has 150 points a side; c exists and is ignored")
    func size() {
        let old: any OldSide = OldSideUser(coordinator)
        old.set(400)
        enter()
        #expect(call.frame == tile(645, 445))
        #expect(old.get() == 400)
    }

    @Test("C2: it starts in the given corner and goes back to the one it was thrown to")
    func lastCorner() {
        coordinator.initialPositionInSuperView = .upperLeftCorner
        enter()
        #expect(call.frame == tile(5, 25))
        drag(400, 300)
        clock.advance(by: 1)
        #expect(call.frame == tile(645, 445))
        coordinator.exitPictureInPicture()
        clock.advance(by: 1)
        coordinator.initialPositionInSuperView = .lowerLeftCorner
        coordinator.enterPictureInPicture()
        clock.advance(by: 1)
        #expect(call.frame == tile(645, 445))
    }

    @Test("C2: other insets re-place it at once, and only as a tile")
    func insets() {
        coordinator.configureAsStickyView(withParentView: parent)
        coordinator.dragBoundInsets = EdgeInsets(top: 40, left: 40, bottom: 40, right: 40)
        #expect(call.frame == full)
        coordinator.enterPictureInPicture()
        clock.advance(by: 0.3)
        #expect(call.frame == tile(610, 410))
        coordinator.dragBoundInsets = EdgeInsets()
        #expect(call.frame == tile(650, 450))
    }

    @Test("C2: it stays inside the insets also while it is dragged")
    func insideWhileDragged() {
        enter()
        let start = call.center
        pointer(.down, start.x, start.y)
        for (x, y) in [(0.0, 0.0), (-500, 900), (5000, 5000), (400, -10)] {
            pointer(.moved, x, y)
            #expect(coordinator.isInPictureInPicture)
            #expect(CGRect(x: 5, y: 25, width: 790, height: 570).contains(call.frame))
        }
        pointer(.moved, 300, 300)
        coordinator.dragBoundInsets = EdgeInsets(top: 300, left: 300)
        #expect(call.frame.minX >= 300 && call.frame.minY >= 300)
    }

    @Test("C3: above everything in the parent, as large as it, as visible as before")
    func sticky() {
        let other = View(frame: full)
        parent.addSubview(other)
        call.isHidden = true
        coordinator.configureAsStickyView(withParentView: parent)
        #expect(parent.subviews.last === call && call.frame == full && call.isHidden)
        let later = View(frame: full)
        parent.addSubview(later)
        coordinator.enterPictureInPicture()
        #expect(parent.subviews.last === call)
    }

    @Test("C3: without a parent the key window's root view; with neither a logged error and nothing else")
    func noParent() {
        var log: [String] = []
        coordinator.log = { log.append($0) }
        PictureInPictureEnvironment.shared.keyRootView = nil
        coordinator.configureAsStickyView()
        #expect(log.count == 1 && call.superview == nil)
        coordinator.enterPictureInPicture()
        #expect(!coordinator.isInPictureInPicture)
        PictureInPictureEnvironment.shared.keyRootView = root
        coordinator.configureAsStickyView()
        #expect(call.superview === root && log.count == 1)
        PictureInPictureEnvironment.shared.keyRootView = nil
        coordinator.configureAsStickyView(withParentView: call)
        #expect(log.count == 2 && call.superview === root)
    }

    @Test("C4: show and hide fade in 0.1 s, and tell the completion once")
    func fades() {
        coordinator.configureAsStickyView(withParentView: parent)
        call.isHidden = true
        var told: [String] = []
        coordinator.show { told.append("show \($0)") }
        clock.advance(by: 0.05)
        #expect(!call.isHidden && call.alpha > 0 && call.alpha < 1 && told.isEmpty)
        clock.advance(by: 0.06)
        #expect(call.alpha == 1 && told == ["show true"])
        coordinator.show { told.append("again \($0)") }
        #expect(told == ["show true", "again true"])
        coordinator.hide { told.append("hide \($0)") }
        clock.advance(by: 0.11)
        #expect(call.isHidden && told.last == "hide true")
        coordinator.hide { told.append("again \($0)") }
        #expect(told.suffix(2) == ["hide true", "again true"])
        clock.advance(by: 1)
        #expect(told.count == 4)
    }

    @Test("C4: an interrupted animation tells false, once, and the later one wins")
    func interrupted() {
        coordinator.configureAsStickyView(withParentView: parent)
        var told: [String] = []
        coordinator.hide { told.append("hide \($0)") }
        clock.advance(by: 0.05)
        coordinator.show { told.append("show \($0)") }
        #expect(told == ["hide false"])
        clock.advance(by: 0.2)
        #expect(told == ["hide false", "show true"] && !call.isHidden && call.alpha == 1)
    }

    @Test("C4: shown twice during one fade: the first is told false, the second true")
    func shownTwice() {
        coordinator.configureAsStickyView(withParentView: parent)
        call.isHidden = true
        var told: [String] = []
        coordinator.show { told.append("a \($0)") }
        clock.advance(by: 0.03)
        coordinator.show { told.append("b \($0)") }
        clock.advance(by: 0.2)
        #expect(told == ["a false", "b true"])
    }

    @Test("C4: without a window it happens at once, and the completion is told all the same")
    func noWindow() {
        let lonely = PiPViewCoordinator(withView: View())
        var told: [Bool] = []
        lonely.hide { told.append($0) }
        lonely.show { told.append($0) }
        lonely.show { told.append($0) }
        #expect(told == [true, true, true] && !lonely.view.isHidden && lonely.view.alpha == 1)
    }

    @Test("C5: it takes 0.25 s to the corner and tells nobody; a second enter changes nothing")
    func enters() {
        coordinator.configureAsStickyView(withParentView: parent)
        coordinator.enterPictureInPicture()
        clock.advance(by: 0.2)
        #expect(call.frame != tile(645, 445) && call.frame != full)
        coordinator.enterPictureInPicture()
        clock.advance(by: 0.06)
        #expect(call.frame == tile(645, 445))
        #expect(delegate.exits == 0)
    }

    @Test("C5, C10: a tap shows the exit button, 44 × 44 and centred, another hides it; a drag is no tap")
    func exitButton() {
        enter()
        pointer(.down, 650, 450)
        pointer(.up, 650, 450)
        #expect(coordinator.isExitButtonShown)
        #expect(call.subviews.last?.frame == CGRect(x: 53, y: 53, width: 44, height: 44))
        clock.advance(by: 1)
        pointer(.down, 650, 450)
        pointer(.up, 650, 450)
        #expect(!coordinator.isExitButtonShown)
        drag(-50, -50, seconds: 1, rest: 1)
        #expect(!coordinator.isExitButtonShown)
    }

    @Test("C5: the exit button ends the tile")
    func exitButtonPressed() {
        enter()
        pointer(.down, 650, 450)
        pointer(.up, 650, 450)
        clock.advance(by: 1)
        pointer(.down, 720, 520)
        pointer(.up, 720, 520)
        clock.advance(by: 0.3)
        #expect(!coordinator.isInPictureInPicture && delegate.exits == 1 && !coordinator.isExitButtonShown)
        #expect(call.frame == full && call.gestures.isEmpty)
    }

    @Test("C6: full size first, and only then the delegate, once")
    func exits() {
        enter()
        var frame: CGRect?
        delegate.onExit = { frame = call.frame }
        coordinator.exitPictureInPicture()
        coordinator.exitPictureInPicture()
        clock.advance(by: 0.24)
        #expect(delegate.exits == 0)
        clock.advance(by: 0.02)
        #expect(delegate.exits == 1 && frame == full)
        clock.advance(by: 1)
        #expect(delegate.exits == 1)
    }

    @Test("C6: when it is no tile, an exit changes nothing and tells nobody")
    func exitsWithoutEnter() {
        coordinator.exitPictureInPicture()
        coordinator.configureAsStickyView(withParentView: parent)
        coordinator.exitPictureInPicture()
        clock.advance(by: 1)
        #expect(delegate.exits == 0 && call.frame == full)
    }

    @Test("C6: an exit during the enter animation reverses it")
    func reverses() {
        coordinator.configureAsStickyView(withParentView: parent)
        coordinator.enterPictureInPicture()
        clock.advance(by: 0.1)
        let half = call.frame
        coordinator.exitPictureInPicture()
        #expect(call.frame == half, "it does not jump")
        clock.advance(by: 0.3)
        #expect(call.frame == full && delegate.exits == 1)
    }

    @Test("C6: an enter during the exit animation takes it back; nobody is told of an end")
    func takenBack() {
        enter()
        coordinator.exitPictureInPicture()
        clock.advance(by: 0.1)
        coordinator.enterPictureInPicture()
        clock.advance(by: 1)
        #expect(coordinator.isInPictureInPicture && call.frame == tile(645, 445) && delegate.exits == 0)
    }

    @Test("C6: under reduced motion it happens at once")
    func reducedMotion() {
        root.animator.isMotionReduced = true
        coordinator.configureAsStickyView(withParentView: parent)
        coordinator.enterPictureInPicture()
        #expect(call.frame == tile(645, 445))
        coordinator.exitPictureInPicture()
        #expect(call.frame == full && delegate.exits == 1)
    }

    @Test("C6: a delegate that enters again from inside its callback")
    func enterInCallback() {
        enter()
        delegate.onExit = { coordinator.enterPictureInPicture() }
        coordinator.exitPictureInPicture()
        clock.advance(by: 1)
        #expect(coordinator.isInPictureInPicture && delegate.exits == 1 && call.frame == tile(645, 445))
    }

    @Test("C7: thrown, it springs to the corner it is thrown to in half a second")
    func thrown() {
        enter()
        drag(-30, -30, seconds: 0.05)
        #expect(call.frame.minX < 645)
        clock.advance(by: 0.3)
        #expect(call.frame != tile(5, 25))
        clock.advance(by: 0.3)
        #expect(call.frame == tile(5, 25))
        #expect(!clock.isRunning)
    }

    @Test("C7: put down slowly, it goes to the nearer half; a distance of zero is safe")
    func putDown() {
        enter()
        drag(-100, -400, seconds: 1, rest: 0.5)
        clock.advance(by: 1)
        #expect(call.frame == tile(645, 25))
        drag(10, -10, seconds: 1, rest: 0.5)
        clock.advance(by: 1)
        #expect(call.frame == tile(645, 25))
    }

    @Test("C7: a lost grab or Escape ends the drag, and the tile goes back to its corner", arguments: [true, false])
    func cancelled(_ isEscape: Bool) {
        enter()
        let start = call.center
        pointer(.down, start.x, start.y)
        pointer(.moved, 100, 100)
        if isEscape {
            root.handle(KeyEvent(.escape, time: clock.now))
        } else {
            pointer(.cancelled, 100, 100)
        }
        clock.advance(by: 1)
        #expect(call.frame == tile(645, 445))
        pointer(.moved, 300, 300)
        #expect(call.frame == tile(645, 445))
    }

    @Test("C7: caught while it springs, it follows the pointer from where it is")
    func caught() {
        enter()
        drag(-300, -300, seconds: 0.05)
        clock.advance(by: 0.1)
        let caught = call.frame
        pointer(.down, call.center.x, call.center.y)
        pointer(.moved, call.center.x + 20, call.center.y)
        #expect(call.frame.minX == min(645, caught.minX + 20) && call.frame.minY == caught.minY)
    }

    @Test("C8: at a resize the tile keeps its corner and stays wholly inside; no exit, nobody told")
    func resized() {
        enter()
        for size in [
            CGSize(width: 400, height: 300), CGSize(width: 100, height: 90), CGSize(width: 1920, height: 1080),
        ] {
            let bounds = CGRect(origin: .zero, size: size)
            coordinator.resetBounds(bounds: bounds)
            #expect(bounds.contains(call.frame))
            #expect(call.frame.maxX == size.width - 5 && call.frame.maxY == size.height - 5)
        }
        #expect(coordinator.isInPictureInPicture && delegate.exits == 0)
        coordinator.exitPictureInPicture()
        clock.advance(by: 0.3)
        #expect(call.frame == CGRect(x: 0, y: 0, width: 1920, height: 1080))
    }

    @Test("C8: otherwise a resize sets the full size")
    func resizedFull() {
        coordinator.configureAsStickyView(withParentView: parent)
        coordinator.resetBounds(bounds: CGRect(x: 0, y: 0, width: 320, height: 200))
        #expect(call.frame == CGRect(x: 0, y: 0, width: 320, height: 200) && delegate.exits == 0)
    }

    @Test("C8: a resize during an animation goes on to the new place; an exit is still told once, in time")
    func resizedWhileMoving() {
        coordinator.configureAsStickyView(withParentView: parent)
        coordinator.enterPictureInPicture()
        clock.advance(by: 0.1)
        coordinator.resetBounds(bounds: CGRect(x: 0, y: 0, width: 400, height: 400))
        clock.advance(by: 1)
        #expect(call.frame == tile(245, 245))
        coordinator.exitPictureInPicture()
        for width in [410.0, 420, 430, 440] {
            clock.advance(by: 0.05)
            coordinator.resetBounds(bounds: CGRect(x: 0, y: 0, width: width, height: 400))
        }
        #expect(delegate.exits == 0)
        clock.advance(by: 0.07)
        #expect(delegate.exits == 1 && call.frame == CGRect(x: 0, y: 0, width: 440, height: 400))
        clock.advance(by: 1)
        #expect(delegate.exits == 1)
    }

    @Test("C9: stopDragGesture pins the tile until the next enter, also in the middle of a drag")
    func pinned() {
        enter()
        let start = call.center
        pointer(.down, start.x, start.y)
        pointer(.moved, 400, 300)
        coordinator.stopDragGesture()
        pointer(.moved, 200, 200)
        pointer(.up, 200, 200)
        clock.advance(by: 1)
        #expect(call.frame == tile(645, 445))
        drag(-400, -300)
        clock.advance(by: 1)
        #expect(call.frame == tile(645, 445))
        coordinator.exitPictureInPicture()
        clock.advance(by: 1)
        coordinator.enterPictureInPicture()
        clock.advance(by: 1)
        drag(-400, -300)
        clock.advance(by: 1)
        #expect(call.frame == tile(5, 25))
    }

    @Test("C9: another exit button can be supplied, and works")
    func ownButton() {
        let own = OwnButton(withView: call)
        own.delegate = delegate
        own.configureAsStickyView(withParentView: parent)
        own.enterPictureInPicture()
        clock.advance(by: 1)
        pointer(.down, 650, 450)
        pointer(.up, 650, 450)
        #expect(own.made?.superview === call && own.made?.frame.width == 44)
        own.made?.activate()
        clock.advance(by: 1)
        #expect(delegate.exits == 1)
    }

    @Test("C10: the tile takes no click outside its own frame")
    func clicksBeside() {
        let below = Button("below")
        below.frame = full
        var presses = 0
        below.onPress = { presses += 1 }
        parent.addSubview(below)
        enter()
        pointer(.down, 640, 440)
        pointer(.up, 640, 440)
        #expect(presses == 1 && !coordinator.isExitButtonShown)
        pointer(.down, 700, 500)
        pointer(.up, 700, 500)
        #expect(presses == 1 && coordinator.isExitButtonShown)
    }

    @Test("C11: no flag, capability, audio session or display is asked for")
    func needsNothing() {
        #expect(!PictureInPictureEnvironment.shared.support.isSupported)
        #expect(!PictureInPictureEnvironment.shared.capabilities.allowsPictureInPicture)
        enter()
        #expect(coordinator.isInPictureInPicture)
    }

    @Test("a coordinator that goes away in the middle of everything leaves the view in peace")
    func goesAway() {
        var gone: PiPViewCoordinator? = PiPViewCoordinator(withView: call)
        weak let held = gone
        gone?.configureAsStickyView(withParentView: parent)
        gone?.enterPictureInPicture()
        clock.advance(by: 0.1)
        gone = nil
        #expect(held == nil)
        clock.advance(by: 1)
        pointer(.down, call.center.x, call.center.y)
        pointer(.up, call.center.x, call.center.y)
    }

    @Test("a thousand times in and out leave no gesture, button or movement behind")
    func thousand() {
        coordinator.configureAsStickyView(withParentView: parent)
        for _ in 0..<1000 {
            coordinator.enterPictureInPicture()
            coordinator.exitPictureInPicture()
            clock.advance(by: 0.3)
        }
        #expect(delegate.exits == 1000 && call.gestures.isEmpty && call.subviews.isEmpty && !clock.isRunning)
    }

    final class OwnButton: PiPViewCoordinator {
        var made: Button?
        override func configureExitPiPButton(target: AnyObject, action: @escaping @MainActor () -> Void) -> Button {
            let button = Button("mine", onPress: action)
            made = button
            return button
        }
    }
}

/// Uses the deprecated name from a place where that is no warning.
@MainActor private protocol OldSide {
    func set(_ side: Double)
    func get() -> Double
}
private struct OldSideUser: OldSide {
    let coordinator: PiPViewCoordinator
    init(_ coordinator: PiPViewCoordinator) { self.coordinator = coordinator }
    @available(*, deprecated) func set(_ side: Double) { coordinator.c = side }
    @available(*, deprecated) func get() -> Double { coordinator.c }
}
