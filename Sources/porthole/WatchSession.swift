import Foundation
import PortholeKit

/// `porthole watch`: one source, its player, its bridge, its windows. Carries out what `WatchMachine` decides.
final class WatchSession {
    private let options: SessionOptions
    private let source: MediaSource
    private let console: Console
    private let sink: any EventSink
    private let desktop: DesktopConnection
    private let track = VideoTrack()
    private let bridge = FrameBridge()
    private let name = "live"

    private var machine: WatchMachine
    private var player: MediaPlayer?
    private var main: MainWindow?
    private var mini: MiniWindow?
    private var sizes: DisplaySizeObserver?
    /// What closed mini windows did, so that the counts of a session only grow.
    private var miniCounts = FrameCounts()
    private var hasFloated = false
    private var timer: (any DispatchSourceTimer)?
    private var hasToldTransport = false
    private var exitCode: ExitCode?
    private var onLeave: ((ExitCode) -> Void)?

    /// A session that has not started.
    init(
        _ source: MediaSource, options: SessionOptions, desktop: DesktopConnection, console: Console,
        sink: any EventSink
    ) {
        self.source = source
        self.options = options
        self.desktop = desktop
        self.console = console
        self.sink = sink
        machine = WatchMachine(startsFloating: options.startsFloating)
    }

    /// Takes what happened and carries out what follows.
    func handle(_ event: WatchMachine.Event) {
        for effect in machine.reduce(event) { perform(effect) }
    }

    /// Runs to the end.
    ///
    /// - Returns: how the process ends.
    func run() async -> ExitCode {
        bridge.attach(to: track)
        desktop.onLost = { [weak self] in self?.handle(.displayLost) }
        openMain()
        startPlaying()
        startTimer()
        let code = await withCheckedContinuation { continuation in
            if let exitCode { return continuation.resume(returning: exitCode) }
            onLeave = { continuation.resume(returning: $0) }
        }
        await close()
        return code
    }

    private func perform(_ effect: WatchMachine.Effect) {
        switch effect {
        case .tell(let change):
            if case .ended = change { tellFrames() }
            sink.record(SessionEvent(session: name, change: change))
        case .openMini: openMini()
        case .closeMini: closeMini()
        case .presentMain: main?.present()
        case .complain(let text): console.complain(text)
        case .leave(let code):
            // Nothing may hang: a server, a device or a driver that no longer answers does not keep the program.
            DispatchQueue.global().asyncAfter(deadline: .now() + 3) { _exit(code.rawValue) }
            exitCode = code
            onLeave?(code)
            onLeave = nil
        }
    }

    // MARK: Playing

    private func startPlaying() {
        var playing = MediaPlayer.Options()
        playing.audio = !options.isSilent
        playing.display = desktop.display
        do throws(MediaError) {
            let player = try MediaPlayer(source, options: playing, track: track) { [weak self] event in
                Task { @MainActor in self?.handle(event) }
            }
            self.player = player
            player.play()
        } catch {
            handle(MediaPlayer.Event.failed(error))
        }
    }

    private func handle(_ event: MediaPlayer.Event) {
        switch event {
        case .playing: handle(.firstFrame)
        case .warning(let text): console.warn(text)
        case .buffering(let percent): console.detail("\(name): buffering, \(percent) %")
        case .ended: handle(.streamEnded)
        case .failed(let error): handle(.streamFailed(error.description, isMissing: error.needsInstallation))
        }
    }

    // MARK: Windows

    private func windowOptions() -> WindowOptions {
        var window = WindowOptions(title: options.title ?? "\(source.title) – Porthole")
        if let background = options.background { window.background = background }
        window.ladder = TransportLadder.chosen
        return window
    }

    private func openMain() {
        var window = windowOptions()
        window.size = options.mainSize
        let main = MainWindow(desktop, layer: bridge.layer, options: window, icons: AppIcon.bitmaps)
        main.onClose = { [weak self] in self?.handle(.mainClosed) }
        main.onFailed = { [weak self] failure in
            self?.handle(failure == .displayLost ? .displayLost : .mainFailed(failure.description))
        }
        main.onTransport = { [weak self] in self?.tell($0) }
        main.onKey = { [weak self] in self?.press($0) }
        main.showPlaceholder("Connecting…")
        self.main = main
    }

    private func openMini() {
        var window = windowOptions()
        window.size = options.miniSize
        window.position = options.position
        if let corner = options.corner { window.corner = corner }
        if let opacity = options.opacity { window.opacity = opacity }
        let mini = MiniWindow(
            desktop, kind: .live, layer: bridge.layer, pictureSize: track.displaySize, options: window)
        hasFloated = true
        mini.onMapped = { [weak self, weak mini] in
            guard let mini else { return }
            self?.handle(.miniMapped(window: mini.id.rawValue))
        }
        mini.onClose = { [weak self] in self?.handle(.miniClosed) }
        mini.onRestore = { [weak self] in self?.handle(.restorePressed) }
        mini.onFailed = { [weak self] failure in
            self?.handle(failure == .displayLost ? .displayLost : .miniFailed(failure.description))
        }
        mini.onTransport = { [weak self] in self?.tell($0) }
        self.mini = mini
        sizes = DisplaySizeObserver(bridge.layer) { [weak self] size in
            Task { @MainActor in self?.mini?.setPictureSize(size) }
        }
    }

    private func closeMini() {
        sizes?.stop()
        sizes = nil
        guard let mini else { return }
        mini.close()
        miniCounts = miniCounts + FrameCounts(mini.presenter.counts)
        self.mini = nil
    }

    private func press(_ key: MainWindow.Key) {
        switch key {
        case .space:
            guard let player else { return }
            if player.isPaused { player.play() } else { player.pause() }
        case .letter("p"): handle(.floatPressed)
        case .letter("f"): main?.toggleFullscreen()
        case .escape: main?.leaveFullscreen()
        case .letter: break
        }
    }

    /// Says once how pictures travel: a detail when it is the best way, one warning when it is not.
    private func tell(_ choice: TransportChoice) {
        guard !hasToldTransport || !choice.reasons.isEmpty else { return }
        if !hasToldTransport { console.detail("pictures travel by \(choice.transport.rawValue)") }
        if let reason = choice.reasons.last, !hasToldTransport || choice.reasons.count > 2 {
            console.warn("pictures go \(choice.transport.explanation): \(reason)")
        }
        hasToldTransport = true
    }

    // MARK: Frames

    private func startTimer() {
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(50))
        timer.setEventHandler { [weak self] in self?.tellFrames() }
        timer.activate()
        self.timer = timer
        if let duration = options.duration {
            DispatchQueue.main.asyncAfter(deadline: .now() + duration) { [weak self] in self?.handle(.timeOver) }
        }
    }

    private func tellFrames() {
        guard let main else { return }
        var hosts = [FrameHost.stage: FrameCounts(main.presenter.counts)]
        if let mini {
            hosts[.mini] = miniCounts + FrameCounts(mini.presenter.counts)
        } else if hasFloated {
            hosts[.mini] = miniCounts
        }
        sink.record(SessionEvent(session: name, change: .frames(hosts)))
    }

    private func close() async {
        timer?.cancel()
        bridge.detach()
        await player?.stop()
        closeMini()
        main?.close()
        desktop.close()
    }
}

extension FrameCounts {
    /// What a presenter has counted.
    init(_ counts: PresenterCounts) {
        self.init(shown: counts.shown, dropped: counts.dropped, converted: counts.converted)
    }

    /// Both together.
    static func + (one: FrameCounts, other: FrameCounts) -> FrameCounts {
        FrameCounts(
            shown: one.shown + other.shown, dropped: one.dropped + other.dropped,
            converted: one.converted + other.converted)
    }
}

extension MediaError {
    /// Something has to be installed first: exit code 69.
    var needsInstallation: Bool { code == .missingPlugin || code == .noDecoder }
}
