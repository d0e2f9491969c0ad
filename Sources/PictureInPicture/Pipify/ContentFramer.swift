import Frames
import Geometry
import Views

/// Turns something that is drawn into frames of a layer (spec P2): at each change, the first at once, then at most 30 a
/// second, latest wins. While nothing changes nothing is drawn and no timer runs. Main actor.
@MainActor final class ContentFramer {
    /// The least time between two frames, in seconds.
    static let interval = 1.0 / 30

    private let content: any PipifyContent
    private let layer: DisplayLayer
    private let clock: any FrameClock
    private var pause: ClockTicket?
    private var isDirty = false
    private var isRunning = false
    private var factor = 1
    private var frames: Int64 = 0

    init(_ content: any PipifyContent, layer: DisplayLayer, clock: any FrameClock) {
        self.content = content
        self.layer = layer
        self.clock = clock
    }

    /// Draws now, and at each change from now on.
    func start() {
        guard !isRunning else { return }
        isRunning = true
        content.onChange = { [weak self] in self?.change() }
        content.appear()
        change()
    }

    /// Draws no more. The layer keeps the last picture for a window that fades.
    func stop() {
        guard isRunning else { return }
        isRunning = false
        content.onChange = nil
        pause?.cancel()
        pause = nil
        isDirty = false
        content.disappear()
    }

    /// Draws sharp enough for a window of `size`: a whole factor, so that the shape stays exactly the same.
    func fit(_ size: Size) {
        let natural = content.pixelSize
        guard !natural.isEmpty, !size.isEmpty else { return }
        let wanted = max(
            (size.width + natural.width - 1) / natural.width, (size.height + natural.height - 1) / natural.height)
        let new = min(4, max(1, wanted))
        guard new != factor else { return }
        factor = new
        change()
    }

    private func change() {
        guard isRunning else { return }
        guard pause == nil else {
            isDirty = true
            return
        }
        draw()
    }

    private func draw() {
        isDirty = false
        guard !content.pixelSize.isEmpty else { return }
        let bitmap = content.draw(magnified: factor)
        layer.enqueue(BitmapFrame(bitmap, timestamp: Int64(Double(frames) * Self.interval * 1e9)))
        frames += 1
        pause = clock.after(Self.interval) { [weak self] in
            guard let self else { return }
            self.pause = nil
            if self.isDirty { self.draw() }
        }
    }
}
