import Frames
import Geometry
import TestSupport
import Testing
import Views
import XServer

@testable import Desktop

@Suite(.timeLimit(.minutes(10))) @MainActor struct RoundCornersTests {
    private static let place = Rect(x: 200, y: 200, width: 256, height: 144)
    private static let mask = CornerMask(radius: 12)

    /// What lies behind everything: green, so that what of a pixel is red comes from the white picture.
    private static func withGround(_ body: @MainActor (Stage) async throws -> Void) async throws {
        try await Stage.with { stage in
            let ground = stage.outside.createWindow(
                Rect(size: stage.outside.screenSize), overrideRedirect: true, background: .color(0x00ff00), events: [])
            stage.outside.map(ground)
            stage.outside.sync()
            try await body(stage)
            stage.outside.destroyWindow(ground)
            stage.outside.sync()
        }
    }

    private static func withPicom(_ stage: Stage, _ body: @MainActor () async throws -> Void) async throws {
        let words = ["picom", "--backend", "xrender", "--config", "/dev/null"]
        try await Child.with(words, environment: ["DISPLAY": stage.desktop.display]) { child in
            #expect(await settle(20) { stage.outside.isComposited() }, "\(child.output)")
            try await body()
        }
    }

    private static func open(_ stage: Stage) async -> MiniWindow {
        await stage.mini {
            $0.position = place.origin
            $0.size = place.size
        }
    }

    /// What the screen shows, by places in the window.
    private static func seen(_ stage: Stage, _ x: Int, _ y: Int) -> (red: Int, green: Int) {
        let pixel = stage.outside.pixel(of: stage.outside.rootWindow, at: Point(place.x + x, place.y + y)) ?? 0
        return (Int(pixel >> 16), Int(pixel >> 8 & 0xff))
    }

    /// Every pixel of the corners is as white as the mask says, to a few levels.
    private static func isSmooth(_ stage: Stage) -> Bool {
        let size = place.size
        guard
            let pixels = stage.outside.pixels(of: stage.outside.rootWindow, in: place), pixels.count == size.area
        else { return false }
        return (0..<12).allSatisfy { y in
            (0..<12).allSatisfy { x in
                [(x, y), (size.width - 1 - x, y), (x, size.height - 1 - y), (size.width - 1 - x, size.height - 1 - y)]
                    .allSatisfy { x, y in
                        let share = Int(mask.coverage(at: Point(x, y), in: size))
                        return abs(Int(pixels[y * size.width + x] >> 16) - share) <= 8
                    }
            }
        }
    }

    /// The corners are cut, and a dark line runs inside.
    private static func isCut(_ stage: Stage, _ window: WindowID) -> Bool {
        let size = place.size
        guard stage.outside.shape(.bounding, of: window) == mask.spans(size: size) else { return false }
        let corners = [(0, 0), (size.width - 1, 0), (0, size.height - 1), (size.width - 1, size.height - 1)]
        let line = [(128, 0), (128, size.height - 1), (0, 72), (size.width - 1, 72)]
        let inside = [(128, 1), (128, size.height - 2), (1, 72), (size.width - 2, 72), (6, 6)]
        return corners.allSatisfy { seen(stage, $0, $1) == (0, 255) }
            && line.allSatisfy { seen(stage, $0, $1).green < 16 }
            && inside.allSatisfy { seen(stage, $0, $1).red >= 250 }
    }

    @Test("without a compositor the corners are cut, a dark line runs inside, and there is no shadow")
    func cut() async throws {
        try await Self.withGround { stage in
            let mini = await Self.open(stage)
            #expect(await settle { Self.isCut(stage, mini.id) })
            #expect(mini.shadow == nil)
            #expect(Self.seen(stage, 128, 150) == (0, 255))
            mini.close()
        }
    }

    @Test("under a compositor the corners are smooth, and a soft shadow lies below that takes no pointer")
    func smooth() async throws {
        try await Self.withGround { stage in
            try await Self.withPicom(stage) {
                let mini = await Self.open(stage)
                #expect(await settle(20) { Self.isSmooth(stage) })
                // Darker below than above, and over some way out. It fades in.
                #expect(
                    await settle {
                        let (below, above) = (Self.seen(stage, 128, 148), Self.seen(stage, 128, -5))
                        return below.red == 0 && 80..<200 ~= below.green && below.green < above.green
                            && above.green < 240
                    })
                #expect(Self.seen(stage, 128, 190) == (0, 255))
                // The window itself is exactly the picture.
                #expect(stage.rect(of: mini) == Self.place)
                let shadow = try #require(mini.shadow?.id)
                #expect(stage.outside.shape(.input, of: shadow) == [])
                let order = stage.outside.rootChildren()
                #expect(order.firstIndex(of: shadow).map { $0 + 1 } == order.firstIndex(of: mini.id))
                mini.close()
                #expect(await settle { stage.outside.facts(of: shadow) == nil })
            }
        }
    }

    @Test("a compositor comes and goes: the same window is smooth and cut at once, with and without its shadow")
    func switching() async throws {
        try await Self.withGround { stage in
            let mini = await Self.open(stage)
            #expect(await settle { Self.isCut(stage, mini.id) })
            for _ in 0..<2 {
                var shadow = WindowID.none
                try await Self.withPicom(stage) {
                    #expect(await settle(20) { Self.isSmooth(stage) && Self.seen(stage, 128, 148).green < 210 })
                    shadow = try #require(mini.shadow?.id)
                    #expect(stage.outside.facts(of: shadow)?.isViewable == true)
                }
                #expect(await settle(20) { Self.isCut(stage, mini.id) })
                #expect(mini.shadow == nil)
                #expect(stage.outside.facts(of: shadow) == nil)
                #expect(Self.seen(stage, 128, 150) == (0, 255))
            }
            #expect(stage.rect(of: mini) == Self.place)
            mini.close()
        }
    }

    @Test("the shadow moves and grows with its window, stays directly below it, and is hidden with it")
    func following() async throws {
        try await Self.withGround { stage in
            try await Self.withPicom(stage) {
                let mini = await Self.open(stage)
                let shadow = try #require(mini.shadow?.id)
                let look = DropShadow(mask: Self.mask, scale: 1)
                @MainActor func isAround(_ rect: Rect) -> Bool {
                    stage.outside.facts(of: mini.id)?.rect == rect
                        && stage.outside.facts(of: shadow)?.rect == look.place(around: rect)
                }
                @MainActor func isDirectlyBelow() -> Bool {
                    let order = stage.outside.rootChildren()
                    return order.firstIndex(of: shadow).map { $0 + 1 } == order.firstIndex(of: mini.id)
                }
                for rect in [
                    Self.place.offset(by: 40, 30), Rect(x: 100, y: 90, width: 480, height: 270),
                    Rect(x: 0, y: 0, width: 40, height: 24), Self.place,
                ] {
                    mini.put(at: rect)
                    #expect(await settle { isAround(rect) }, "\(rect)")
                }
                #expect(await settle(20) { Self.isSmooth(stage) })
                // Another program puts a window between, as a keeper's restack does.
                let other = stage.outside.createWindow(
                    Rect(x: 900, y: 600, width: 50, height: 50), overrideRedirect: true, events: [])
                stage.outside.mapRaised(other)
                stage.outside.restack(mini.id, above: other)
                stage.outside.sync()
                #expect(await settle { isDirectlyBelow() })
                stage.desktop.server.unmap(mini.id)
                stage.desktop.flush()
                #expect(await settle { stage.outside.facts(of: shadow)?.isMapped == false })
                stage.desktop.server.map(mini.id)
                stage.desktop.flush()
                #expect(await settle { stage.outside.facts(of: shadow)?.isViewable == true })
                #expect(isDirectlyBelow())
                stage.outside.destroyWindow(other)
                mini.close()
            }
        }
    }

    @Test("the shape follows the size in the same breath, through a storm of resizes")
    func storm() async throws {
        try await Stage.with { stage in
            let mini = await Self.open(stage)
            var looked = 0
            for step in 0..<300 {
                let width = 130 + step * 37 % 500
                mini.put(at: Rect(x: 100, y: 80, width: width, height: width * 9 / 16))
                if step % 7 == 0 { stage.layer.enqueue(SolidFrame(Size(320, 180), luma: 235)) }
                await Task.yield()
                guard step % 3 == 0 else { continue }
                stage.outside.grabServer()
                let size = stage.rect(of: mini).size
                let shape = stage.outside.shape(.bounding, of: mini.id)
                let inner = stage.outside.pixel(of: mini.id, at: Point(size.width - 6, size.height - 6))
                let line = stage.outside.pixel(of: mini.id, at: Point(size.width / 2, size.height - 1))
                stage.outside.releaseServer()
                stage.outside.flush()
                #expect(shape == Self.mask.spans(size: size), "\(size)")
                #expect(SolidFrame.isWhite(inner) && line == WindowOutline.lineColor, "\(size)")
                looked += 1
            }
            #expect(looked == 100)
            mini.close()
        }
    }

    @Test("a server without alpha shows cut corners under a compositor's absence and presence alike")
    func opaque() async throws {
        try await PrivateServer.with("1280x800x24", arguments: ["-extension", "Composite"]) { server in
            let desktop = try DesktopConnection(server.display)
            defer { desktop.close() }
            let outside = try Connection(server.display)
            #expect(!desktop.server.hasAlpha)
            let layer = DisplayLayer()
            layer.enqueue(SolidFrame(Size(320, 180), luma: 235))
            var options = WindowOptions(title: "Sample")
            (options.position, options.size) = (Self.place.origin, Self.place.size)
            let mini = MiniWindow(
                desktop, kind: .live, layer: layer, pictureSize: Size(320, 180), options: options)
            #expect(await settle { SolidFrame.isWhite(outside.pixel(of: mini.id, at: Point(128, 72))) })
            #expect(outside.shape(.bounding, of: mini.id) == Self.mask.spans(size: Self.place.size))
            #expect(await settle { outside.pixel(of: mini.id, at: Point(128, 0)) == WindowOutline.lineColor })
            #expect(mini.shadow == nil)
            mini.close()
        }
    }

    @Test(
        "pictures that are put in part, beside bars, keep the corners", arguments: [ImageTransport.descriptor, .socket])
    func partial(transport: ImageTransport) async throws {
        try await PrivateServer.with { server in
            let connection = try Connection(server.display)
            try #require(connection.hasAlpha)
            let layer = DisplayLayer()
            let size = Size(200, 100)
            let rig = try await Rig(connection, Rect(origin: Point(10, 10), size: size), layer, depth: .translucent) {
                $0.placement = .own
                $0.background = 0x80a0c0
                $0.ladder = [transport]
                $0.outline = WindowOutline(radius: 12, scale: 1, isBlended: true)
            }
            for count in 1...12 {
                layer.enqueue(SolidFrame(Size(100, 100), luma: 235))
                #expect(await rig.waits(for: count))
            }
            #expect(rig.presenter.counts.transport == transport)
            #expect(
                connection.shape(.bounding, of: rig.window) == Self.mask.spans(size: size, covering: 1))
            // Premultiplied once, however many pictures there were.
            for (x, y) in [(4, 3), (11, 0), (0, 11), (195, 3), (2, 96)] {
                let share = UInt32(Self.mask.coverage(at: Point(x, y), in: size))
                let pixel = try #require(connection.pixel(of: rig.window, at: Point(x, y)))
                for (shift, channel) in [(UInt32(16), UInt32(0x80)), (8, 0xa0), (0, 0xc0)] {
                    #expect(pixel >> shift & 0xff == (channel * share + 127) / 255, "\(x), \(y)")
                }
            }
            #expect(SolidFrame.isWhite(connection.pixel(of: rig.window, at: Point(100, 50))))
            rig.close(connection)
        }
    }

    @Test("at scale 2 the corners are twice as large, also when the scale changes")
    func scale() async throws {
        try await Stage.with { stage in
            let mini = await stage.mini()
            let size = Size(256, 144)
            #expect(stage.outside.shape(.bounding, of: mini.id) == Self.mask.spans(size: size))
            stage.outside.setText("Xft.dpi:\t192\n", .resources, on: stage.outside.rootWindow)
            stage.outside.flush()
            let wanted = CornerMask(radius: 12, scale: 2).spans(size: Size(512, 288))
            #expect(await settle { stage.outside.shape(.bounding, of: mini.id) == wanted })
            mini.close()
        }
    }

    @Test("click-through empties where it takes the pointer, and gives it back")
    func clickThrough() async throws {
        try await Stage.with { stage in
            let mini = await Self.open(stage)
            mini.isClickThrough = true
            #expect(await settle { stage.outside.shape(.input, of: mini.id) == [] })
            #expect(stage.outside.shape(.bounding, of: mini.id) == Self.mask.spans(size: Self.place.size))
            mini.isClickThrough = false
            #expect(await settle { stage.outside.shape(.input, of: mini.id)?.isEmpty == false })
            mini.close()
        }
    }
}
