import Frames
import Geometry
import PictureInPicture

/// Surroundings in which everything is possible, with a double for each thing in them.
@MainActor final class World {
    let clock = SteppedClock()
    let windows = RecordingWindowFactory()
    let audio = FakeAudioSession()
    let environment: PictureInPictureEnvironment
    /// What was told to delegates and sessions, in order.
    let journal = Journal()

    init() {
        let journal = journal
        environment = PictureInPictureEnvironment(clock: clock) { journal.warnings.append($0) }
        environment.support = .supported
        environment.capabilities = Capabilities(backgroundModes: [Capabilities.audioPictureInPicture])
        environment.audioSession = audio
        environment.windows = windows
    }

    var window: RecordingFloatingWindow { windows.made[windows.made.count - 1] }
    var activeCount: Int { environment.activeSet.count }

    /// A call with a controller and a delegate that writes down what happens, under `name`.
    func call(_ name: String = "call", video: Bool = true) -> FloatingThing { FloatingThing(self, name, .call, video) }
    /// A live likewise.
    func live(_ name: String = "live", video: Bool = true) -> FloatingThing { FloatingThing(self, name, .live, video) }
}

/// A list that many write into.
@MainActor final class Journal {
    var lines: [String] = []
    var warnings: [String] = []

    func write(_ line: String) { lines.append(line) }
}

/// A call or live: session, layer, stage, controller and delegate in one.
@MainActor final class FloatingThing: FloatingCall, FloatingLive, PlaybackDelegate, PictureInPictureStage {
    enum Sort { case call, live }
    /// What the delegate does when asked to restore.
    enum Answer { case yes, no, never, twice, later }

    let name: String
    let lifetime = Lifetime()
    let layer = DisplayLayer()
    private(set) var controller: PictureInPictureController
    let delegate: RecordingDelegate
    var frameOnScreen: Rect? = Rect(x: 10, y: 20, width: 640, height: 360)
    var stageFrames: [@MainActor () -> Void] = []
    var stageShowsAtOnce = true
    var isPaused = false
    var timeRange = PlaybackTimeRange.infinite
    var position = 0.0
    var endsSessionOnClose = true
    private unowned let world: World

    init(_ world: World, _ name: String, _ sort: Sort, _ hasVideo: Bool) {
        self.world = world
        self.name = name
        delegate = RecordingDelegate(name, world.journal)
        if hasVideo { layer.enqueue(testFrame(Size(640, 360))) }
        let placeholder = VideoCallViewController(displayLayer: layer)
        controller = PictureInPictureController(
            contentSource: ContentSource(activeVideoCallSourceView: nil, contentViewController: placeholder),
            environment: PictureInPictureEnvironment(clock: world.clock))
        let content =
            sort == .call
            ? ContentSource(
                activeVideoCallSourceView: self,
                contentViewController: VideoCallViewController(
                    displayLayer: layer, preferredContentSize: Size(4, 3)), call: self)
            : ContentSource(displayLayer: layer, playbackDelegate: self, live: self)
        content.stage = self
        controller = PictureInPictureController(contentSource: content, environment: world.environment)
        controller.delegate = delegate
    }

    func hangUp() {
        world.journal.write("\(name) hang-up")
        if endsSessionOnClose { controller.sessionDidEnd() }
    }

    func stopWatching() {
        world.journal.write("\(name) stop-watching")
        if endsSessionOnClose { controller.sessionDidEnd() }
    }

    func whenFrameShown(_ body: @escaping @MainActor () -> Void) {
        if stageShowsAtOnce { body() } else { stageFrames.append(body) }
    }

    func pictureInPictureController(_ controller: PictureInPictureController, setPlaying isPlaying: Bool) {
        isPaused = !isPlaying
        world.journal.write("\(name) set-playing \(isPlaying)")
    }

    func pictureInPictureControllerTimeRangeForPlayback(
        _ controller: PictureInPictureController
    ) -> PlaybackTimeRange { timeRange }

    func pictureInPictureControllerPlaybackPosition(_ controller: PictureInPictureController) -> Double { position }

    func pictureInPictureControllerIsPlaybackPaused(_ controller: PictureInPictureController) -> Bool { isPaused }

    func pictureInPictureController(
        _ controller: PictureInPictureController, skipBy interval: Double,
        completion: @escaping @MainActor () -> Void
    ) {
        world.journal.write("\(name) skip \(interval)")
        position += interval
        completion()
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController, didTransitionToRenderSize renderSize: Size
    ) { world.journal.write("\(name) render-size \(renderSize)") }
}

/// Writes down what it is told, and may do something on each occasion.
@MainActor final class RecordingDelegate: PictureInPictureControllerDelegate {
    let name: String
    private let journal: Journal
    var answer = FloatingThing.Answer.yes
    var completions: [@MainActor (Bool) -> Void] = []
    /// Run after the line of that name is written.
    var onEvent: [String: @MainActor () -> Void] = [:]

    init(_ name: String, _ journal: Journal) {
        self.name = name
        self.journal = journal
    }

    private func write(_ event: String) {
        journal.write("\(name) \(event)")
        onEvent[event]?()
    }

    func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController) {
        write("will-start")
    }

    func pictureInPictureControllerDidStartPictureInPicture(_ controller: PictureInPictureController) {
        write("did-start")
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController,
        failedToStartPictureInPictureWithError error: PictureInPictureError
    ) { write("failed \(error.code)") }

    func pictureInPictureControllerWillStopPictureInPicture(_ controller: PictureInPictureController) {
        write("will-stop")
    }

    func pictureInPictureControllerDidStopPictureInPicture(_ controller: PictureInPictureController) {
        write("did-stop")
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @MainActor (Bool) -> Void
    ) {
        write("restore")
        switch answer {
        case .yes: completionHandler(true)
        case .no: completionHandler(false)
        case .never: break
        case .twice:
            completionHandler(true)
            completionHandler(false)
        case .later: completions.append(completionHandler)
        }
    }
}

/// An audio session that can be made to fail.
@MainActor final class FakeAudioSession: AudioSessionActivation {
    var activity: Observed<Bool> { observed }
    private let observed = Observed(true)
    var failure: PictureInPictureError?
    private(set) var activations: [Bool] = []

    func set(_ isActive: Bool) { observed.set(isActive) }

    func activateForPictureInPicture(_ isActive: Bool) throws(PictureInPictureError) {
        if let failure { throw failure }
        activations.append(isActive)
        observed.set(isActive)
    }
}

/// A grey picture of `size`.
func testFrame(_ size: Size) -> VideoFrame { TestFrame(size) }

private final class TestFrame: VideoFrame, @unchecked Sendable {
    private let pixels: UnsafeMutablePointer<UInt8>

    init(_ size: Size) {
        pixels = .allocate(capacity: size.area * 4)
        pixels.initialize(repeating: 128, count: size.area * 4)
        super.init(
            size: size, format: .bgrx, planes: (Plane(base: UnsafePointer(pixels), stride: size.width * 4), nil, nil))
    }

    deinit { pixels.deallocate() }
}
