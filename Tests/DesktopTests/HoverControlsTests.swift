import Frames
import Geometry
import PictureInPicture
import Testing
import Views

@testable import Desktop

@Suite @MainActor struct HoverControlsTests {
    /// Controls without a window, and the overlays it would show.
    @MainActor private final class Bench {
        let clock = ManualClock()
        let controls: HoverControls
        private let seen = Seen()

        private final class Seen { var alphas: [UInt8] = [] }

        init(_ change: (inout MiniControls) -> Void = { _ in }) {
            var start = MiniControls(session: .live)
            change(&start)
            let seen = seen
            controls = HoverControls(start, size: Size(256, 144), scale: 1, animator: Animator(clock: clock)) {
                overlay in
                seen.alphas.append(overlay.first?.alpha ?? 0)
            }
        }

        var alpha: UInt8 { seen.alphas.last ?? 0 }
        var drawings: Int { seen.alphas.count }

        func place(_ control: MiniControls.Control) throws -> Point {
            try #require(controls.controls.rects(in: Size(256, 144))[control]).center
        }
    }

    @Test("they fade in 0.2 s with the pointer, stay 2.5 s after its last motion, and fade away")
    func fades() {
        let bench = Bench()
        #expect(bench.drawings == 0)
        bench.controls.pointerMoved(to: Point(128, 72))
        bench.clock.advance(by: 0.1)
        #expect((100...155).contains(bench.alpha))
        bench.clock.advance(by: 0.1)
        #expect(bench.alpha == 255)
        #expect(!bench.clock.isRunning)
        bench.clock.advance(by: 2.2)
        bench.controls.pointerMoved(to: Point(129, 72))
        bench.clock.advance(by: 2.4)
        #expect(bench.alpha == 255)
        bench.clock.advance(by: 0.2)
        #expect((1...254).contains(bench.alpha))
        bench.clock.advance(by: 0.15)
        #expect(bench.alpha == 0 && !bench.clock.isRunning)
        // A thousand motions are one picture.
        bench.controls.pointerMoved(to: Point(128, 72))
        bench.clock.advance(by: 0.2)
        let drawings = bench.drawings
        for x in 100..<140 { bench.controls.pointerMoved(to: Point(x, 72)) }
        #expect(bench.drawings == drawings)
    }

    @Test("they fade away at once when the pointer leaves, and a return turns the fade")
    func leaving() {
        let bench = Bench()
        bench.controls.pointerMoved(to: Point(128, 72))
        bench.clock.advance(by: 0.2)
        bench.controls.pointerLeft()
        bench.clock.advance(by: 0.1)
        let middle = bench.alpha
        #expect((1...254).contains(middle))
        bench.controls.pointerMoved(to: Point(128, 72))
        bench.clock.advance(by: 0.1)
        #expect(bench.alpha > middle)
        bench.controls.pointerLeft()
        bench.clock.advance(by: 0.2)
        #expect(bench.alpha == 0)
    }

    @Test("while the list of keys is shown no step of a fade draws anything")
    func helpIsStill() {
        let bench = Bench()
        bench.controls.setFocused(true)
        bench.controls.toggleHelp()
        bench.controls.pointerMoved(to: Point(128, 72))
        let drawings = bench.drawings
        bench.clock.advance(by: 0.3)
        #expect(bench.drawings == drawings)
        bench.controls.toggleHelp()
        #expect(bench.alpha == 255)
    }

    @Test("under reduced motion there is no fade")
    func reducedMotion() {
        let bench = Bench()
        bench.controls.reducesMotion = true
        bench.controls.pointerMoved(to: Point(128, 72))
        #expect(bench.alpha == 255)
        bench.controls.pointerLeft()
        #expect(bench.alpha == 0 && !bench.clock.isRunning)
    }

    @Test("what is invisible can't be pressed; what is held stays")
    func pressing() throws {
        let bench = Bench()
        let close = try bench.place(.close)
        bench.controls.pointerMoved(to: close)
        bench.clock.advance(by: 3)
        #expect(!bench.controls.isShown)
        // The first press after they went away only brings them back.
        #expect(!bench.controls.press(at: close))
        #expect(bench.controls.isShown)
        #expect(bench.controls.release(at: close) == nil)
        #expect(bench.controls.press(at: close))
        bench.clock.advance(by: 20)
        #expect(bench.controls.isShown)
        #expect(bench.controls.release(at: close) == .control(.close))
        // Slid off: changed their mind.
        #expect(bench.controls.press(at: close))
        #expect(bench.controls.release(at: Point(128, 72)) == nil)
        bench.controls.isHeld = true
        bench.controls.pointerLeft()
        bench.clock.advance(by: 20)
        #expect(bench.controls.isShown)
        bench.controls.isHeld = false
        bench.controls.pointerLeft()
        #expect(!bench.controls.isShown)
    }

    @Test("what others set keeps the pointer, the edges and the kind")
    func merging() throws {
        let bench = Bench()
        let close = try bench.place(.close)
        bench.controls.layOut(size: Size(256, 144), edges: [.bottom], scale: 1)
        bench.controls.pointerMoved(to: close)
        #expect(bench.controls.press(at: close))
        var new = MiniControls(kind: .call, edges: [.left])
        new.isMuted = true
        new.hovered = .playPause
        bench.controls.set(new)
        #expect(bench.controls.controls.kind == .live)
        #expect(bench.controls.controls.edges == [.bottom])
        #expect(bench.controls.controls.hovered == .close)
        #expect(bench.controls.controls.pressed == .close)
        #expect(bench.controls.controls.showsTooltip)
        #expect(bench.controls.controls.isMuted)
        #expect(bench.controls.controls.extras.isEmpty)
        #expect(bench.controls.release(at: close) == .control(.close))
    }

    @Test("a control that is taken away while it is held is not pressed")
    func takenAway() throws {
        let bench = Bench()
        let play = try bench.place(.playPause)
        bench.controls.pointerMoved(to: play)
        #expect(bench.controls.press(at: play))
        bench.controls.set(MiniControls(kind: .live))
        #expect(bench.controls.release(at: play) == nil)
        #expect(bench.controls.controls.hovered == nil)
    }

    @Test("the knob follows the pointer out of the window and stays where it was put")
    func scrubbing() throws {
        let bench = Bench { $0.show(PlaybackState(isPaused: false, timeRange: .finite(start: 0, end: 60))) }
        let bar = try #require(bench.controls.controls.rects(in: Size(256, 144))[.seekBar])
        bench.controls.pointerMoved(to: bar.center)
        #expect(bench.controls.press(at: bar.center))
        bench.controls.pointerLeft()
        bench.controls.pointerMoved(to: Point(-500, 20))
        // The playback goes on and says so meanwhile.
        var new = bench.controls.controls
        new.progress = MiniControls.Progress(position: 50, duration: 60)
        bench.controls.set(new)
        #expect(bench.controls.release(at: Point(-500, 20)) == .seek(0))
        #expect(bench.controls.controls.progress?.position == 0)
        #expect(!bench.controls.isShown)
    }
}
