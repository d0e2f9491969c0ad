import Desktop
import Foundation
import Frames
import Geometry
import TestSupport
import Testing
import XServer

/// A one-colour I420 picture.
final class SolidFrame: VideoFrame, @unchecked Sendable {
    private let storage: UnsafeMutablePointer<UInt8>

    init(_ size: Size, luma: UInt8, pixelAspect: Ratio = .one, orientation: Orientation = .upright) {
        let (chroma, count) = ((size.width + 1) / 2, size.area + 2 * ((size.width + 1) / 2) * ((size.height + 1) / 2))
        storage = .allocate(capacity: count)
        storage.initialize(repeating: 128, count: count)
        storage.update(repeating: luma, count: size.area)
        let rest = storage + size.area
        super.init(
            size: size, format: .i420,
            planes: (
                Plane(base: storage, stride: size.width), Plane(base: rest, stride: chroma),
                Plane(base: rest + chroma * ((size.height + 1) / 2), stride: chroma)
            ), color: ColorSpace(.bt709, .limited), pixelAspect: pixelAspect, orientation: orientation)
    }

    deinit { storage.deallocate() }

    /// A luma of 235 is white; scaling may round each channel by a level or two.
    static func isWhite(_ pixel: UInt32?) -> Bool {
        guard let pixel else { return false }
        return [pixel & 0xff, pixel >> 8 & 0xff, pixel >> 16 & 0xff].allSatisfy { $0 >= 250 }
    }
}

/// A window of a test with a presenter in it, and what the presenter told.
final class Rig: Sendable {
    let window: WindowID
    let presenter: Presenter

    private final class Log: Sendable { let events = Lock<[PresenterEvent]>([]) }
    private let log: Log

    /// Opens, maps and shows a window. The connection stays the caller's.
    init(
        _ connection: Connection, _ rect: Rect, _ layer: DisplayLayer, isVisible: Bool = true,
        depth: PixelDepth = .opaque, _ change: (inout Presenter.Configuration) -> Void = { _ in }
    ) async throws {
        window = connection.createWindow(
            rect, overrideRedirect: true, background: .color(0x0000ff), events: [.structure], depth: depth)
        connection.sync()
        var configuration = Presenter.Configuration()
        configuration.display = connection.name
        configuration.background = 0x336699
        configuration.depth = depth
        change(&configuration)
        let log = Log()
        self.log = log
        presenter = Presenter(window: window, rect: rect, layer: layer, configuration: configuration) { event in
            log.events.withLock { $0.append(event) }
        }
        let isReady = await settle { log.events.withLock { !$0.isEmpty } }
        #expect(isReady)
        connection.mapRaised(window)
        connection.sync()
        if isVisible { presenter.setVisible(true) }
    }

    var told: [PresenterEvent] { log.events.withLock { $0 } }

    /// Waits until the presenter has shown or dropped `count` frames.
    func waits(for count: Int) async -> Bool {
        await settle { [presenter] in presenter.counts.shown + presenter.counts.dropped >= count }
    }

    func close(_ connection: Connection) {
        presenter.stop()
        connection.destroyWindow(window)
        connection.sync()
    }
}
