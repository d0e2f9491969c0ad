import Foundation
import PortholeKit

/// `morph`: how soon the first picture of a mini window is on the server after it was asked for, and how smooth its way
/// out of the stage is, both as another connection sees it.
@MainActor final class MorphCommand {
    private struct Run {
        var milliseconds: Double
        var wasBlack: Bool
        /// Of the way, on the server.
        var places: Int
        var placeSeconds: Double
        /// Of the way, by the presenter and by the layer.
        var shown: Int
        var offered: Int
        var seconds: Double
    }
    /// Where the session is shown in the app, which has no window here.
    private final class Place: PictureInPictureStage {
        let frameOnScreen: Rect?

        init(_ rect: Rect) { frameOnScreen = rect }

        func whenFrameShown(_ body: @escaping @MainActor () -> Void) { body() }
    }
    private static let fps = 30.0

    private let count: Int
    private let environment = PictureInPictureEnvironment()
    private let journal = CycleJournal()
    private let layer = DisplayLayer()

    init(_ arguments: [String]) throws {
        let options = try Options(arguments, values: ["--count"], flags: [])
        count = try options.one("--count", or: 20) { Int($0).flatMap { $0 > 0 ? $0 : nil } }
    }

    /// Runs them all.
    ///
    /// - Throws: `BenchError` when a window did not come or go, was black, or stood still on its way.
    func run() async throws {
        let desktop = try DesktopConnection()
        defer { desktop.close() }
        let windows = FloatingMiniWindows(desktop, clock: environment.clock) { _ in WindowOptions(title: "") }
        environment.support = .supported
        environment.capabilities = Capabilities(backgroundModes: [Capabilities.audioPictureInPicture])
        environment.audioSession = AlwaysActiveAudio()
        environment.windows = windows
        let screen = desktop.server.screenSize
        let stage = Place(
            Rect(x: screen.width / 12, y: screen.height / 12, width: screen.width / 2, height: screen.width * 9 / 32))
        let source = ContentSource(displayLayer: layer, playbackDelegate: journal)
        source.stage = stage
        let producer = FrameProducer(layer, size: Size(1280, 720), fps: Self.fps)
        defer { producer.stop() }
        let controller = PictureInPictureController(contentSource: source, environment: environment)
        controller.delegate = journal
        try await wait("no frame came") { self.layer.newest != nil }
        // The first one loads fonts, pools and threads.
        _ = try await once(controller, windows)
        var runs: [Run] = []
        for _ in 0..<count { runs.append(try await once(controller, windows)) }
        withExtendedLifetime(stage) {}
        report(runs)
        guard !runs.contains(where: \.wasBlack) else { throw BenchError("a mini window was black") }
        guard !runs.contains(where: { $0.shown == 0 || $0.places < 2 }) else {
            throw BenchError("the window or its video stood still on the way")
        }
    }

    private func once(_ controller: PictureInPictureController, _ windows: FloatingMiniWindows) async throws -> Run {
        let witness = try MiniWindowWitness()
        let began = HostTime.now()
        controller.startPictureInPicture()
        guard await journal.waits(for: .didStart) else { throw BenchError(journal.complaint) }
        guard let window = windows.windows.last else { throw BenchError("there is no mini window") }
        let (shown, offered, left) = (window.presenter.counts.shown, layer.enqueuedCount, HostTime.now())
        try await wait("the mini window never arrived") { window.presenter.rect == window.goal }
        let (shownThen, offeredThen, arrived) = (window.presenter.counts.shown, layer.enqueuedCount, HostTime.now())
        let goal = window.goal
        try await wait("the server never saw it arrive") { witness.sighting.places.last?.rect == goal }
        let seen = witness.stop()
        guard let mapped = seen.mapped, let picture = seen.picture, let last = seen.places.last else {
            throw BenchError("no picture was seen")
        }
        controller.stopPictureInPicture()
        guard await journal.waits(for: .didStop) else { throw BenchError(journal.complaint) }
        return Run(
            milliseconds: Double(picture - began) / 1e6, wasBlack: seen.wasBlack, places: seen.places.count,
            placeSeconds: Double(last.time - mapped) / 1e9, shown: shownThen - shown,
            offered: Int(offeredThen - offered), seconds: Double(arrived - left) / 1e9)
    }

    private func wait(_ complaint: String, _ done: () -> Bool) async throws {
        let limit = HostTime.now() + 5_000_000_000
        while !done() {
            guard HostTime.now() < limit else { throw BenchError(complaint) }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    private func report(_ runs: [Run]) {
        func row(_ name: String, _ values: [Double], _ unit: String) {
            let sorted = values.sorted()
            print(
                name.padding(toLength: 40, withPad: " ", startingAt: 0)
                    + String(
                        format: "%8.1f %8.1f %8.1f  %@", sorted[0], sorted[sorted.count / 2], sorted[sorted.count - 1],
                        unit))
        }
        print("\(runs.count) runs".padding(toLength: 40, withPad: " ", startingAt: 0) + "     min   median      max")
        row("start to first picture on the server", runs.map(\.milliseconds), "ms")
        row("places on the way", runs.map { Double($0.places) }, "rectangles")
        row("places a second", runs.map { Double($0.places) / $0.placeSeconds }, "/s")
        row("the way on the server", runs.map { $0.placeSeconds * 1000 }, "ms")
        row("frames offered meanwhile", runs.map { Double($0.offered) }, "frames")
        row("frames shown meanwhile", runs.map { Double($0.shown) }, "frames")
        row("frames shown a second", runs.map { Double($0.shown) / $0.seconds }, "/s, of \(Int(Self.fps))")
        print("black before or on the way: \(runs.count(where: \.wasBlack)) of \(runs.count)")
    }
}
