import Foundation
import PortholeKit

/// Windows with presenters on one layer, fed through a track and a bridge as in the program.
final class PresenterRig {
    let track = VideoTrack()
    let bridge = FrameBridge()
    private(set) var presenters: [Presenter] = []
    private let connection: Connection
    private var windows: [WindowID] = []

    /// - Parameters:
    ///   - outline: how the windows end; with one they have alpha where the server has it.
    ///   - overlays: what is blended over each picture.
    init(display: String?, rects: [Rect], outline: WindowOutline? = nil, overlays: [Overlay] = []) throws {
        connection = try Connection(display)
        bridge.attach(to: track)
        for (index, rect) in rects.enumerated() {
            let depth = outline == nil || !connection.hasAlpha ? PixelDepth.opaque : .translucent
            let window = connection.createWindow(rect, overrideRedirect: true, events: [.structure], depth: depth)
            windows.append(window)
            connection.sync()
            var configuration = Presenter.Configuration()
            configuration.display = display
            configuration.name = "present \(index)"
            configuration.depth = depth
            configuration.outline = outline
            // Whoever gives it a shape gives it a place.
            if outline != nil { configuration.placement = .own }
            let ready = DispatchSemaphore(value: 0)
            let presenter = Presenter(
                window: window, rect: rect, layer: bridge.layer, configuration: configuration
            ) { event in
                if case .ready = event { ready.signal() }
            }
            guard ready.wait(timeout: .now() + 5) == .success else { throw BenchError("the presenter did not start") }
            connection.mapRaised(window)
            connection.sync()
            presenter.setVisible(true)
            presenter.setOverlays(overlays)
            presenters.append(presenter)
        }
    }

    /// Pushes `count` frames at the pace; how many the server has taken, over all windows.
    func run(_ frames: [BenchFrame], fps: Double, count: Int) -> Int {
        let before = shown
        var pace = Pace(fps: fps)
        for index in 0..<count {
            pace.sleep()
            track.push(frames[index % frames.count])
            pace.advance()
        }
        settle()
        return shown - before
    }

    /// Waits until every frame was taken or dropped by every presenter.
    func settle() {
        let limit = HostTime.now() + 1_000_000_000
        let all = Int(bridge.layer.enqueuedCount)
        while presenters.contains(where: { $0.counts.shown + $0.counts.dropped < all }), HostTime.now() < limit {
            usleep(500)
        }
    }

    var shown: Int { presenters.reduce(0) { $0 + $1.counts.shown } }
    var dropped: Int { presenters.reduce(0) { $0 + $1.counts.dropped } }

    func close() {
        for presenter in presenters { presenter.stop() }
        for window in windows { connection.destroyWindow(window) }
        connection.sync()
    }
}
