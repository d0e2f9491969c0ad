public import Views

/// What controllers find around them: the display, the manifest, the audio session, the clock (spec S2, S9). Main actor.
///
/// The app fills in `shared` once at its start; a test makes its own.
@MainActor public final class PictureInPictureEnvironment {
    /// The app's.
    public static let shared = PictureInPictureEnvironment()

    /// Whether mini windows can be shown; not until the app has looked at its display.
    public var support = PictureInPictureSupport.unsupported(.noDisplay) {
        didSet { if support != oldValue { reconsider() } }
    }
    /// What the app's manifest declares.
    public var capabilities = Capabilities() { didSet { if capabilities != oldValue { reconsider() } } }
    /// The audio session; none counts as inactive.
    public var audioSession: (any AudioSessionActivation)? { didSet { watchAudioSession() } }
    /// Who makes mini windows; none counts as no display.
    public var windows: (any FloatingWindowFactory)? { didSet { reconsider() } }
    /// When sessions float by themselves.
    public var automaticPolicy = AutomaticPolicy()
    /// True when the stage goes on showing what floats (`--keep-stage`).
    public var keepsStage = false
    /// True from the leaving of the app to the coming back.
    public let absence = Observed(false)
    /// The one clock.
    public var clock: any FrameClock
    /// The view tree of the key window: where a tile goes that is given no parent (spec C3).
    public weak var keyRootView: RootView?
    /// Where warnings go.
    public var log: @MainActor (String) -> Void
    /// The controllers that have a window.
    public let activeSet = ActiveSet()
    private var controllers: [WeakController] = []
    private var audioToken: Observed<Bool>.Token?
    private var leases = 0
    private var hasActivatedAudio = false
    private var nextView = 1

    private struct WeakController { weak var controller: PictureInPictureController? }

    /// Surroundings in which nothing is possible yet.
    public init(
        clock: any FrameClock = DisplayClock(),
        log: @escaping @MainActor (String) -> Void = PictureInPictureEnvironment.logToStandardError
    ) {
        self.clock = clock
        self.log = log
    }

    /// The user left the app: every session that may float by itself does (spec B6).
    public func leaveApp(by departure: AutomaticPolicy.Departure) {
        guard automaticPolicy.countsAsLeaving(departure) else { return }
        for controller in living { controller.leaveApp(by: departure) }
        absence.set(true)
    }

    /// The user is back: what floats by itself ends.
    public func returnToApp() {
        for controller in living { controller.returnToApp() }
        absence.set(false)
    }

    /// The connection to the display broke: every window is lost, and none can be made any more.
    public func loseDisplay() {
        support = .unsupported(.noDisplay)
        for controller in living { controller.loseDisplay() }
    }

    /// A number that no view has had.
    func takeViewNumber() -> Int {
        defer { nextView += 1 }
        return nextView
    }

    func register(_ controller: PictureInPictureController) {
        controllers.removeAll { $0.controller == nil }
        controllers.append(WeakController(controller: controller))
    }

    var living: [PictureInPictureController] { controllers.compactMap(\.controller) }

    private func reconsider() { for controller in living { controller.reconsider() } }

    private func watchAudioSession() {
        audioToken = audioSession?.activity.observe { [weak self] _ in self?.reconsider() }
        reconsider()
    }

    var isAudioSessionActive: Bool { audioSession?.activity.value ?? false }

    /// Makes the audio session active for a view, unless it is; counted, so that the last view gives it up.
    func leaseAudioSession() throws(PictureInPictureError) {
        if !isAudioSessionActive {
            guard let audioSession else { throw .audioSessionInactive }
            try audioSession.activateForPictureInPicture(true)
            hasActivatedAudio = true
        }
        leases += 1
    }

    /// Gives it up after the last view, and only if a view had activated it.
    func returnAudioSession() {
        leases -= 1
        guard leases == 0, hasActivatedAudio else { return }
        hasActivatedAudio = false
        do {
            try audioSession?.activateForPictureInPicture(false)
        } catch {
            log("\(error)")
        }
    }
}
