import Glibc
import PortholeKit

/// The least that a presenter can do: one thread that converts into a shared image, puts it, and waits for the next
/// frame. No bridge, no layer, no second thread. Windows beside the first get the same frames.
struct LimitLoop {
    private struct Window {
        let id: WindowID
        let size: Size
        let images: [PresentImage]
    }
    private let connection: Connection
    private let context: GraphicsContext
    private let windows: [Window]
    private let converter = FrameConverter()

    init(display: String?, rects: [Rect]) throws {
        let connection = try Connection(display)
        self.connection = connection
        guard let context = GraphicsContext(connection) else { throw BenchError("no graphics context") }
        self.context = context
        let transport = connection.chooseTransport().transport
        var windows: [Window] = []
        for rect in rects {
            let id = connection.createWindow(rect, overrideRedirect: true, events: [.structure])
            connection.mapRaised(id)
            let images = try (0..<3).map { _ in try PresentImage(connection, transport, size: rect.size) }
            windows.append(Window(id: id, size: rect.size, images: images))
        }
        self.windows = windows
        connection.sync()
    }

    /// Shows `count` frames at the pace; how many were put, over all windows.
    func run(_ frames: [BenchFrame], fps: Double, count: Int) -> Int {
        var index = 0
        return run(fps: fps, count: count) {
            defer { index += 1 }
            return frames[index % frames.count]
        }
    }

    /// Shows what `next` gives at the pace, until it gives nil or `count` frames are through.
    func run(fps: Double, count: Int, next: () throws -> VideoFrame?) rethrows -> Int {
        var pace = Pace(fps: fps)
        var shown = 0
        for _ in 0..<count {
            guard let frame = try next() else { break }
            while true {
                drain()
                let now = HostTime.now()
                if now >= pace.due { break }
                wait(until: pace.due, now)
            }
            for window in windows {
                guard let image = window.images.first(where: { !$0.isBusy }) else { continue }
                let target = PixelTarget(base: image.pixels, stride: image.stride, size: window.size)
                converter.convert(frame, into: target)
                image.put(Rect(size: window.size), on: window.id, with: context)
                connection.flush()
                shown += 1
            }
            pace.advance()
        }
        return shown
    }

    private func wait(until due: UInt64, _ now: UInt64) {
        if connection.hasQueuedEvents { return }
        var descriptor = pollfd(fd: connection.fileDescriptor, events: Int16(POLLIN), revents: 0)
        // Whole milliseconds, then the rest: poll knows no finer.
        if poll(&descriptor, 1, Int32((due - now) / 1_000_000)) == 0, HostTime.now() < due {
            var time = timespec(tv_sec: Int(due / 1_000_000_000), tv_nsec: Int(due % 1_000_000_000))
            clock_nanosleep(CLOCK_MONOTONIC, Int32(TIMER_ABSTIME), &time, nil)
        }
    }

    private func drain() {
        while let event = connection.nextEvent() {
            guard case .completion(let segment) = event else { continue }
            for window in windows where window.images.contains(where: { $0.complete(segment: segment) }) { break }
        }
    }

    func close() {
        for window in windows { connection.destroyWindow(window.id) }
        connection.sync()
    }
}
