import Foundation
import Testing

@testable import Views

@Suite(.timeLimit(.minutes(10))) @MainActor struct AnimationTests {
    private let corner = CGRect(x: 240, y: 140, width: 150, height: 150)

    @Test("a move takes 0.25 s, decelerates, ends exactly, and tells once")
    func move() {
        let h = Harness()
        let view = h.add(View(), 0, 0, 100, 100)
        var told: [Bool] = []
        h.root.animator.move(view, to: corner) { told.append($0) }
        #expect(h.clock.isRunning)
        h.clock.advance(by: 0.125)
        #expect(view.frame.minX > 120 && view.frame.minX < 240)
        h.clock.advance(by: 0.1)
        #expect(told.isEmpty)
        h.clock.advance(by: 0.05)
        #expect(told == [true] && view.frame == corner)
        #expect(!h.clock.isRunning)
        h.clock.advance(by: 5)
        #expect(told == [true])
    }

    @Test("an interruption tells false once and goes on from where the view is (C4, C6)")
    func interrupted() {
        let h = Harness()
        let start = CGRect(x: 0, y: 0, width: 400, height: 300)
        let view = h.add(View(), 0, 0, 400, 300)
        var told: [String] = []
        h.root.animator.move(view, to: corner) { told.append("enter \($0)") }
        h.clock.advance(by: 0.1)
        let middle = view.frame
        h.root.animator.move(view, to: start) { told.append("exit \($0)") }
        #expect(told == ["enter false"] && view.frame == middle)
        h.clock.advance(by: 1)
        #expect(told == ["enter false", "exit true"] && view.frame == start)
    }

    @Test("a fade and a move of one view do not disturb each other")
    func together() {
        let h = Harness()
        let view = h.add(View(), 0, 0, 100, 100)
        var told: [String] = []
        h.root.animator.fade(view, to: 0) { told.append("fade \($0)") }
        h.root.animator.move(view, to: corner) { told.append("move \($0)") }
        h.clock.advance(by: 1)
        #expect(told == ["fade true", "move true"])
        #expect(view.alpha == 0 && view.frame == corner)
    }

    @Test("nothing to do tells true at once")
    func nothing() {
        let h = Harness()
        let view = h.add(View(), 0, 0, 100, 100)
        var told: [Bool] = []
        h.root.animator.fade(view, to: 1) { told.append($0) }
        h.root.animator.move(view, to: view.frame) { told.append($0) }
        h.root.animator.spring(view, to: view.frame) { told.append($0) }
        #expect(told == [true, true, true] && !h.clock.isRunning)
    }

    @Test("under reduced motion a move is at once and a fade takes 100 ms")
    func reduced() {
        let h = Harness(reduced: true)
        let view = h.add(View(), 0, 0, 100, 100)
        var told: [String] = []
        h.root.animator.move(view, to: corner) { told.append("move \($0)") }
        #expect(told == ["move true"] && view.frame == corner)
        h.root.animator.spring(view, to: .zero, velocity: Velocity(dx: 900, dy: 0)) { told.append("spring \($0)") }
        #expect(told == ["move true", "spring true"] && view.frame == .zero)
        h.root.animator.fade(view, to: 0, duration: 0.2) { told.append("fade \($0)") }
        h.clock.advance(by: 0.09)
        #expect(told.count == 2 && view.alpha > 0 && view.alpha < 1)
        h.clock.advance(by: 0.03)
        #expect(told.last == "fade true" && view.alpha == 0)
    }

    @Test("a view that goes ends its movement with false")
    func gone() {
        let h = Harness()
        var told: [Bool] = []
        do {
            let view = View()
            h.root.addSubview(view)
            h.root.animator.move(view, to: corner) { told.append($0) }
            h.clock.advance(by: 0.05)
            view.removeFromSuperview()
        }
        h.clock.advance(by: 1)
        #expect(told == [false] && !h.clock.isRunning)
    }

    @Test("a completion may start the next movement of the same view")
    func chained() {
        let h = Harness()
        let view = h.add(View(), 0, 0, 100, 100)
        var told: [String] = []
        h.root.animator.move(view, to: corner) { first in
            told.append("1 \(first)")
            h.root.animator.move(view, to: .zero) { told.append("2 \($0)") }
        }
        h.clock.advance(by: 1)
        #expect(told == ["1 true", "2 true"] && view.frame == .zero)
    }

    @Test("cancelling and finishing early tell once")
    func early() {
        let h = Harness()
        let view = h.add(View(), 0, 0, 100, 100)
        var told: [Bool] = []
        let key = Animator.frameKey(view)
        h.root.animator.move(view, to: corner) { told.append($0) }
        h.root.animator.finish(key)
        h.root.animator.finish(key)
        h.root.animator.cancel(key)
        #expect(told == [true] && view.frame == corner)
        h.root.animator.move(view, to: .zero) { told.append($0) }
        h.root.animator.cancel(key)
        h.root.animator.cancel(key)
        #expect(told == [true, false] && !h.clock.isRunning)
    }

    @Test(
        "a spring comes to rest in 0.5 s from any start and never leaves its bounds (C7)",
        arguments: [
            Velocity.zero, Velocity(dx: 3000, dy: -2500), Velocity(dx: -90_000, dy: 0),
        ])
    func spring(_ velocity: Velocity) {
        let h = Harness()
        let view = h.add(View(), 100, 100, 150, 150)
        let bounds = CGRect(x: 5, y: 25, width: 390, height: 270)
        var told: [Bool] = []
        h.root.animator.spring(view, to: corner, velocity: velocity, within: bounds) { told.append($0) }
        for _ in 0..<35 {
            h.clock.advance(by: 1 / 60)
            #expect(bounds.contains(view.frame), "\(view.frame)")
        }
        #expect(told == [true] && view.frame == corner && !h.clock.isRunning)
    }

    @Test("a spring over a distance of zero is finite and comes back (C7)")
    func zeroDistance() {
        let spring = Spring()
        #expect(spring.offset(at: 0.1, distance: 0, velocity: 0) == 0)
        let pushed = spring.offset(at: 0.05, distance: 0, velocity: 500)
        #expect(pushed.isFinite && pushed > 0)
        #expect(spring.offset(at: 0.5, distance: 0, velocity: 500) == 0)
        for damping in [0.2, 0.9, 1, 3] {
            let spring = Spring(duration: 0.5, damping: damping)
            #expect(spring.offset(at: 0, distance: 100, velocity: 0) == 100)
            #expect(abs(spring.offset(at: 0.499, distance: 100, velocity: 0)) < 2)
        }
    }

    @Test("easings start at 0, end at 1 and never go back", arguments: Easing.allCases)
    func easings(_ easing: Easing) {
        #expect(easing(0) == 0 && easing(1) == 1 && easing(-1) == 0 && easing(2) == 1)
        let values = (0...100).map { easing(Double($0) / 100) }
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test("alarms ring in order, once, and not after they are cancelled")
    func alarms() {
        let clock = ManualClock()
        var rung: [String] = []
        let a = clock.after(0.2) { rung.append("a") }
        let b = clock.after(0.1) { rung.append("b") }
        let c = clock.after(0.15) { rung.append("c") }
        c.cancel()
        clock.advance(by: 0.05)
        #expect(rung.isEmpty)
        clock.advance(by: 1)
        #expect(rung == ["b", "a"])
        withExtendedLifetime((a, b, c)) {}
        _ = clock.after(0.1) { rung.append("let go") }
        clock.advance(by: 1)
        #expect(rung == ["b", "a"])
    }

    @Test("the clock of the running app ticks while it is wanted, and rests then")
    func displayClock() async {
        let clock = DisplayClock(rate: 200)
        let (frames, send) = AsyncStream<Double>.makeStream()
        var ticket: ClockTicket? = clock.onFrame { send.yield($0) }
        var times: [Double] = []
        for await time in frames {
            times.append(time)
            if times.count == 5 { break }
        }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        ticket?.cancel()
        ticket = nil
        let (rings, ring) = AsyncStream<Void>.makeStream()
        let alarm = clock.after(0.001) { ring.yield() }
        for await _ in rings { break }
        withExtendedLifetime(alarm) {}
    }
}
