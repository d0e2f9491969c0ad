import Foundation
import Frames
import Geometry
import PictureInPicture
import TestSupport
import Testing
import Views
import XServer

@testable import Desktop

@Suite(.timeLimit(.minutes(10))) @MainActor struct FloatingWindowTests {
    @Test("it is mapped only when it is shown, and tells so once and later")
    func showing() async throws {
        try await Stage.with { stage in
            let rig = FloatingRig(stage)
            let window = try rig.make()
            var isReady = false
            window.onTransport = { _ in isReady = true }
            #expect(await settle { isReady })
            try await rig.letEventsArrive()
            #expect(stage.outside.facts(of: window.id)?.isMapped == false)
            #expect(rig.events(of: window).isEmpty)
            rig.call { window.showWhenReady() }
            #expect(await settle { rig.events(of: window).count >= 3 })
            try await rig.letEventsArrive()
            #expect(rig.events(of: window) == [.mapped, .firstFrameShown, .resized(Size(256, 144))])
            #expect(stage.outside.facts(of: window.id)?.isViewable == true)
            #expect(stage.outside.text(.wmName, of: window.id) == "Sample")
            window.close()
        }
    }

    @Test("a window without a picture tells of its first frame when there is one")
    func laterFirstFrame() async throws {
        try await Stage.with { stage in
            let rig = FloatingRig(stage)
            let layer = DisplayLayer()
            let window = try rig.make(layer: layer)
            window.showWhenReady()
            #expect(await rig.hears(.mapped, from: window))
            try await rig.letEventsArrive()
            #expect(!rig.events(of: window).contains(.firstFrameShown))
            layer.enqueue(SolidFrame(Size(320, 180), luma: 235))
            #expect(await rig.hears(.firstFrameShown, from: window))
            window.close()
        }
    }

    @Test("each control tells what it is, close and restore by their own names, once a click")
    func controls() async throws {
        try await Stage.with { stage in
            let rig = FloatingRig(stage)
            let live = try await rig.open(.live)
            live.controls.extras.formUnion([.skipBack])
            live.controls.show(PlaybackState(isPaused: false, timeRange: .finite(start: 0, end: 100)))
            let call = try await rig.open(.call)
            let expected: [(MiniWindow, MiniControls.Control, FloatingWindowEvent)] = [
                (live, .playPause, .pressed(.playPause)), (live, .volume, .pressed(.volume)),
                (live, .skipBack, .pressed(.skipBack)), (live, .restore, .restorePressed),
                (live, .close, .closePressed), (call, .microphone, .pressed(.microphone)),
                (call, .camera, .pressed(.camera)), (call, .restore, .restorePressed), (call, .close, .closePressed),
            ]
            for (window, control, event) in expected {
                try rig.click(control, of: window)
                #expect(await rig.hears(event, from: window), "\(control)")
            }
            try await rig.letEventsArrive()
            for (window, _, event) in expected {
                #expect(rig.events(of: window).filter { $0 == event }.count == 1, "\(event)")
            }
            live.close()
            call.close()
        }
    }

    @Test("letting go of the knob tells the place on the seek bar, even outside of the window")
    func seeking() async throws {
        try await Stage.with { stage in
            let rig = FloatingRig(stage) { $0.position = Point(200, 200) }
            let window = try await rig.open()
            window.controls.show(PlaybackState(isPaused: false, timeRange: .finite(start: 0, end: 100)))
            let bar = try #require(window.controls.rects(in: Size(256, 144))[.seekBar]).offset(by: 200, 200)
            stage.pointer.move(to: Point(bar.x + bar.width / 4, bar.center.y))
            stage.pointer.click()
            stage.pointer.button(1, isDown: true)
            stage.pointer.move(to: Point(bar.center.x, bar.center.y))
            stage.pointer.move(to: Point(900, 700))
            stage.pointer.button(1, isDown: false)
            #expect(await rig.hears(.sought(to: 100), from: window))
            let places = rig.events(of: window).compactMap { if case .sought(let place) = $0 { place } else { nil } }
            #expect(places.count == 2)
            #expect(abs((places.first ?? 0) - 25) < 1)
            #expect(stage.rect(of: window).origin == Point(200, 200))
            window.close()
        }
    }

    @Test("a double click restores")
    func doubleClick() async throws {
        try await Stage.with { stage in
            let rig = FloatingRig(stage) { $0.position = Point(200, 200) }
            let window = try await rig.open()
            stage.pointer.move(to: Point(328, 260))
            stage.pointer.click()
            stage.pointer.click()
            #expect(await rig.hears(.restorePressed, from: window))
            #expect(!rig.events(of: window).contains(.closePressed))
            window.close()
        }
    }

    @Test("another shape and a drag of the rim tell the new size, a drag of the middle none")
    func resizing() async throws {
        try await Stage.with { stage in
            let rig = FloatingRig(stage) { $0.position = Point(200, 200) }
            let window = try await rig.open()
            rig.call { window.reshape(to: Size(180, 320)) }
            #expect(await rig.hears(.resized(Size(144, 256)), from: window))
            rig.call { window.reshape(to: Size(320, 180)) }
            #expect(await settle { rig.events(of: window).filter { $0 == .resized(Size(256, 144)) }.count == 2 })
            let count = rig.events(of: window).count
            #expect(await stage.settles(window, at: window.goal))
            let rect = stage.rect(of: window)
            await stage.drag(from: rect.center, to: Point(rect.center.x + 100, rect.center.y + 50))
            #expect(await stage.settles(window, at: rect.offset(by: 100, 50)))
            try await rig.letEventsArrive()
            #expect(rig.events(of: window).count == count)
            let edge = Point(rect.maxX + 98, rect.center.y + 50)
            await stage.drag(from: edge, to: Point(edge.x + 64, edge.y))
            #expect(await rig.hears(.resized(Size(320, 180)), from: window))
            window.close()
        }
    }

    @Test("a window that is destroyed by another program has failed, once")
    func destroyed() async throws {
        try await Stage.with { stage in
            let rig = FloatingRig(stage)
            let window = try await rig.open()
            stage.outside.destroyWindow(window.id)
            stage.outside.sync()
            #expect(await settle { rig.events(of: window).count > 3 })
            try await rig.letEventsArrive()
            let failures = rig.events(of: window).filter { if case .failed = $0 { true } else { false } }
            #expect(failures.count == 1)
            rig.call { window.close(.fade) }
            #expect(await rig.hears(.closed, from: window))
        }
    }

    @Test("a display that dies is told by its name, and no window can be made any more")
    func displayLost() async throws {
        try await PrivateServer.with { server in
            let desktop = try DesktopConnection(server.display)
            let windows = FloatingMiniWindows(desktop) { _ in WindowOptions(title: "") }
            let layer = DisplayLayer()
            layer.enqueue(SolidFrame(Size(320, 180), luma: 235))
            let request = FloatingWindowRequest(
                kind: .live, contentSize: Size(320, 180), layer: layer, title: "Sample")
            let window = try windows.makeWindow(request)
            let ear = Ear()
            window.delegate = ear
            window.show()
            #expect(await settle { ear.events.contains(.mapped) })
            kill(server.child.pid, SIGKILL)
            #expect(await settle { ear.events.contains(.displayLost) })
            #expect(throws: PictureInPictureError.displayLost) { _ = try windows.makeWindow(request) }
            window.close(.fade)
            #expect(await settle { ear.events.contains(.closed) })
            #expect(ear.events.filter { $0 == .displayLost }.count == 1)
            #expect(windows.windows.isEmpty)
            desktop.close()
        }
    }

    @Test("it goes at once without a word, or tells when it is gone, and nothing after")
    func closing() async throws {
        try await Stage.with { stage in
            let rig = FloatingRig(stage)
            let silent = try await rig.open(.live)
            let faded = try await rig.open(.call)
            var gone: [UInt] = []
            rig.windows.onGone = { gone.append($0.identifier) }
            try rig.click(.restore, of: silent)
            stage.desktop.drain()
            // What it had to tell is not told any more.
            let count = rig.events(of: silent).count
            rig.call { silent.close(.atOnce) }
            #expect(stage.outside.facts(of: silent.id) == nil)
            // No compositor: it does not wait for a fade.
            rig.call { faded.close(.fade) }
            rig.call { faded.close(.fade) }
            #expect(await rig.hears(.closed, from: faded))
            #expect(stage.outside.facts(of: faded.id) == nil)
            try await rig.letEventsArrive()
            #expect(rig.events(of: silent).count == count)
            #expect(rig.events(of: faded).filter { $0 == .closed }.count == 1)
            #expect(rig.events(of: faded).last == .closed)
            #expect(gone.prefix(2) == [silent.identifier, faded.identifier])
            #expect(rig.windows.windows.isEmpty)
        }
    }

    @Test("a window that was never shown goes too")
    func closingUnshown() async throws {
        try await Stage.with { stage in
            let rig = FloatingRig(stage)
            let window = try rig.make()
            rig.call { window.close(.fade) }
            #expect(await rig.hears(.closed, from: window))
            #expect(rig.events(of: window) == [.closed])
            #expect(stage.outside.facts(of: window.id) == nil)
        }
    }

    @Test("a second window opens beside the first, a third too, and one that is leaving takes no room")
    func beside() async throws {
        try await Stage.with { stage in
            let rig = FloatingRig(stage)
            let corner = Rect(x: 1008, y: 640, width: 256, height: 144)
            let first = try await rig.open(.live)
            #expect(stage.rect(of: first) == corner)
            let second = try await rig.open(.call)
            #expect(stage.rect(of: second) == corner.offset(by: -272, 0))
            let tall = try await rig.open(.view(1), Size(180, 320))
            let rects = [first, second, tall].map { stage.rect(of: $0) }
            #expect(!rects[2].intersects(rects[0]) && !rects[2].intersects(rects[1]))
            #expect(rig.windows.windows.map(\.slot) == [.live, .call, .view(1)])
            first.close(.move(to: Rect(x: 10, y: 10, width: 640, height: 360)))
            #expect(first.isLeaving && !first.isGone)
            let next = try await rig.open(.live)
            #expect(stage.rect(of: next) == corner)
            for window in rig.windows.windows { window.close() }
        }
    }
}

/// Writes down what a window tells.
@MainActor private final class Ear: FloatingWindowDelegate {
    private(set) var events: [FloatingWindowEvent] = []

    func floatingWindow(_ window: any FloatingWindow, did event: FloatingWindowEvent) { events.append(event) }
}
