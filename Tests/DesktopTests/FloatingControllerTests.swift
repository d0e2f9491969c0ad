import Foundation
import Frames
import Geometry
import PictureInPicture
import TestSupport
import Testing
import Views
import XServer

@testable import Desktop

/// The controllers with the real windows.
@Suite(.timeLimit(.minutes(10))) @MainActor struct FloatingControllerTests {
    @Test("a live floats with its picture, and a click on the close button stops watching exactly once")
    func liveClosed() async throws {
        try await Stage.with { stage in
            let live = WatchedLive(stage)
            live.controller.startPictureInPicture()
            #expect(await settle { live.told == ["willStart", "didStart"] }, "\(live.told)")
            let window = WindowID(try #require(live.controller.windowIdentifier))
            let rect = try #require(stage.outside.facts(of: window)?.rect)
            #expect(await settle { SolidFrame.isWhite(stage.outside.pixel(of: window, at: Point(128, 72))) })
            stage.layer.enqueue(SolidFrame(Size(320, 180), luma: 16))
            #expect(await settle { stage.outside.pixel(of: window, at: Point(128, 72)) == 0 })
            #expect(live.sizes == [Size(256, 144)])
            let controls = MiniControls(kind: .live, edges: [.right, .bottom])
            let close = try #require(controls.rects(in: rect.size)[.close]).offset(by: rect.x, rect.y)
            stage.pointer.move(to: close.center)
            stage.pointer.click()
            stage.pointer.click()
            #expect(await settle { live.told.contains("didStop") })
            #expect(live.told == ["willStart", "didStart", "willStop", "didStop", "stopWatching"])
            #expect(stage.outside.facts(of: window) == nil)
            #expect(live.sizes.last == .zero)
        }
    }

    @Test("restore goes back to the stage and leaves the live running")
    func liveRestored() async throws {
        try await Stage.with { stage in
            let live = WatchedLive(stage)
            live.controller.startPictureInPicture()
            #expect(await settle { live.told.contains("didStart") })
            let window = WindowID(try #require(live.controller.windowIdentifier))
            stage.pointer.move(to: try #require(stage.outside.facts(of: window)?.rect.center))
            stage.pointer.click()
            stage.pointer.click()
            #expect(await settle { live.told.contains("didStop") })
            #expect(live.told == ["willStart", "didStart", "restore", "willStop", "didStop"])
            #expect(stage.outside.facts(of: window) == nil)
            // And it floats again.
            live.controller.startPictureInPicture()
            #expect(await settle { live.told.filter { $0 == "didStart" }.count == 2 })
            live.controller.closePictureInPicture()
            #expect(await settle { live.told.last == "stopWatching" })
        }
    }

    @Test("a hundred of each kind leave no window, thread, descriptor or segment behind")
    func cycles() async throws {
        try await PrivateServer.with { server in
            let count = ProcessInfo.processInfo.environment["PORTHOLE_CYCLES"] ?? "100"
            let result = try await Child.run(
                [benchPath, "cycles", "--count", count], environment: ["DISPLAY": server.display], timeout: 240)
            #expect(result.status == 0, "\(result.output)")
            for kind in ["call", "live", "view"] {
                #expect(result.output.contains("\(kind): \(count) cycles"), "\(result.output)")
            }
            let probe = try Connection(server.display)
            #expect(probe.children(of: probe.rootWindow).isEmpty)
        }
    }
}

/// The benchmarks' program, as it was built beside the tests.
private let benchPath: String = {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") }
    for place in [bundle, Bundle.main.executablePath].compactMap({ $0 }) {
        var folder = URL(fileURLWithPath: place)
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let candidate = folder.appendingPathComponent("porthole-bench")
            if (try? candidate.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true {
                return candidate.path
            }
        }
    }
    return "porthole-bench"
}()

/// A live, its player, its controller on a stage's display, and what they were told.
@MainActor private final class WatchedLive: FloatingLive, PlaybackDelegate, PictureInPictureControllerDelegate {
    let lifetime = Lifetime()
    private(set) var told: [String] = []
    private(set) var sizes: [Size] = []
    private(set) lazy var controller = makeController()
    private let environment = PictureInPictureEnvironment()
    private let audio = ActiveAudio()
    private let stage: Stage

    init(_ stage: Stage) {
        self.stage = stage
        environment.support = .supported
        environment.capabilities = Capabilities(backgroundModes: [Capabilities.audioPictureInPicture])
        environment.audioSession = audio
        environment.windows = FloatingMiniWindows(stage.desktop, clock: environment.clock) { _ in
            WindowOptions(title: "")
        }
    }

    private func makeController() -> PictureInPictureController {
        let source = ContentSource(displayLayer: stage.layer, playbackDelegate: self, live: self)
        let controller = PictureInPictureController(contentSource: source, environment: environment)
        controller.delegate = self
        return controller
    }

    func stopWatching() { told.append("stopWatching") }

    func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController) {
        told.append("willStart")
    }
    func pictureInPictureControllerDidStartPictureInPicture(_ controller: PictureInPictureController) {
        told.append("didStart")
    }
    func pictureInPictureController(
        _ controller: PictureInPictureController,
        failedToStartPictureInPictureWithError error: PictureInPictureError
    ) { told.append("\(error)") }
    func pictureInPictureControllerWillStopPictureInPicture(_ controller: PictureInPictureController) {
        told.append("willStop")
    }
    func pictureInPictureControllerDidStopPictureInPicture(_ controller: PictureInPictureController) {
        told.append("didStop")
    }
    func pictureInPictureController(
        _ controller: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @MainActor (Bool) -> Void
    ) {
        told.append("restore")
        completionHandler(true)
    }

    func pictureInPictureController(_ controller: PictureInPictureController, setPlaying isPlaying: Bool) {}
    func pictureInPictureControllerTimeRangeForPlayback(
        _ controller: PictureInPictureController
    ) -> PlaybackTimeRange { .infinite }
    func pictureInPictureControllerIsPlaybackPaused(_ controller: PictureInPictureController) -> Bool { false }
    func pictureInPictureController(
        _ controller: PictureInPictureController, skipBy interval: Double, completion: @escaping @MainActor () -> Void
    ) { completion() }
    func pictureInPictureController(
        _ controller: PictureInPictureController, didTransitionToRenderSize renderSize: Size
    ) { sizes.append(renderSize) }
}

/// An audio session that is active and touches no sound.
@MainActor private final class ActiveAudio: AudioSessionActivation {
    let activity = Observed(true)

    func activateForPictureInPicture(_ isActive: Bool) throws(PictureInPictureError) {}
}
