import Foundation
import Frames
import Geometry
import Testing
import Views

@testable import PictureInPicture

/// Floating views on a view tree (spec 6).
@MainActor @Suite(.timeLimit(.minutes(10))) struct PipifyViewTests {
    /// A window at a place on the screen.
    @MainActor final class Window: StageWindow {
        var originOnScreen: Point? = Point(1000, 500)
        var waiting: [@MainActor () -> Void] = []
        func rootViewNeedsComposition(_ root: RootView) {}
        func whenFrameShown(in view: View, _ body: @escaping @MainActor () -> Void) { waiting.append(body) }
    }
    /// A view of one colour that reads its controller.
    final class Reader: View {
        @EnvironmentObject var controller: PipifyController
        var shade = Color.black { didSet { setNeedsDisplay() } }
        var draws = 0
        override var isDrawn: Bool { true }
        override func draw(in canvas: Canvas) {
            draws += 1
            canvas.fill(bounds, shade)
        }
    }
    @MainActor final class Owner {
        @State var isPresented = false
        var binding: Binding<Bool> { $isPresented }
    }

    let world = World()
    let owner = Owner()
    let host = Window()
    let root: RootView
    let parent = View(frame: CGRect(x: 100, y: 50, width: 400, height: 300))
    let view = Reader(frame: CGRect(x: 20, y: 30, width: 160, height: 90))

    init() {
        root = RootView(size: Size(1600, 1200), scale: 2, animator: Animator(clock: world.clock))
        root.host = host
        root.addSubview(parent)
        parent.addSubview(view)
    }

    private var layer: DisplayLayer { world.window.request.layer }
    private func firstByte() -> UInt8? { layer.newest?.frame.planes.0.base.pointee }

    @Test("P1: a view's own window grows out of its place, in device pixels, and goes back there")
    func ownView() {
        view.pipify(isPresented: owner.binding, environment: world.environment)
        owner.isPresented = true
        #expect(world.window.request.origin == Rect(x: 1240, y: 660, width: 320, height: 180))
        #expect(world.window.request.contentSize == Size(320, 180))
        world.window.report(.closePressed)
        #expect(!owner.isPresented && view.superview === parent && parent.subviews.count == 1)
        owner.isPresented = true
        world.window.report(.restorePressed)
        #expect(world.window.exits == [.move(to: Rect(x: 1240, y: 660, width: 320, height: 180))])
    }

    @Test("P1: another view is rendered off screen, and its window fades in")
    func customView() {
        let other = Reader(frame: CGRect(x: 0, y: 0, width: 200, height: 50))
        other.shade = Color(0x0000FF)
        view.pipify(isPresented: owner.binding, environment: world.environment) { other }
        owner.isPresented = true
        #expect(world.window.request.origin == nil)
        #expect(layer.newest?.frame.displaySize.height == layer.newest.map { $0.frame.displaySize.width / 4 })
        #expect(firstByte() == 255 && view.superview === parent && view.draws == 0)
        owner.isPresented = false
        #expect(other.superview == nil)
    }

    @Test("a custom view without a size gets the usual one")
    func unsized() {
        view.pipify(isPresented: owner.binding, environment: world.environment) { Reader() }
        owner.isPresented = true
        #expect(world.window.request.contentSize == Size(640, 360))
    }

    @Test("P2: drawn when it changes, at most 30 times a second, and not otherwise", arguments: [true, false])
    func changes(_ isCustom: Bool) {
        let other = Reader(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        if isCustom {
            view.pipify(isPresented: owner.binding, environment: world.environment) { other }
        } else {
            view.pipify(isPresented: owner.binding, environment: world.environment)
        }
        let floated = isCustom ? other : view
        owner.isPresented = true
        world.clock.advance(by: 1)
        let settled = floated.draws
        world.clock.advance(by: 5)
        #expect(floated.draws == settled)
        for blue in UInt32(1)...100 {
            floated.shade = Color(blue)
            world.clock.advance(by: 0.01)
        }
        world.clock.advance(by: 1)
        #expect((28...32).contains(floated.draws - settled))
        #expect(firstByte() == 100)
        // What holds it may change as well.
        floated.alpha = 0.5
        world.clock.advance(by: 1)
        #expect(firstByte() == 50)
    }

    @Test("P2: the app goes on moving and laying out a view that floats")
    func laidOut() {
        view.pipify(isPresented: owner.binding, environment: world.environment)
        owner.isPresented = true
        world.clock.advance(by: 1)
        view.frame = CGRect(x: 50, y: 60, width: 80, height: 45)
        world.clock.advance(by: 1)
        #expect(layer.newest.map { $0.frame.displaySize.width * 9 == $0.frame.displaySize.height * 16 } == true)
        #expect(parent.subviews[0].frame == view.frame, "its stand-in goes where the view is put")
        owner.isPresented = false
        #expect(view.superview === parent && view.frame.minX == 50)
    }

    @Test("B9: a notice stays in the view's place, or its picture with keep-stage; its order among others is kept")
    func standIn() {
        let above = View(frame: view.frame)
        parent.addSubview(above)
        view.pipify(isPresented: owner.binding, environment: world.environment)
        owner.isPresented = true
        #expect(parent.subviews.count == 2 && parent.subviews[0] is PipifyStandIn && parent.subviews[1] === above)
        owner.isPresented = false
        #expect(parent.subviews[0] === view && parent.subviews.count == 2)
        world.environment.keepsStage = true
        owner.isPresented = true
        #expect((parent.subviews[0].subviews.first as? VideoView)?.layer === layer)
    }

    @Test("P5: a custom view reads its controller: the size of the window in pixels, zero before and after")
    func environmentObject() {
        let other = Reader(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let inner = Reader()
        other.addSubview(inner)
        var sizes: [Size] = []
        other.onPipRenderSizeChanged { sizes.append($0) }
        view.pipify(isPresented: owner.binding, environment: world.environment) { other }
        owner.isPresented = true
        let controller = other.controller
        #expect(controller === inner.controller)
        #expect(controller.renderSize == Size(384, 216) && controller.enabled)
        world.window.report(.resized(Size(300, 300)))
        owner.isPresented = false
        #expect(controller.renderSize == .zero && !controller.enabled)
        #expect(sizes == [Size(384, 216), Size(300, 300)])
    }

    @Test("P5: read in the view that carries the modifier, it stops with a message that names the modifier")
    func readInTheWrongPlace() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let reader = Reader(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
                reader.pipify(isPresented: .constant(false))
                _ = reader.controller
            }
        }
        let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(words.contains("pipify(isPresented:content:)"))
    }

    @Test("P6: the modifiers work before and after pipify, on the view that carries it")
    func modifiers() {
        var log: [String] = []
        view.onPipStart { log.append("start") }
            .pipify(isPresented: owner.binding, environment: world.environment)
            .onPipStop { log.append("stop") }
            .onPipPlayPause { log.append("play \($0)") }
            .onPipSkip { log.append("skip \($0)") }
            .pipShowOnBackground().pipHideOnForeground()
        world.environment.leaveApp(by: .iconified)
        #expect(owner.isPresented && world.window.controls.extras == [.playPause, .skipBack, .skipForward])
        world.window.report(.pressed(.playPause))
        world.window.report(.pressed(.skipBack))
        world.environment.returnToApp()
        #expect(!owner.isPresented)
        #expect(log == ["start", "play false", "skip false", "stop"])
    }

    @Test("P8: onAppear and task run when the floated view is first drawn, once a presentation; the task is cancelled")
    func appears() async {
        let other = Reader(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let child = View()
        other.addSubview(child)
        var appearances = 0
        var isStarted = false
        var isCancelled = false
        child.onAppear { appearances += 1 }
        other.task { @MainActor in
            isStarted = true
            while !Task.isCancelled { await Task.yield() }
            isCancelled = true
        }
        view.pipify(isPresented: owner.binding, environment: world.environment) { other }
        #expect(appearances == 0)
        owner.isPresented = true
        other.shade = .white
        #expect(appearances == 1)
        await until { isStarted }
        owner.isPresented = false
        await until { isCancelled }
        owner.isPresented = true
        #expect(appearances == 2)
    }

    @Test("P8: a floated view gets no input, neither its own place nor itself")
    func noInput() {
        let button = Button("press")
        button.frame = view.bounds
        var presses = 0
        button.onPress = { presses += 1 }
        view.addSubview(button)
        view.pipify(isPresented: owner.binding, environment: world.environment)
        func click() {
            for phase in [PointerEvent.Phase.down, .up] {
                root.handle(PointerEvent(phase, at: CGPoint(x: 150, y: 100), time: world.clock.now))
            }
        }
        click()
        #expect(presses == 1)
        owner.isPresented = true
        click()
        #expect(presses == 1)
        owner.isPresented = false
        click()
        #expect(presses == 2)
    }

    @Test("P8: animations run on the one clock and end on their last state")
    func animations() {
        view.pipify(isPresented: owner.binding, environment: world.environment)
        view.shade = Color(0x0000FF)
        owner.isPresented = true
        world.clock.advance(by: 1)
        let before = view.draws
        root.animator.fade(view, to: 0.2, duration: 1)
        world.clock.advance(by: 2)
        #expect((25...34).contains(view.draws - before))
        #expect(firstByte() == 51)
    }

    @Test("the view's place in the app goes: its window goes, and isPresented is false")
    func parentRemoved() {
        view.pipify(isPresented: owner.binding, environment: world.environment)
        owner.isPresented = true
        parent.removeFromSuperview()
        #expect(!owner.isPresented && world.windows.up.isEmpty && world.activeCount == 0)
        #expect(view.superview === parent)
    }

    @Test("the view is destroyed while another floats for it: the window goes")
    func carrierDestroyed() {
        var carrier: View? = View(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        weak let held = carrier
        carrier?.pipify(isPresented: owner.binding, environment: world.environment) { Reader() }
        owner.isPresented = true
        #expect(world.windows.up.count == 1)
        carrier = nil
        #expect(held == nil && world.windows.up.isEmpty && world.activeCount == 0)
    }

    @Test("a floated view that the app takes away ends its window")
    func takenAway() {
        view.pipify(isPresented: owner.binding, environment: world.environment)
        owner.isPresented = true
        view.removeFromSuperview()
        #expect(!owner.isPresented && world.windows.up.isEmpty)
        parent.addSubview(view)
        owner.isPresented = true
        #expect(world.windows.up.count == 1)
    }

    @Test("the window is up only after the way back shows the view: restore waits for its frame")
    func stageFrame() {
        let call = world.call()
        call.controller.contentSource.stage = view
        call.controller.startPictureInPicture()
        world.window.report(.restorePressed)
        #expect(call.controller.isPictureInPictureActive && host.waiting.count == 1)
        host.waiting[0]()
        #expect(world.window.exits == [.move(to: Rect(x: 1240, y: 660, width: 320, height: 180))])
    }

    @Test("a view that is hidden, or whose window is not on the screen, is nowhere")
    func nowhere() {
        #expect(view.frameOnScreen != nil)
        parent.isHidden = true
        #expect(view.frameOnScreen == nil)
        parent.isHidden = false
        host.originOnScreen = nil
        #expect(view.frameOnScreen == nil)
        #expect(View().frameOnScreen == nil)
    }

    @Test("a thousand presentations leave no view, task or timer behind", arguments: [true, false])
    func thousand(_ isCustom: Bool) {
        world.windows.keepsAll = false
        if isCustom {
            view.pipify(isPresented: owner.binding, environment: world.environment) { Reader() }
        } else {
            view.pipify(isPresented: owner.binding, environment: world.environment)
        }
        for _ in 0..<1000 {
            owner.isPresented = true
            owner.isPresented = false
        }
        #expect(parent.subviews.count == 1 && parent.subviews[0] === view && world.activeCount == 0)
        #expect(world.clock.pending == 0)
    }
}
