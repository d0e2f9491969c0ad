import CX11

/// What a put needs besides the image (an X graphics context without graphics exposures).
public final class GraphicsContext {
    let gc: GC
    private let connection: Connection

    /// A context for windows whose pixels have that much.
    public init?(_ connection: Connection, depth: PixelDepth = .opaque) {
        // Made for a pixmap of that depth: the root's may differ.
        let bits = UInt32(connection.visual(depth).bits)
        let pixmap = XCreatePixmap(connection.display, connection.root, 1, 1, bits)
        defer { XFreePixmap(connection.display, pixmap) }
        guard let gc = XCreateGC(connection.display, pixmap, 0, nil) else { return nil }
        XSetGraphicsExposures(connection.display, gc, 0)
        self.gc = gc
        self.connection = connection
    }

    deinit { if !connection.isBroken { XFreeGC(connection.display, gc) } }
}
