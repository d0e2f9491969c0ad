import Frames
import Geometry
import PictureInPicture
import TestSupport
import Testing
import Views
import XServer

@testable import Desktop

/// The real factory on a stage, a clock that the test steps, and what its windows told.
@MainActor final class FloatingRig: FloatingWindowDelegate {
    let stage: Stage
    let clock = ManualClock()
    let windows: FloatingMiniWindows
    /// True while the test is inside a call of a window.
    private var isCalling = false
    private var told: [UInt: [FloatingWindowEvent]] = [:]

    init(_ stage: Stage, _ change: @escaping (inout WindowOptions) -> Void = { _ in }) {
        self.stage = stage
        windows = FloatingMiniWindows(stage.desktop, clock: clock) { _ in
            var options = WindowOptions(title: "")
            change(&options)
            return options
        }
    }

    func floatingWindow(_ window: any FloatingWindow, did event: FloatingWindowEvent) {
        #expect(!isCalling, "\(event) came during the call that caused it")
        told[window.identifier, default: []].append(event)
    }

    func events(of window: MiniWindow) -> [FloatingWindowEvent] { told[window.identifier] ?? [] }

    func make(
        _ kind: SessionKind = .live, _ contentSize: Size = Size(320, 180), origin: Rect? = nil,
        layer: DisplayLayer? = nil
    ) throws -> MiniWindow {
        let request = FloatingWindowRequest(
            kind: kind, contentSize: contentSize, layer: layer ?? stage.layer, origin: origin, title: "Sample")
        let window = try windows.makeWindow(request)
        window.delegate = self
        return try #require(window as? MiniWindow)
    }

    /// One that is mapped and has told all that it tells when it opens.
    func open(
        _ kind: SessionKind = .live, _ contentSize: Size = Size(320, 180), origin: Rect? = nil
    ) async throws -> MiniWindow {
        let window = try make(kind, contentSize, origin: origin)
        call { window.showWhenReady() }
        #expect(await settle { events(of: window).count >= 3 })
        #expect(await settle { window.presenter.counts.converted > 0 })
        return window
    }

    func call(_ body: () -> Void) {
        isCalling = true
        body()
        isCalling = false
    }

    /// Waits until a window has told something.
    func hears(_ event: FloatingWindowEvent, from window: MiniWindow) async -> Bool {
        await settle(20) { events(of: window).contains(event) }
    }

    /// Lets everything that is on its way to the delegate arrive: another window comes and tells so.
    func letEventsArrive() async throws {
        let window = try await open(.view(99))
        window.close()
    }

    func place(of control: MiniControls.Control, in window: MiniWindow) throws -> Point {
        let rect = stage.rect(of: window)
        let place = try #require(window.controls.rects(in: rect.size)[control], "\(control) has no place")
        return place.offset(by: rect.x, rect.y).center
    }

    func click(_ control: MiniControls.Control, of window: MiniWindow) throws {
        stage.pointer.move(to: try place(of: control, in: window))
        stage.pointer.click()
    }
}
