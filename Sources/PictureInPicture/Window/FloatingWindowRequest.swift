public import Frames
public import Geometry

/// What a mini window has to know to be made.
public struct FloatingWindowRequest: Sendable {
    /// The place it takes.
    public var slot: WindowSlot
    /// What floats: what its close button means and is called.
    public var kind: SessionKind
    /// The shape of its first picture, in device pixels; only the ratio counts.
    public var contentSize: Size
    /// All it shows. It holds the last picture, which is the window's background before it is mapped (spec B7).
    public var layer: DisplayLayer
    /// Where the picture is on the screen now, in device pixels of the root window: the window grows out of it. Nil when
    /// it is nowhere: the window fades in.
    public var origin: Rect?
    /// What the window is called.
    public var title: String

    /// A request for a window.
    public init(kind: SessionKind, contentSize: Size, layer: DisplayLayer, origin: Rect? = nil, title: String) {
        slot = kind.slot
        self.kind = kind
        self.contentSize = contentSize
        self.layer = layer
        self.origin = origin
        self.title = title
    }
}
