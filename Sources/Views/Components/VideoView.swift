import Foundation
public import Frames
import Geometry

/// A place for a display layer. The window's presenter blits the video there; the tree only keeps the place.
///
/// What lies over it is drawn into overlay bitmaps that ride on the next frame (`Composition`). Off screen
/// (`snapshot()`, `RootView.followsVideo`) the newest frame is drawn like anything else.
@MainActor public final class VideoView: View {
    private static var lastID: UInt64 = 0
    /// Tells its place from others in a composition.
    public let id: UInt64
    /// What is shown; nil for nothing.
    public var layer: DisplayLayer? {
        didSet {
            guard layer !== oldValue else { return }
            watch()
            setNeedsDisplay()
        }
    }
    /// How the picture goes into the view.
    public var gravity = VideoGravity.fit { didSet { if gravity != oldValue { setNeedsDisplay() } } }
    /// Where it was in the last composition of its window: the device rectangle, its corners, and whether anything is
    /// over it.
    public internal(set) var placement: Composition.Video?

    private var watcher: FrameWatcher?
    private let renderer = CompositionRenderer()

    /// A place for a layer.
    public init(layer: DisplayLayer? = nil, gravity: VideoGravity = .fit) {
        Self.lastID += 1
        id = Self.lastID
        self.layer = layer
        self.gravity = gravity
        super.init()
        background = .black
    }

    /// It is drawn only off screen.
    public override var isDrawn: Bool { true }

    /// Draws the newest frame: off screen only.
    public override func draw(in canvas: Canvas) {
        guard let frame = layer?.newest?.frame else { return }
        let rect = canvas.devicePixels(of: bounds)
        let place = gravity.place(of: frame.displaySize, in: rect)
        canvas.clip(to: bounds, radius: cornerRadius)
        renderer.draw(frame, in: place, on: canvas)
    }

    /// Follows the layer's frames when its window wants that.
    public override func rootDidChange() {
        placement = nil
        watch()
    }

    func watch() {
        watcher?.stop()
        watcher = nil
        guard let layer, root?.followsVideo == true else { return }
        watcher = FrameWatcher(layer: layer) { [weak self] in self?.setNeedsDisplay() }
    }
}
