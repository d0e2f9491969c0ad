import Frames
import Geometry
import Testing
import Views

@Suite(.timeLimit(.minutes(10))) struct MiniControlsTests {
    struct Row: Sendable, CustomStringConvertible {
        var size: Size
        var scale = 1.0
        var edges: ScreenEdges = []
        var close: Rect
        var restore: Rect?
        var description: String { "\(size) @\(scale) edges \(edges.rawValue)" }
    }

    @Test(
        "close and restore sit in the corners away from the screen edge",
        arguments: [
            Row(
                size: Size(360, 204), close: Rect(x: 318, y: 10, width: 32, height: 32),
                restore: Rect(x: 10, y: 10, width: 32, height: 32)),
            Row(
                size: Size(360, 204), edges: [.bottom, .right], close: Rect(x: 10, y: 10, width: 32, height: 32),
                restore: Rect(x: 318, y: 10, width: 32, height: 32)),
            Row(
                size: Size(360, 204), edges: [.top, .left], close: Rect(x: 318, y: 162, width: 32, height: 32),
                restore: Rect(x: 10, y: 162, width: 32, height: 32)),
            Row(
                size: Size(360, 204), edges: [.top, .right], close: Rect(x: 10, y: 162, width: 32, height: 32),
                restore: Rect(x: 318, y: 162, width: 32, height: 32)),
            Row(
                size: Size(720, 408), scale: 2, close: Rect(x: 636, y: 20, width: 64, height: 64),
                restore: Rect(x: 20, y: 20, width: 64, height: 64)),
            Row(
                size: Size(213, 120), close: Rect(x: 181, y: 6, width: 26, height: 26),
                restore: Rect(x: 6, y: 6, width: 26, height: 26)),
            Row(
                size: Size(40, 40), close: Rect(x: 14, y: 2, width: 24, height: 24), restore: nil),
            Row(
                size: Size(24, 24), close: Rect(x: 0, y: 0, width: 24, height: 24), restore: nil),
        ])
    func corners(_ row: Row) {
        let rects = MiniControls(kind: .call, edges: row.edges).rects(in: row.size, scale: row.scale)
        #expect(rects[.close] == row.close)
        #expect(rects[.restore] == row.restore)
        #expect(rects.count == (row.restore == nil ? 1 : 2))
    }

    @Test("no room, no controls", arguments: [Size(23, 100), Size(100, 23), Size(1, 1), Size.zero])
    func tooSmall(_ size: Size) {
        #expect(MiniControls(kind: .call).rects(in: size).isEmpty)
        #expect(MiniControls(kind: .call).overlay(for: size) == nil)
        #expect(MiniControls(kind: .call).hitTest(.zero, in: size) == nil)
    }

    @Test("controls never overlap, never leave the window and are never under 24 points")
    func sound() {
        let all = Set(MiniControls.Control.allCases)
        for edges: ScreenEdges in [[], [.top], [.right], [.top, .right], [.bottom, .left]] {
            for (width, height, scale) in sizes {
                var controls = MiniControls(kind: .live, edges: edges)
                controls.extras = all
                controls.progress = .init(position: 3, duration: 10)
                let size = Size(Int(Double(width) * scale), Int(Double(height) * scale))
                let rects = Array(controls.rects(in: size, scale: scale))
                #expect(!rects.isEmpty)
                for (index, (control, rect)) in rects.enumerated() {
                    #expect(Rect(size: size).contains(rect), "\(control) leaves \(size)")
                    let least = Int((24 * scale).rounded(.down))
                    #expect(rect.width >= least && rect.height >= least, "\(control) is \(rect.size) in \(size)")
                    for (other, otherRect) in rects[(index + 1)...] {
                        #expect(!rect.intersects(otherRect), "\(control) is over \(other) in \(size) @\(scale)")
                    }
                }
            }
        }
    }

    private var sizes: [(Int, Int, Double)] {
        var sizes: [(Int, Int, Double)] = []
        for width in [24, 60, 90, 120, 160, 213, 360, 480, 900] {
            for height in [24, 61, 90, 120, 141, 204, 270, 600] {
                for scale in [1, 1.25, 1.5, 2] { sizes.append((width, height, scale)) }
            }
        }
        return sizes
    }

    @Test("when room is short play and microphone stay longest")
    func priority() {
        var controls = MiniControls(kind: .call)
        controls.extras = [.microphone, .camera, .volume]
        let narrow = controls.rects(in: Size(70, 200))
        #expect(narrow[.microphone] != nil && narrow[.camera] == nil && narrow[.volume] == nil)
        let wide = controls.rects(in: Size(360, 204))
        #expect(wide[.microphone] != nil && wide[.camera] != nil && wide[.volume] != nil)
    }

    @Test("a hit is what is drawn there, and nothing beside it")
    func hits() {
        let controls = MiniControls(kind: .view)
        let size = Size(360, 204)
        #expect(controls.hitTest(Point(318, 10), in: size) == .close)
        #expect(controls.hitTest(Point(349, 41), in: size) == .close)
        #expect(controls.hitTest(Point(350, 41), in: size) == nil)
        #expect(controls.hitTest(Point(10, 10), in: size) == .restore)
        #expect(controls.hitTest(Point(180, 100), in: size) == nil)
        #expect(controls.hitTest(Point(-1, -1), in: size) == nil)
    }

    @Test("close says the consequence, with one icon and place for all kinds")
    func closeTitles() {
        let titles = MiniControls.Kind.allCases.map { MiniControls(kind: $0).title(of: .close) }
        #expect(titles == ["Hang up", "Stop watching", "Stop floating"])
        #expect(Set(MiniControls.Kind.allCases.map { MiniControls(kind: $0).icon(of: .close) }) == [.close])
        let places = MiniControls.Kind.allCases.map { MiniControls(kind: $0).rects(in: Size(360, 204))[.close] }
        #expect(Set(places).count == 1)
    }

    @Test("the overlay is no larger than what is drawn, and clear where the picture is to be seen")
    func overlaySize() throws {
        let overlay = try #require(MiniControls(kind: .call).overlay(for: Size(360, 204)))
        #expect(overlay.origin == .zero)
        #expect(overlay.bitmap.size == Size(360, 64))
        #expect(overlay.bitmap.alpha(at: Point(334, 26)) > 180)
        #expect(overlay.bitmap.alpha(at: Point(180, 63)) < 6)
        let lower = try #require(MiniControls(kind: .call, edges: .top).overlay(for: Size(360, 204)))
        #expect(lower.origin == Point(0, 140))
        #expect(lower.bitmap.size == Size(360, 64))
    }

    @Test("close turns red under the pointer, and only then")
    func closeIsRed() throws {
        var controls = MiniControls(kind: .call)
        let corner = Point(324, 14)
        let calm = try #require(controls.overlay(for: Size(360, 204)))
        #expect(calm.bitmap.red(at: corner) < 60)
        controls.hovered = .close
        let hovered = try #require(controls.overlay(for: Size(360, 204)))
        #expect(hovered.bitmap.red(at: corner) > 200)
    }

    @Test func seekTimes() {
        var controls = MiniControls(kind: .live)
        controls.extras = [.playPause, .seekBar]
        #expect(controls.seekTime(at: Point(180, 190), in: Size(360, 204)) == nil)
        controls.progress = .init(position: 0, duration: 100)
        #expect(controls.seekTime(at: Point(180, 190), in: Size(360, 204)) == 50)
        #expect(controls.seekTime(at: Point(-5, 190), in: Size(360, 204)) == 0)
        #expect(controls.seekTime(at: Point(900, 190), in: Size(360, 204)) == 100)
    }
}
