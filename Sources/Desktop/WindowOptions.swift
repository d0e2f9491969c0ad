public import Geometry
public import XServer

/// What windows are opened with.
public nonisolated struct WindowOptions: Sendable {
    /// The title, for task bars and tools.
    public var title: String
    /// Its size in device pixels; nil leaves it to the picture and the desktop.
    public var size: Size?
    /// Its place on the root; nil leaves it to the manager or to the corner.
    public var position: Point?
    /// The corner a mini window goes to; nil for where the user had it last, else the lower right one.
    public var corner: Corner?
    /// The colour around the picture, as 0xRRGGBB.
    public var background: UInt32 = 0x101216
    /// How opaque it is, 0.2 to 1, where a compositor is present.
    public var opacity = 1.0
    /// A mini window is a client of the window manager, instead of one that no manager touches (spec M10).
    public var isManaged = false
    /// The rungs of the transport ladder to try.
    public var ladder = ImageTransport.allCases

    /// Options with a title.
    public init(title: String) { self.title = title }
}
