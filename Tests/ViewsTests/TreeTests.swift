import Foundation
import Frames
import Geometry
import Testing

@testable import Views

@Suite(.timeLimit(.minutes(10))) @MainActor struct TreeTests {
    @Test("the topmost view that takes input is hit")
    func hits() {
        let h = Harness()
        let lower = h.add(View(), 0, 0, 200, 200)
        let upper = h.add(View(), 100, 100, 200, 200)
        #expect(h.root.hitTest(CGPoint(x: 150, y: 150)) === upper)
        #expect(h.root.hitTest(CGPoint(x: 50, y: 50)) === lower)
        #expect(h.root.hitTest(CGPoint(x: 350, y: 50)) === h.root)
        upper.isHidden = true
        #expect(h.root.hitTest(CGPoint(x: 150, y: 150)) === lower)
        upper.isHidden = false
        upper.alpha = 0
        #expect(h.root.hitTest(CGPoint(x: 150, y: 150)) === lower)
        upper.alpha = 1
        upper.isUserInteractionEnabled = false
        #expect(h.root.hitTest(CGPoint(x: 150, y: 150)) === lower)
        upper.isUserInteractionEnabled = true
        h.root.bringToFront(lower)
        #expect(h.root.hitTest(CGPoint(x: 150, y: 150)) === lower)
        #expect(h.root.hitTest(CGPoint(x: -1, y: 0)) == nil)
    }

    @Test("an overlay without hits of its own lets the pointer through between its buttons")
    func holes() {
        let h = Harness()
        let below = h.add(View(), 0, 0, 400, 300)
        let overlay = h.add(View(), 0, 0, 400, 300)
        overlay.takesHits = false
        let button = Button("X")
        button.frame = CGRect(x: 10, y: 10, width: 48, height: 48)
        overlay.addSubview(button)
        #expect(h.root.hitTest(CGPoint(x: 20, y: 20)) === button)
        #expect(h.root.hitTest(CGPoint(x: 200, y: 20)) === below)
    }

    @Test("a view never takes a click outside its own frame, even where what it holds reaches further (C10)")
    func outside() {
        let h = Harness()
        let below = h.add(View(), 0, 0, 400, 300)
        let tile = h.add(View(), 100, 100, 50, 50)
        let wide = View(frame: CGRect(x: -50, y: -50, width: 200, height: 200))
        tile.addSubview(wide)
        #expect(h.root.hitTest(CGPoint(x: 90, y: 120)) === below)
        #expect(h.root.hitTest(CGPoint(x: 110, y: 120)) === wide)
    }

    @Test("a view is in one place, and leaves its old one")
    func moves() {
        let h = Harness()
        let a = h.add(View(), 0, 0, 100, 100)
        let b = h.add(View(), 0, 0, 100, 100)
        let child = View()
        a.addSubview(child)
        b.addSubview(child)
        #expect(a.subviews.isEmpty && b.subviews.count == 1 && child.superview === b)
        b.removeFromSuperview()
        #expect(child.root == nil && child.superview === b)
    }

    @Test("the host is told once until it composes")
    func tellsOnce() {
        let h = Harness()
        _ = h.root.compose()
        let before = h.calls
        let view = h.add(View.colored(0xFF0000), 0, 0, 10, 10)
        view.background = Color(0x00FF00)
        view.setNeedsDisplay()
        #expect(h.calls == before + 1)
        _ = h.root.compose()
        view.setNeedsDisplay()
        #expect(h.calls == before + 2)
    }

    @Test("only damaged areas are drawn")
    func damage() {
        let h = Harness()
        let view = h.add(View.colored(0xFF0000), 20, 30, 40, 50)
        _ = h.add(View.colored(0x00FF00), 200, 200, 50, 50)
        let first = h.root.compose()
        #expect(first.damage.rects == [Rect(x: 0, y: 0, width: 400, height: 300)])
        let idle = h.root.compose()
        #expect(idle.damage.isEmpty && h.root.compositor.drawnPixels == 0)
        view.background = Color(0x0000FF)
        let second = h.root.compose()
        #expect(second.damage.rects == [Rect(x: 20, y: 30, width: 40, height: 50)])
        #expect(h.root.compositor.drawnRects == [Rect(x: 20, y: 30, width: 40, height: 50)])
        view.setNeedsDisplay(CGRect(x: 5, y: 5, width: 10, height: 10))
        #expect(h.root.compose().damage.rects == [Rect(x: 25, y: 35, width: 10, height: 10)])
        view.frame.origin.x = 300
        let moved = h.root.compose()
        #expect(
            moved.damage.rects == [
                Rect(x: 20, y: 30, width: 40, height: 50), Rect(x: 300, y: 30, width: 40, height: 50),
            ])
        #expect(h.picture(moved).rgb(at: Point(310, 40)) == 0x0000FF)
        #expect(h.picture(moved).rgb(at: Point(30, 40)) == Theme.dark.background.rgb)
        view.removeFromSuperview()
        #expect(h.root.compose().damage.rects == [Rect(x: 300, y: 30, width: 40, height: 50)])
    }

    @Test("nothing is damaged by a change that is not seen")
    func unseen() {
        let h = Harness()
        let box = h.add(View(), 0, 0, 50, 50)
        box.clipsToBounds = true
        let out = View.colored(0xFF0000)
        out.frame = CGRect(x: 100, y: 0, width: 10, height: 10)
        box.addSubview(out)
        let hidden = h.add(View.colored(0xFF), 0, 0, 20, 20)
        hidden.isHidden = true
        let inside = View.colored(0xFF)
        hidden.addSubview(inside)
        _ = h.root.compose()
        out.background = Color(0x00FF00)
        inside.frame = CGRect(x: 1, y: 1, width: 5, height: 5)
        #expect(h.root.compose().damage.isEmpty)
    }

    @Test("a damage region stays a short list, and covers all that was added")
    func region() {
        var region = DamageRegion()
        var rects: [Rect] = []
        for index in 0..<40 {
            let rect = Rect(x: index * 37 % 300, y: index * 53 % 200, width: 10 + index % 7, height: 8)
            rects.append(rect)
            region.add(rect)
        }
        #expect(region.rects.count <= 8)
        for rect in rects { #expect(region.rects.contains { $0.contains(rect) }) }
        var small = DamageRegion()
        small.add(Rect(x: 0, y: 0, width: 10, height: 10))
        small.add(Rect(x: 2, y: 2, width: 3, height: 3))
        small.add(.zero)
        #expect(small.rects == [Rect(x: 0, y: 0, width: 10, height: 10)])
        small.add(Rect(x: 10, y: 0, width: 10, height: 10))
        #expect(small.rects == [Rect(x: 0, y: 0, width: 20, height: 10)])
    }

    @Test("a resize draws everything once, at the new size and scale")
    func resize() {
        let h = Harness()
        let content = View.colored(0x123456)
        h.root.content = content
        _ = h.root.compose()
        h.root.resize(to: Size(800, 600), scale: 2)
        #expect(content.frame == CGRect(x: 0, y: 0, width: 400, height: 300) || content.frame.width == 400)
        let after = h.root.compose()
        #expect(after.size == Size(800, 600))
        #expect(after.damage.rects == [Rect(x: 0, y: 0, width: 800, height: 600)])
        #expect(h.picture(after).rgb(at: Point(799, 599)) == 0x123456)
        h.root.resize(to: Size(1, 1))
        #expect(h.root.compose().size == Size(1, 1))
    }

    @Test("a layout that asks for another one for ever ends all the same")
    func endlessLayout() {
        final class Restless: View {
            var count = 0
            override func layoutSubviews() {
                count += 1
                setNeedsLayout()
            }
        }
        let h = Harness()
        let view = h.add(Restless(), 0, 0, 10, 10)
        _ = h.root.compose()
        #expect((1...20).contains(view.count))
    }

    @Test("another theme draws everything anew")
    func themes() {
        let h = Harness()
        _ = h.root.compose()
        h.root.setTheme(.light)
        #expect(h.picture(h.root.compose()).rgb(at: .zero) == Theme.light.background.rgb)
    }

    @Test("views go when nobody holds them")
    func released() {
        weak var weakRoot: RootView?
        weak var weakCall: CallView?
        do {
            let h = Harness()
            let call = CallView(stageLayer: .filled(100), selfLayer: .filled(50))
            h.root.content = call
            call.model.status = .connected(seconds: 1)
            _ = h.root.compose()
            h.click(200, 150)
            h.clock.advance(by: 5)
            weakRoot = h.root
            weakCall = call
        }
        #expect(weakRoot == nil)
        #expect(weakCall == nil)
    }
}
