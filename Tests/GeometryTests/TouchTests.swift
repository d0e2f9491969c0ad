import Geometry
import Testing

/// What fingers mean, and where two of them take a window.
@Suite struct TouchTests {
    private static let window = Rect(x: 100, y: 100, width: 320, height: 180)
    private static let aspect = Size(16, 9)
    private static let limits = SizeLimits(shortSide: 120, largest: Size(1600, 900))
    private static func ground(_ window: Rect = window, hitsControl: Bool = false) -> TouchGesture.Ground {
        TouchGesture.Ground(window: window, aspect: aspect, limits: limits, slop: 10, hitsControl: hitsControl)
    }

    private func effects(_ events: [TouchGesture.Event], hitsControl: Bool = false) -> [TouchGesture.Effect] {
        var gesture = TouchGesture()
        return events.flatMap { gesture.reduce($0, Self.ground(hitsControl: hitsControl)) }
    }

    private func down(_ id: UInt, _ x: Int, _ y: Int, _ time: UInt = 0) -> TouchGesture.Event {
        .down(id: id, at: Point(x, y), time: time, isAlone: id == 1)
    }
    private func moved(_ id: UInt, _ x: Int, _ y: Int, _ time: UInt = 0) -> TouchGesture.Event {
        .moved(id: id, at: Point(x, y), time: time)
    }
    private func up(_ id: UInt, _ x: Int, _ y: Int, _ time: UInt = 0) -> TouchGesture.Event {
        .up(id: id, at: Point(x, y), time: time)
    }

    @Test("a tap, and a second one at the same place soon after")
    func taps() {
        #expect(
            effects([down(1, 200, 200), moved(1, 205, 203), up(1, 205, 203, 80)])
                == [.awaitRest(true), .awaitRest(false), .tap(Point(205, 203))])
        let taps = [down(1, 200, 200), up(1, 200, 200, 80)]
        #expect(effects(taps + [down(1, 210, 200, 300), up(1, 210, 200, 350)]).last == .doubleTap)
        #expect(effects(taps + [down(1, 200, 200, 500), up(1, 200, 200, 550)]).last == .tap(Point(200, 200)))
        #expect(effects(taps + [down(1, 260, 200, 300), up(1, 260, 200, 350)]).last == .tap(Point(260, 200)))
        // A third one is a first one again.
        #expect(
            effects(
                taps + [
                    down(1, 200, 200, 200), up(1, 200, 200, 220), down(1, 200, 200, 300), up(1, 200, 200, 320),
                ]
            ).last == .tap(Point(200, 200)))
    }

    @Test("a finger on a control presses it, and moves nothing")
    func control() {
        #expect(
            effects([down(1, 200, 200), moved(1, 400, 300), down(2, 150, 150), up(1, 400, 300)], hitsControl: true)
                == [.press(Point(200, 200)), .slide(Point(400, 300)), .release(Point(400, 300))])
        #expect(
            effects([down(1, 200, 200), .cancelled, up(1, 200, 200)], hitsControl: true)
                == [.press(Point(200, 200)), .forgetPress])
    }

    @Test("a drag follows the finger from where it came down, and tells how fast it is let go")
    func drag() {
        let found = effects([down(1, 200, 200), moved(1, 212, 200, 20), moved(1, 300, 250, 40), up(1, 300, 250, 40)])
        #expect(
            found == [
                .awaitRest(true), .awaitRest(false), .place(Self.window.offset(by: 12, 0), finger: Point(212, 200)),
                .place(Self.window.offset(by: 100, 50), finger: Point(300, 250)), .drop(dx: 2500, dy: 1250),
            ])
        let rested = effects([down(1, 200, 200), moved(1, 300, 250, 40), up(1, 300, 250, 140)])
        #expect(rested.last == .drop(dx: 0, dy: 0))
    }

    @Test("a long press is a menu, and the finger means nothing after it")
    func longPress() {
        #expect(
            effects([down(1, 200, 200), .rested, moved(1, 300, 300), up(1, 300, 300)])
                == [.awaitRest(true), .menu(Point(200, 200))])
        #expect(effects([down(1, 200, 200), moved(1, 300, 200), .rested]).contains(.menu(Point(200, 200))) == false)
    }

    @Test("two fingers size it; what is left of them drags on or rests")
    func pinch() {
        let start = [down(1, 200, 190), down(2, 300, 190), moved(1, 150, 190), moved(2, 350, 190)]
        #expect(
            effects(start).last == .place(Rect(x: -50, y: 10, width: 640, height: 360), finger: nil))
        #expect(effects(start + [up(1, 150, 190), up(2, 350, 190)]).last == .settle)
        #expect(
            effects(start + [up(1, 150, 190), moved(2, 360, 195)]).last
                == .place(Self.window.offset(by: 10, 5), finger: Point(360, 195)))
        #expect(effects(start + [.cancelled]).last == .settle)
        // A third finger changes nothing.
        #expect(effects(start + [down(3, 0, 0), moved(3, 900, 900), up(3, 900, 900)]) == effects(start))
    }

    @Test("a finger whose end never came does not make the next one a pinch")
    func lostEnd() {
        let found = effects([down(1, 200, 200), moved(1, 300, 200), down(1, 150, 150), moved(1, 150, 250)])
        #expect(found.contains(.settle))
        #expect(found.last == .place(Self.window.offset(by: 0, 100), finger: Point(150, 250)))
    }

    @Test("in any order of any five events it comes to rest, and takes what comes next")
    func orders() {
        let kinds: [TouchGesture.Event] = [
            down(1, 200, 200), down(2, 300, 200), moved(1, 260, 260, 5), moved(2, 340, 240, 6), up(1, 260, 260, 7),
            up(2, 340, 240, 8), .rested, .cancelled,
        ]
        var count = 0
        func go(_ depth: Int, _ gesture: TouchGesture) {
            var last = gesture
            for event in [up(1, 0, 0, 9), up(2, 0, 0, 9)] { _ = last.reduce(event, Self.ground()) }
            #expect(!last.isActive)
            count += 1
            guard depth < 5 else { return }
            for kind in kinds {
                var next = gesture
                _ = next.reduce(kind, Self.ground())
                go(depth + 1, next)
            }
        }
        go(0, TouchGesture())
        #expect(count == (0...5).reduce(0) { sum, depth in sum + powi(8, depth) })
    }

    private func powi(_ base: Int, _ exponent: Int) -> Int { (0..<exponent).reduce(1) { all, _ in all * base } }

    @Test("what is between the fingers stays there, within the limits, the shape kept")
    func pinchGeometry() {
        let pinch = TouchPinch(start: Self.window, first: Point(100, 100), second: Point(420, 280))
        #expect(
            pinch.rect(first: Point(110, 90), second: Point(430, 270), aspect: Self.aspect, limits: Self.limits)
                == Self.window.offset(by: 10, -10))
        for way in stride(from: -200, through: 4000, by: 37) {
            let rect = pinch.rect(
                first: Point(100 - way, 100 - way), second: Point(420 + way, 280 + way), aspect: Self.aspect,
                limits: Self.limits)
            let shape = Double(rect.width) / Double(rect.height) / (16.0 / 9)
            #expect(abs(shape - 1) < 0.01, "\(rect)")
            #expect(rect.height >= 120 && rect.width <= 1600)
            #expect(abs(rect.center.x - 260) <= 1 && abs(rect.center.y - 190) <= 1, "\(rect)")
        }
        // Fingers at one place, and far out of everything.
        let same = TouchPinch(start: Self.window, first: Point(200, 200), second: Point(200, 200))
        #expect(
            same.rect(first: Point(200, 200), second: Point(200, 200), aspect: Self.aspect, limits: Self.limits)
                == Self.window)
        #expect(
            same.rect(
                first: Point(-32768, -32768), second: Point(32767, 32767), aspect: Self.aspect, limits: Self.limits
            ).size == Size(1600, 900))
    }
}
