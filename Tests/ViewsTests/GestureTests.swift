import Foundation
import Testing
import Views

@Suite(.timeLimit(.minutes(10))) @MainActor struct GestureTests {
    @Test("a click that is no drag is a tap, a drag is none (C10)")
    func taps() {
        let h = Harness()
        let diary = Diary()
        let view = h.add(View(), 0, 0, 100, 100)
        view.addGesture(TapGesture { _ in diary.note("tap") })
        view.addGesture(PanGesture { diary.note("pan \($0.state)") })
        h.click(50, 50)
        #expect(diary.lines == ["tap"])
        h.down(50, 50)
        h.move(53, 50)
        h.up(53, 50)
        #expect(diary.lines == ["tap", "tap"])
        h.down(50, 50)
        h.move(60, 50)
        h.move(70, 50)
        h.up(70, 50)
        #expect(diary.lines == ["tap", "tap", "pan began", "pan changed", "pan ended"])
    }

    @Test("a pan tells how far and how fast it is let go")
    func velocity() {
        let h = Harness()
        let view = h.add(View(), 0, 0, 400, 300)
        var last = (CGPoint.zero, Velocity.zero)
        view.addGesture(PanGesture { if $0.state == .ended { last = ($0.translation, $0.velocity) } })
        h.down(0, 100)
        for step in 1...20 { h.move(Double(step) * 10, 100 - Double(step) * 2) }
        h.up(200, 60, after: 0)
        #expect(last.0 == CGPoint(x: 200, y: -40))
        #expect(abs(last.1.dx - 1000) < 1 && abs(last.1.dy + 200) < 1)
    }

    @Test("only the last 100 ms count: a turn just before letting go")
    func turn() {
        let h = Harness()
        let view = h.add(View(), 0, 0, 400, 300)
        var velocity = Velocity.zero
        view.addGesture(PanGesture { if $0.state == .ended { velocity = $0.velocity } })
        h.down(0, 0)
        for step in 1...20 { h.move(Double(step) * 10, 0) }
        for step in 1...20 { h.move(200 - Double(step) * 5, 0) }
        h.up(100, 0, after: 0)
        #expect(abs(velocity.dx + 500) < 1)
    }

    @Test("a pointer that rested is let go without velocity")
    func rested() {
        let h = Harness()
        let view = h.add(View(), 0, 0, 400, 300)
        var velocity = Velocity(dx: 1, dy: 1)
        view.addGesture(PanGesture { if $0.state == .ended { velocity = $0.velocity } })
        h.down(0, 0)
        for step in 1...10 { h.move(Double(step) * 10, 0) }
        h.up(100, 0, after: 0.2)
        #expect(velocity == .zero)
    }

    @Test("events of one moment give no infinite velocity")
    func sameTime() {
        let h = Harness()
        let view = h.add(View(), 0, 0, 400, 300)
        var velocity = Velocity.zero
        view.addGesture(PanGesture { velocity = $0.velocity })
        h.down(0, 0)
        h.move(50, 0, after: 0)
        h.up(100, 0, after: 0)
        #expect(velocity.speed.isFinite && velocity == .zero)
    }

    @Test("a lost grab, Escape, a removed view and a switched-off gesture end a drag without effect", arguments: 0..<4)
    func cancelled(_ way: Int) {
        let h = Harness()
        let diary = Diary()
        let view = h.add(View(), 0, 0, 400, 300)
        let pan = PanGesture { diary.note("\($0.state)") }
        view.addGesture(pan)
        h.down(0, 0)
        h.move(20, 0)
        switch way {
        case 0: h.send(.cancelled)
        case 1: #expect(h.key(.escape))
        case 2: view.removeFromSuperview()
        default: pan.isEnabled = false
        }
        h.move(40, 0)
        h.up(40, 0)
        #expect(diary.lines == ["began", "cancelled"])
        #expect(!h.root.isPressed)
    }

    @Test("Escape without a drag is not swallowed by one")
    func escapeFree() {
        let h = Harness()
        #expect(!h.key(.escape))
    }

    @Test("a drag that starts on a button takes the press from it; a click does not reach the tap around it")
    func buttonInPan() {
        let h = Harness()
        let diary = Diary()
        let tile = h.add(View(), 0, 0, 200, 200)
        tile.addGesture(TapGesture { _ in diary.note("tap") })
        tile.addGesture(PanGesture { if $0.state == .ended { diary.note("pan") } })
        let button = Button("Exit") { diary.note("press") }
        button.frame = CGRect(x: 50, y: 50, width: 44, height: 44)
        tile.addSubview(button)
        h.click(60, 60)
        #expect(diary.lines == ["press"])
        h.down(60, 60)
        #expect(button.isPressed)
        h.move(90, 60)
        #expect(!button.isPressed)
        h.up(62, 60)
        #expect(diary.lines == ["press", "pan"])
    }

    @Test("a slider inside a draggable view is dragged itself")
    func sliderInPan() {
        let h = Harness()
        let diary = Diary()
        let tile = h.add(View(), 0, 0, 200, 200)
        tile.addGesture(PanGesture { _ in diary.note("pan") })
        let bar = SeekBar()
        bar.duration = 100
        bar.frame = CGRect(x: 0, y: 0, width: 200, height: 24)
        bar.onSeek = { diary.note("seek \($0)") }
        tile.addSubview(bar)
        h.down(10, 10)
        h.move(100, 150)
        h.up(100, 150)
        #expect(diary.lines == ["seek 50.0"])
    }

    @Test("a double tap comes once, and a tap that waits for it does not come with it")
    func doubleTap() {
        for isDoubleFirst in [true, false] {
            let h = Harness()
            let diary = Diary()
            let view = h.add(View(), 0, 0, 100, 100)
            let double = TapGesture(count: 2) { _ in diary.note("double") }
            let single = TapGesture { _ in diary.note("single") }
            single.waitsFor = double
            for gesture in isDoubleFirst ? [double, single] : [single, double] { view.addGesture(gesture) }
            h.click(50, 50)
            h.clock.advance(by: 0.1)
            h.click(50, 50)
            h.clock.advance(by: 1)
            #expect(diary.lines == ["double"])
            h.click(50, 50)
            #expect(diary.lines == ["double"])
            h.clock.advance(by: 0.31)
            #expect(diary.lines == ["double", "single"])
            h.click(10, 10)
            h.click(90, 90)
            h.clock.advance(by: 1)
            #expect(diary.lines.filter { $0 == "double" }.count == 1, "two places are no double tap")
        }
    }

    @Test("another button does not disturb a press")
    func secondButton() {
        let h = Harness()
        let diary = Diary()
        let view = h.add(View(), 0, 0, 100, 100)
        view.addGesture(TapGesture { _ in diary.note("tap") })
        h.down(10, 10)
        h.root.handle(PointerEvent(.down, at: CGPoint(x: 10, y: 10), button: .secondary, time: h.clock.now))
        h.root.handle(PointerEvent(.up, at: CGPoint(x: 10, y: 10), button: .secondary, time: h.clock.now))
        #expect(diary.lines.isEmpty)
        h.up(10, 10)
        #expect(diary.lines == ["tap"])
    }

    @Test("a gesture may take its own view away")
    func suicide() {
        let h = Harness()
        let view = h.add(View(), 0, 0, 100, 100)
        view.addGesture(TapGesture { $0.view?.removeFromSuperview() })
        view.addGesture(PanGesture { if $0.state == .began { $0.view?.removeFromSuperview() } })
        h.click(10, 10)
        #expect(view.root == nil && !h.root.isPressed)
        h.root.addSubview(view)
        h.down(10, 10)
        h.move(40, 10)
        h.up(40, 10)
        #expect(view.root == nil && !h.root.isPressed)
    }

    @Test("the pointer enters and leaves each view once; a view that appears under it is entered too")
    func hover() {
        final class Spot: View {
            var lines: [String] = []
            override func pointerEntered() { lines.append("in") }
            override func pointerExited() { lines.append("out") }
        }
        let h = Harness()
        let outer = h.add(Spot(), 0, 0, 200, 200)
        let inner = Spot(frame: CGRect(x: 50, y: 50, width: 50, height: 50))
        outer.addSubview(inner)
        h.move(10, 10)
        h.move(60, 60)
        h.move(61, 60)
        h.move(10, 10)
        h.send(.left)
        #expect(outer.lines == ["in", "out"] && inner.lines == ["in", "out"])
        h.move(300, 100)
        let late = h.add(Spot(), 250, 50, 100, 100)
        _ = h.root.compose()
        #expect(late.lines == ["in"])
    }

    @Test("the wheel goes to the innermost view that wants it")
    func wheel() {
        let h = Harness()
        let tall = View()
        final class Tall: View {
            override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 1000) }
        }
        let scroll = h.add(ScrollView(Tall()), 0, 0, 100, 100)
        _ = tall
        _ = h.root.compose()
        #expect(h.root.handle(ScrollEvent(at: CGPoint(x: 10, y: 10), dy: 1, time: 0)))
        #expect(scroll.offset == 48)
        #expect(h.root.handle(ScrollEvent(at: CGPoint(x: 10, y: 10), dy: 100, time: 0)))
        #expect(scroll.offset == 900)
        #expect(!h.root.handle(ScrollEvent(at: CGPoint(x: 10, y: 10), dy: 1, time: 0)))
    }
}
