import Foundation
import PortholeKit

/// `cycles`: mini windows of each kind that open, show a picture and go, again and again, through the controllers and
/// the real windows. Nothing may stay behind.
@MainActor final class CyclesCommand {
    private let count: Int
    private var environment = PictureInPictureEnvironment()

    init(_ arguments: [String]) throws {
        let options = try Options(arguments, values: ["--count"], flags: [])
        count = try options.one("--count", or: 1000) { Int($0).flatMap { $0 > 0 ? $0 : nil } }
    }

    /// Runs them all.
    ///
    /// - Throws: `BenchError` when something stayed behind or a window did not come or go.
    func run() async throws {
        let desktop = try DesktopConnection()
        let windows = FloatingMiniWindows(desktop, clock: environment.clock) { _ in WindowOptions(title: "") }
        let audio = AlwaysActiveAudio()
        environment.support = .supported
        environment.capabilities = Capabilities(backgroundModes: [Capabilities.audioPictureInPicture])
        environment.audioSession = audio
        environment.windows = windows
        var leaks: [String] = []
        let frame = BenchFrame(Size(320, 180), index: 0)
        try await cycle("call", desktop, &leaks) { call($0, frame) }
        try await cycle("live", desktop, &leaks) { live($0, frame) }
        try await cycle("view", desktop, &leaks) { view($0) }
        desktop.close()
        guard leaks.isEmpty else { throw BenchError("left behind: \(leaks.joined(separator: "; "))") }
    }

    private func cycle(
        _ name: String, _ desktop: DesktopConnection, _ leaks: inout [String],
        _ make: (CycleJournal) -> any Floater
    ) async throws {
        let journal = CycleJournal()
        let floater = make(journal)
        // The first ones load fonts, pools and threads that stay for good.
        for _ in 0..<min(20, count) { try await once(name, floater, journal) }
        let start = Holdings(desktop.server)
        let began = HostTime.now()
        for _ in 0..<count { try await once(name, floater, journal) }
        let seconds = Double(HostTime.now() - began) / 1e9
        // Dispatch keeps idle workers for a while; what is ours is gone at once.
        var end = Holdings(desktop.server)
        for _ in 0..<100 where end.isMore(than: start) {
            try await Task.sleep(for: .milliseconds(100))
            end = Holdings(desktop.server)
        }
        print(String(format: "%@: %d cycles in %.1f s; growth: %@", name, count, seconds, end.growth(since: start)))
        if end.isMore(than: start) { leaks.append("\(name): \(end.growth(since: start))") }
    }

    private func once(_ name: String, _ floater: any Floater, _ journal: CycleJournal) async throws {
        floater.start()
        guard await journal.waits(for: .didStart) else { throw BenchError("\(name): \(journal.complaint)") }
        floater.stop()
        guard await journal.waits(for: .didStop) else { throw BenchError("\(name): \(journal.complaint)") }
    }

    private func call(_ journal: CycleJournal, _ frame: BenchFrame) -> any Floater {
        let layer = DisplayLayer()
        let source = ContentSource(
            activeVideoCallSourceView: nil, contentViewController: VideoCallViewController(displayLayer: layer))
        return SessionFloater(source, layer, frame, journal, environment)
    }

    private func live(_ journal: CycleJournal, _ frame: BenchFrame) -> any Floater {
        let layer = DisplayLayer()
        let source = ContentSource(displayLayer: layer, playbackDelegate: journal)
        return SessionFloater(source, layer, frame, journal, environment)
    }

    private func view(_ journal: CycleJournal) -> any Floater { ViewFloater(journal, environment) }
}

/// Something that floats and stops floating.
@MainActor private protocol Floater: AnyObject {
    func start()
    func stop()
}

/// A call or a live.
@MainActor private final class SessionFloater: Floater {
    private let controller: PictureInPictureController
    private let layer: DisplayLayer
    private let frame: BenchFrame

    init(
        _ source: ContentSource, _ layer: DisplayLayer, _ frame: BenchFrame, _ journal: CycleJournal,
        _ environment: PictureInPictureEnvironment
    ) {
        self.layer = layer
        self.frame = frame
        layer.enqueue(frame)
        controller = PictureInPictureController(contentSource: source, environment: environment)
        controller.delegate = journal
    }

    func start() {
        controller.startPictureInPicture()
        layer.enqueue(frame)
    }

    func stop() {
        layer.enqueue(frame)
        controller.stopPictureInPicture()
    }
}

/// A view.
@MainActor private final class ViewFloater: Floater {
    private let carrier = View()
    private var isPresented: Binding<Bool>

    init(_ journal: CycleJournal, _ environment: PictureInPictureEnvironment) {
        let isOn = Observed(false)
        isPresented = Binding(get: { isOn.value }, set: { isOn.set($0) })
        carrier.pipify(isPresented: isPresented, environment: environment) { Label("A floated view") }
            .onPipStart { journal.write(.didStart) }
            .onPipStop { journal.write(.didStop) }
    }

    func start() { isPresented.wrappedValue = true }
    func stop() { isPresented.wrappedValue = false }
}
