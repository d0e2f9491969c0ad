import Frames
import Geometry
import PictureInPicture
import TestSupport
import Testing
import Views
import XServer

@testable import Desktop

@Suite(.timeLimit(.minutes(10))) @MainActor struct MorphTests {
    private static let origin = Rect(x: 100, y: 60, width: 640, height: 360)
    private static let corner = Rect(x: 1008, y: 640, width: 256, height: 144)

    @Test("it grows out of the stage in fifteen steps of a sixtieth, with the picture, and tells its last size")
    func entering() async throws {
        try await Stage.with { stage in
            let rig = FloatingRig(stage)
            let window = try await rig.open(origin: Self.origin)
            #expect(stage.rect(of: window) == Self.origin)
            #expect(window.goal == Self.corner)
            var places: [Rect] = [Self.origin]
            for step in 1...15 {
                #expect(rig.clock.isRunning)
                rig.clock.advance(by: 1.0 / 60)
                places.append(window.presenter.rect)
                // The video goes on: the server shows the newest picture at the new size.
                let shown = window.presenter.counts.shown
                stage.layer.enqueue(SolidFrame(Size(320, 180), luma: 235))
                #expect(await settle { window.presenter.counts.shown > shown }, "step \(step)")
                #expect(await stage.settles(window, at: window.presenter.rect))
                let size = window.presenter.rect.size
                // Inside of the round corner.
                let last = Point(size.width - 6, size.height - 6)
                #expect(SolidFrame.isWhite(stage.outside.pixel(of: window.id, at: last)))
            }
            #expect(!rig.clock.isRunning)
            let wanted = (0...15).map {
                morph(
                    Self.origin, into: Self.corner, aspect: Size(320, 180), share: Easing.easeOut(Double($0) / 15))
            }
            #expect(places == wanted)
            #expect(places.last == Self.corner)
            #expect(rig.events(of: window) == [.mapped, .firstFrameShown, .resized(Size(256, 144))])
            window.close()
        }
    }

    @Test("it goes back to the stage, and is gone then and not before")
    func leaving() async throws {
        try await Stage.with { stage in
            let rig = FloatingRig(stage)
            let window = try await rig.open()
            rig.call { window.close(.move(to: Self.origin)) }
            rig.clock.advance(by: 14.0 / 60)
            #expect(await settle { stage.rect(of: window).width > 600 })
            #expect(!window.isGone)
            // Its buttons mean nothing any more.
            stage.pointer.move(to: stage.rect(of: window).center)
            stage.pointer.click()
            stage.pointer.click()
            try await rig.letEventsArrive()
            #expect(rig.events(of: window).count == 3)
            rig.clock.advance(by: 1.0 / 60)
            #expect(await rig.hears(.closed, from: window))
            #expect(rig.events(of: window).count == 4)
            #expect(stage.outside.facts(of: window.id) == nil)
        }
    }

    @Test("a window that goes while it still comes turns back from where it is")
    func turningBack() async throws {
        try await Stage.with { stage in
            let rig = FloatingRig(stage)
            let window = try await rig.open(origin: Self.origin)
            rig.clock.advance(by: 0.1)
            let middle = window.presenter.rect
            rig.call { window.close(.move(to: Self.origin)) }
            rig.clock.advance(by: 1.0 / 60)
            #expect(window.presenter.rect.x < middle.x)
            rig.clock.advance(by: 0.25)
            #expect(await rig.hears(.closed, from: window))
        }
    }

    @Test("the hand wins: a drag on the way gives the window its last size under the pointer")
    func dragged() async throws {
        try await Stage.with { stage in
            let rig = FloatingRig(stage)
            let window = try await rig.open(origin: Self.origin)
            rig.clock.advance(by: 0.05)
            let rect = window.presenter.rect
            #expect(await stage.settles(window, at: rect))
            await stage.drag(from: rect.center, to: Point(rect.center.x - 200, rect.center.y + 40))
            #expect(await settle { stage.rect(of: window).size == Size(256, 144) })
            let center = Point(rect.center.x - 200, rect.center.y + 40)
            #expect(await settle { abs(stage.rect(of: window).center.x - center.x) <= 1 })
            #expect(await settle { abs(stage.rect(of: window).center.y - center.y) <= 1 })
            rig.clock.advance(by: 1)
            #expect(window.presenter.rect == window.goal)
            #expect(abs(window.goal.center.x - center.x) <= 1)
            window.close()
        }
    }

    @Test("a click on the way leaves it on its way")
    func clicked() async throws {
        try await Stage.with { stage in
            let rig = FloatingRig(stage)
            let window = try await rig.open(origin: Self.origin)
            rig.clock.advance(by: 0.05)
            #expect(await stage.settles(window, at: window.presenter.rect))
            stage.pointer.move(to: stage.rect(of: window).center)
            stage.pointer.click()
            stage.desktop.drain()
            rig.clock.advance(by: 0.25)
            #expect(await stage.settles(window, at: Self.corner))
            window.close()
        }
    }

    @Test("a picture that changes its shape on the way takes it to another place")
    func reshaped() async throws {
        try await Stage.with { stage in
            let rig = FloatingRig(stage)
            let window = try await rig.open(origin: Self.origin)
            rig.clock.advance(by: 0.05)
            rig.call { window.reshape(to: Size(180, 320)) }
            #expect(await rig.hears(.resized(Size(144, 256)), from: window))
            rig.clock.advance(by: 0.25)
            #expect(await stage.settles(window, at: Rect(x: 1120, y: 528, width: 144, height: 256)))
            window.close()
        }
    }

    @Test("under reduced motion it is where it belongs at once, and gone at once")
    func reducedMotion() async throws {
        try await Stage.with { stage in
            let rig = FloatingRig(stage)
            rig.windows.reducesMotion = true
            let window = try await rig.open(origin: Self.origin)
            #expect(stage.rect(of: window) == Self.corner)
            rig.call { window.close(.move(to: Self.origin)) }
            #expect(await rig.hears(.closed, from: window))
            #expect(!rig.clock.isRunning)
        }
    }

    @Test("under a compositor it fades in and out in 0.2 s, to the opacity that was asked for")
    func fading() async throws {
        try await Stage.with { stage in
            let words = ["picom", "--backend", "xrender", "--config", "/dev/null"]
            try await Child.with(words, environment: ["DISPLAY": stage.desktop.display]) { child in
                #expect(await settle(20) { stage.outside.desktopFacts().hasCompositor }, "\(child.output)")
                let rig = FloatingRig(stage) { $0.opacity = 0.8 }
                @MainActor func opacity(of window: MiniWindow) -> Double {
                    let value = stage.outside.numbers(.wmWindowOpacity, of: window.id).first
                    // Xlib hands 32-bit numbers over as signed longs.
                    return value.map { Double($0 & 0xffff_ffff) / Double(UInt32.max) } ?? 1
                }
                let window = try await rig.open()
                #expect(await settle { opacity(of: window) == 0 })
                rig.clock.advance(by: 0.1)
                #expect(await settle { abs(opacity(of: window) - 0.4) < 0.05 })
                rig.clock.advance(by: 0.1)
                #expect(await settle { abs(opacity(of: window) - 0.8) < 0.001 })
                #expect(!rig.clock.isRunning)
                rig.call { window.close(.fade) }
                rig.clock.advance(by: 0.1)
                #expect(await settle { abs(opacity(of: window) - 0.4) < 0.05 })
                #expect(!window.isGone)
                rig.clock.advance(by: 0.1)
                #expect(await rig.hears(.closed, from: window))
                // One that goes while it comes turns back from where it is.
                let brief = try await rig.open()
                rig.clock.advance(by: 0.1)
                rig.call { brief.close(.fade) }
                rig.clock.advance(by: 1.0 / 60)
                #expect(await settle { opacity(of: brief) < 0.41 })
                rig.clock.advance(by: 0.2)
                #expect(await rig.hears(.closed, from: brief))
                // Out of the stage it does not fade.
                let grown = try await rig.open(origin: Self.origin)
                #expect(await settle { abs(opacity(of: grown) - 0.8) < 0.001 })
                grown.close()
            }
        }
    }

    @Test("a movement keeps the edges that both ends share, and never makes an empty window")
    func steps() {
        let start = Rect(x: 0, y: 0, width: 101, height: 57)
        let end = Rect(x: 0, y: 20, width: 33, height: 37)
        for step in 0...60 {
            let rect = morph(start, into: end, aspect: Size(16, 9), share: Double(step) / 60)
            #expect(rect.x == 0 && rect.maxY == 57)
        }
        #expect(morph(start, into: end, aspect: Size(16, 9), share: 0) == start)
        #expect(morph(start, into: end, aspect: Size(16, 9), share: 1) == end)
        let point = Rect(x: 5, y: 5, width: 0, height: 0)
        #expect(morph(.zero, into: point, aspect: .zero, share: 0.5).size == Size(1, 1))
        // Of one shape at both ends it has that shape on the whole way: no bars.
        for step in 0...60 {
            let rect = morph(Self.origin, into: Self.corner, aspect: Size(16, 9), share: Double(step) / 60)
            #expect(fit(Size(16, 9), in: rect) == rect, "\(rect)")
            let tall = morph(
                Rect(x: 0, y: 0, width: 360, height: 640), into: Rect(x: 856, y: 384, width: 144, height: 256),
                aspect: Size(9, 16), share: Double(step) / 60)
            #expect(fit(Size(9, 16), in: tall) == tall, "\(tall)")
        }
        #expect(
            takenInHand(Rect(x: 100, y: 100, width: 400, height: 200), at: Point(200, 250), size: Size(200, 100))
                == Rect(x: 150, y: 175, width: 200, height: 100))
    }
}
