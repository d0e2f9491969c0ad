import Desktop
import Foundation
import Frames
import Geometry
import TestSupport
import Testing
import XServer

@Suite(.timeLimit(.minutes(10))) struct PresenterTests {
    @Test("one layer shows in two windows, and every frame is shown or counted as dropped")
    func twoWindowsOneLayer() async throws {
        try await PrivateServer.with { server in
            let connection = try Connection(server.display)
            let layer = DisplayLayer()
            let large = try await Rig(connection, Rect(x: 0, y: 0, width: 320, height: 180), layer)
            let small = try await Rig(connection, Rect(x: 400, y: 0, width: 161, height: 91), layer)
            for index in 0..<100 {
                layer.enqueue(SolidFrame(Size(640, 360), luma: index == 99 ? 235 : 16))
                if index % 10 == 0 { try await Task.sleep(for: .milliseconds(2)) }
            }
            #expect(await large.waits(for: 100))
            #expect(await small.waits(for: 100))
            #expect(large.presenter.counts.shown + large.presenter.counts.dropped == 100)
            #expect(small.presenter.counts.shown + small.presenter.counts.dropped == 100)
            #expect(SolidFrame.isWhite(connection.pixel(of: large.window, at: Point(319, 179))))
            #expect(SolidFrame.isWhite(connection.pixel(of: small.window, at: Point(80, 45))))
            #expect(large.told.contains(.firstFrame))
            large.close(connection)
            small.close(connection)
        }
    }

    @Test("frames from before a window was seen are nobody's loss")
    func framesBeforeConnecting() async throws {
        try await PrivateServer.with { server in
            let connection = try Connection(server.display)
            let layer = DisplayLayer()
            for _ in 0..<7 { layer.enqueue(SolidFrame(Size(64, 36), luma: 16)) }
            let rig = try await Rig(connection, Rect(x: 0, y: 0, width: 64, height: 36), layer)
            for _ in 0..<5 { layer.enqueue(SolidFrame(Size(64, 36), luma: 16)) }
            #expect(await rig.waits(for: 5))
            #expect(rig.presenter.counts.shown + rig.presenter.counts.dropped == 5)
            rig.close(connection)
        }
    }

    @Test("a window of another shape shows bars of the background colour, and the whole picture")
    func letterbox() async throws {
        try await PrivateServer.with { server in
            let connection = try Connection(server.display)
            let layer = DisplayLayer()
            let rig = try await Rig(connection, Rect(x: 0, y: 0, width: 200, height: 200), layer)
            layer.enqueue(SolidFrame(Size(160, 90), luma: 235))
            #expect(await rig.waits(for: 1))
            #expect(connection.pixel(of: rig.window, at: Point(100, 2)) == 0x336699)
            #expect(connection.pixel(of: rig.window, at: Point(100, 197)) == 0x336699)
            #expect(SolidFrame.isWhite(connection.pixel(of: rig.window, at: Point(0, 100))))
            #expect(SolidFrame.isWhite(connection.pixel(of: rig.window, at: Point(199, 100))))
            // Turned by a quarter, the bars move to the sides, and the old ones are drawn over.
            layer.enqueue(SolidFrame(Size(160, 90), luma: 235, orientation: Orientation(.clockwise90)))
            #expect(await rig.waits(for: 2))
            #expect(SolidFrame.isWhite(connection.pixel(of: rig.window, at: Point(100, 2))))
            #expect(connection.pixel(of: rig.window, at: Point(0, 100)) == 0x336699)
            rig.close(connection)
        }
    }

    @Test("a pixel aspect that changes mid-stream changes the bars without a restart")
    func pixelAspectChanges() async throws {
        try await PrivateServer.with { server in
            let connection = try Connection(server.display)
            let layer = DisplayLayer()
            let rig = try await Rig(connection, Rect(x: 0, y: 0, width: 200, height: 100), layer)
            layer.enqueue(SolidFrame(Size(100, 100), luma: 235, pixelAspect: Ratio(2, 1)))
            #expect(await rig.waits(for: 1))
            #expect(SolidFrame.isWhite(connection.pixel(of: rig.window, at: Point(2, 50))))
            layer.enqueue(SolidFrame(Size(100, 100), luma: 235))
            #expect(await rig.waits(for: 2))
            #expect(connection.pixel(of: rig.window, at: Point(2, 50)) == 0x336699)
            #expect(SolidFrame.isWhite(connection.pixel(of: rig.window, at: Point(100, 50))))
            rig.close(connection)
        }
    }

    @Test("a window that nobody sees converts nothing, counts what it misses, and comes back with the newest")
    func hiddenConvertsNothing() async throws {
        try await PrivateServer.with { server in
            let connection = try Connection(server.display)
            let layer = DisplayLayer()
            let rig = try await Rig(connection, Rect(x: 0, y: 0, width: 64, height: 36), layer)
            layer.enqueue(SolidFrame(Size(64, 36), luma: 16))
            #expect(await rig.waits(for: 1))
            rig.presenter.setVisible(false)
            let converted = rig.presenter.counts.converted
            for _ in 0..<20 { layer.enqueue(SolidFrame(Size(64, 36), luma: 235)) }
            #expect(rig.presenter.counts.dropped == 20)
            #expect(rig.presenter.counts.converted == converted)
            rig.presenter.setVisible(true)
            #expect(await settle { rig.presenter.counts.shown == 2 })
            #expect(rig.presenter.counts.dropped == 19)
            #expect(SolidFrame.isWhite(connection.pixel(of: rig.window, at: Point(5, 5))))
            rig.close(connection)
        }
    }

    @Test("a window destroyed under its presenter ends neither the thread nor the stream")
    func destroyedUnder() async throws {
        try await PrivateServer.with { server in
            let connection = try Connection(server.display)
            let layer = DisplayLayer()
            let rig = try await Rig(connection, Rect(x: 0, y: 0, width: 64, height: 36), layer)
            connection.destroyWindow(rig.window)
            connection.sync()
            // More than there are images: each refusal must have given its image back.
            for refused in 1...5 {
                layer.enqueue(SolidFrame(Size(64, 36), luma: 16))
                #expect(await settle { rig.presenter.counts.refused >= refused })
            }
            #expect(await settle { rig.presenter.counts.inFlight == 0 })
            #expect(rig.presenter.counts.transport == .descriptor)
            rig.presenter.stop()
        }
    }

    @Test("a server that dies while playing is told once, and stopping does not hang")
    func serverDies() async throws {
        try await PrivateServer.with { server in
            let connection = try Connection(server.display)
            let layer = DisplayLayer()
            let rig = try await Rig(connection, Rect(x: 0, y: 0, width: 64, height: 36), layer)
            layer.enqueue(SolidFrame(Size(64, 36), luma: 16))
            #expect(await rig.waits(for: 1))
            kill(server.child.pid, SIGKILL)
            #expect(await settle { rig.told.contains(.failed(.displayLost)) })
            layer.enqueue(SolidFrame(Size(64, 36), luma: 16))
            rig.presenter.stop()
            #expect(rig.told.filter { if case .failed = $0 { true } else { false } }.count == 1)
        }
    }

    @Test("each transport shows the same picture", arguments: ImageTransport.allCases)
    func transports(_ transport: ImageTransport) async throws {
        try await PrivateServer.with { server in
            let connection = try Connection(server.display)
            let layer = DisplayLayer()
            let rig = try await Rig(connection, Rect(x: 0, y: 0, width: 101, height: 57), layer) {
                $0.ladder = [transport, .socket]
            }
            for _ in 0..<10 { layer.enqueue(SolidFrame(Size(64, 36), luma: 235)) }
            #expect(await rig.waits(for: 10))
            #expect(rig.presenter.counts.transport == transport)
            #expect(SolidFrame.isWhite(connection.pixel(of: rig.window, at: Point(50, 28))))
            rig.close(connection)
        }
    }

    @Test("without MIT-SHM the picture comes over the connection, and the reason is told")
    func noSharedMemory() async throws {
        try await PrivateServer.with(arguments: ["-extension", "MIT-SHM"]) { server in
            let connection = try Connection(server.display)
            let layer = DisplayLayer()
            let rig = try await Rig(connection, Rect(x: 0, y: 0, width: 320, height: 180), layer)
            layer.enqueue(SolidFrame(Size(64, 36), luma: 235))
            #expect(await rig.waits(for: 1))
            #expect(await settle { SolidFrame.isWhite(connection.pixel(of: rig.window, at: Point(160, 90))) })
            #expect(rig.told.contains(.firstFrame))
            let choice = TransportChoice(.socket, reasons: [.notOffered(.descriptor), .notOffered(.systemV)])
            #expect(rig.told.first == .ready(choice))
            rig.close(connection)
        }
    }

    @Test("500 sizes while the video plays leave no stale strip and no memory behind")
    func resizeStorm() async throws {
        try await PrivateServer.with("1000x800x24") { server in
            let connection = try Connection(server.display)
            let layer = DisplayLayer()
            let rig = try await Rig(connection, Rect(x: 0, y: 0, width: 320, height: 180), layer) {
                $0.placement = .own
                // Bars are as white as the picture: whatever is not white is stale.
                $0.background = 0xffffff
            }
            var size = Size(320, 180)
            for step in 0..<500 {
                size = Size(121 + (step * 37) % 700, 69 + (step * 53) % 600)
                rig.presenter.place(Rect(x: step % 50, y: step % 40, width: size.width, height: size.height))
                layer.enqueue(SolidFrame(size, luma: 235))
                if step % 5 == 0 { try await Task.sleep(for: .milliseconds(1)) }
                if step % 50 == 0, let facts = connection.facts(of: rig.window) {
                    // Whatever the size is now, the picture fills it.
                    let corner = Point(facts.rect.width - 1, facts.rect.height - 1)
                    let seen = connection.pixel(of: rig.window, at: corner)
                    #expect(seen.map(SolidFrame.isWhite) ?? true || step == 0)
                }
            }
            let wanted = Rect(x: 499 % 50, y: 499 % 40, width: size.width, height: size.height)
            #expect(await settle { connection.facts(of: rig.window)?.rect == wanted })
            #expect(await rig.waits(for: 500))
            #expect(SolidFrame.isWhite(connection.pixel(of: rig.window, at: Point(size.width - 1, size.height - 1))))
            #expect(SolidFrame.isWhite(connection.pixel(of: rig.window, at: .zero)))
            #expect(rig.presenter.counts.refused == 0)
            rig.close(connection)
        }
    }

    @Test("a window that maps with a picture ready never shows its background first")
    func pictureBeforeMapping() async throws {
        try await PrivateServer.with { server in
            let connection = try Connection(server.display)
            let layer = DisplayLayer()
            layer.enqueue(SolidFrame(Size(64, 36), luma: 235))
            // Not visible: nothing is drawn after mapping; what is seen came with the window.
            let rig = try await Rig(connection, Rect(x: 0, y: 0, width: 64, height: 36), layer, isVisible: false)
            #expect(SolidFrame.isWhite(connection.pixel(of: rig.window, at: Point(32, 18))))
            #expect(rig.presenter.counts.shown == 0)
            rig.close(connection)
        }
    }

    @Test("a flushed layer leaves the background, not the last picture")
    func flushed() async throws {
        try await PrivateServer.with { server in
            let connection = try Connection(server.display)
            let layer = DisplayLayer()
            let rig = try await Rig(connection, Rect(x: 0, y: 0, width: 64, height: 36), layer)
            layer.enqueue(SolidFrame(Size(64, 36), luma: 235))
            #expect(await rig.waits(for: 1))
            layer.flush()
            #expect(await settle { connection.pixel(of: rig.window, at: Point(32, 18)) == 0x336699 })
            layer.enqueue(SolidFrame(Size(64, 36), luma: 235))
            #expect(await rig.waits(for: 2))
            #expect(SolidFrame.isWhite(connection.pixel(of: rig.window, at: Point(32, 18))))
            rig.close(connection)
        }
    }

    @Test("an overlay is drawn although the picture stands still, and is gone when it is taken away")
    func overlayOnStill() async throws {
        try await PrivateServer.with { server in
            let connection = try Connection(server.display)
            let layer = DisplayLayer()
            let rig = try await Rig(connection, Rect(x: 0, y: 0, width: 64, height: 64), layer)
            layer.enqueue(SolidFrame(Size(64, 36), luma: 235))
            #expect(await rig.waits(for: 1))
            let red = Bitmap(size: Size(20, 20)) { $0.fill(Rect(size: $0.size), with: 0xff0000) }
            // Over the bar and over the picture.
            rig.presenter.setOverlays([Overlay(bitmap: red, origin: Point(4, 4))])
            #expect(await settle { connection.pixel(of: rig.window, at: Point(6, 6)) == 0xff0000 })
            #expect(connection.pixel(of: rig.window, at: Point(6, 20)) == 0xff0000)
            rig.presenter.setOverlays([])
            #expect(await settle { connection.pixel(of: rig.window, at: Point(6, 6)) == 0x336699 })
            #expect(SolidFrame.isWhite(connection.pixel(of: rig.window, at: Point(6, 20))))
            rig.close(connection)
        }
    }

    @Test("thirty windows opened and closed leave no segment, window or thread")
    func nothingLeftBehind() async throws {
        try await PrivateServer.with { server in
            let connection = try Connection(server.display)
            let layer = DisplayLayer()
            var windows: [Int] = []
            for _ in 0..<30 {
                let rig = try await Rig(connection, Rect(x: 0, y: 0, width: 64, height: 36), layer)
                layer.enqueue(SolidFrame(Size(64, 36), luma: 235))
                #expect(await rig.waits(for: 1))
                rig.close(connection)
                windows.append(connection.children(of: connection.rootWindow).count)
            }
            #expect(windows.allSatisfy { $0 == windows[0] })
            #expect(layer.hostCount == 0)
        }
    }
}
