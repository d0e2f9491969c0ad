import CX11
public import Geometry

/// A picture of a window in memory, which the server reads from there. Owned by one thread.
///
/// It may be drawn into while it is not busy, and is busy from a put until the server has read it. Changing its size
/// costs a new header only, as long as its memory suffices: a storm of resizes shares no memory anew.
public final class PresentImage {
    /// Its sides, in pixels.
    public private(set) var size: Size
    /// Bytes from one row to the next.
    public private(set) var stride: Int
    /// The first byte: B, G, R and, where the depth has it, alpha for each pixel.
    public private(set) var pixels: UnsafeMutablePointer<UInt8>
    /// What it travels by.
    public let transport: ImageTransport
    /// What its pixels have: the same as those of the windows it is put into.
    public let depth: PixelDepth
    /// The server has been told to read it and has not said that it did.
    public private(set) var isBusy = false
    /// Which request of the connection the last put was.
    public private(set) var serial: UInt = 0

    private let connection: Connection
    private var segment: SharedSegment?
    private var plain: UnsafeMutableRawPointer?
    private var capacity = 0
    private var image: UnsafeMutablePointer<XImage>?

    /// An image of `size`. What is in it is not defined before it is drawn.
    public init(
        _ connection: Connection, _ transport: ImageTransport, size: Size, depth: PixelDepth = .opaque
    ) throws(ImageError) {
        self.connection = connection
        self.transport = transport
        self.depth = depth
        self.size = .zero
        stride = 0
        // Replaced by `reshape` before anyone sees it.
        pixels = UnsafeMutablePointer(bitPattern: 64) ?? .allocate(capacity: 1)
        try reshape(size)
    }

    deinit {
        dropHeader()
        plain?.deallocate()
    }

    /// Gives it other sides. Only while it is not busy.
    public func reshape(_ size: Size) throws(ImageError) {
        precondition(!isBusy && !size.isEmpty, "only a free image gets another size, and no empty one")
        guard size != self.size else { return }
        let bytes = size.width * 4 * size.height
        // A window that was large once should not hold its memory for ever.
        if bytes > capacity || bytes * 8 < capacity { try allocate(bytes, growing: capacity > 0 && bytes > capacity) }
        dropHeader()
        image = header(size)
        guard let image else { throw .noMemory(bytes: bytes, errno: 0) }
        stride = Int(image.pointee.bytes_per_line)
        self.size = size
    }

    private func allocate(_ wanted: Int, growing: Bool) throws(ImageError) {
        // An image that grows will grow on: half as much again spares the next round trips.
        let page = 4096
        let bytes = ((growing ? wanted + wanted / 2 : wanted) + page - 1) / page * page
        if transport == .socket {
            let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
            plain?.deallocate()
            plain = memory
            pixels = memory.assumingMemoryBound(to: UInt8.self)
        } else {
            let new = try SharedSegment(connection, transport, bytes: bytes)
            segment = new
            pixels = new.base
        }
        capacity = bytes
    }

    private func header(_ size: Size) -> UnsafeMutablePointer<XImage>? {
        let (display, (visual, bits)) = (connection.display, connection.visual(depth))
        let data = UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: CChar.self)
        if let segment {
            return XShmCreateImage(
                display, visual, UInt32(bits), ZPixmap, data, segment.info, UInt32(size.width), UInt32(size.height))
        }
        let image = XCreateImage(
            display, visual, UInt32(bits), ZPixmap, 0, data, UInt32(size.width), UInt32(size.height), 32,
            Int32(size.width * 4))
        // Ours, whatever the server's is: Xlib swaps on the way.
        image?.pointee.byte_order = LSBFirst
        return image
    }

    private func dropHeader() {
        guard let image else { return }
        image.pointee.data = nil
        image.pointee.obdata = nil
        _ = image.pointee.f.destroy_image(image)
        self.image = nil
    }

    /// Sends a part of it to the same place in a window or pixmap. Does not flush.
    public func put(_ part: Rect, on drawable: WindowID, with context: GraphicsContext) {
        guard let image, !connection.isBroken else { return }
        let (x, y) = (Int32(part.x), Int32(part.y))
        let (width, height) = (UInt32(part.width), UInt32(part.height))
        if segment != nil {
            isBusy = true
            XShmPutImage(connection.display, drawable.rawValue, context.gc, image, x, y, x, y, width, height, 1)
        } else {
            XPutImage(connection.display, drawable.rawValue, context.gc, image, x, y, x, y, width, height)
        }
        // After, not before: the put may first send a ChangeGC of its own.
        serial = UInt(XNextRequest(connection.display)) - 1
    }

    /// Fills all of it with what a window, or the root, shows from its upper left corner on. A round trip.
    ///
    /// - Returns: false when the server is gone, or that is not wholly on the screen; what is in it is as it was then.
    public func fill(from drawable: WindowID) -> Bool {
        precondition(!isBusy, "only a free image is filled")
        guard let image, !connection.isBroken else { return false }
        if segment != nil { return XShmGetImage(connection.display, drawable.rawValue, image, 0, 0, UInt.max) != 0 }
        let (width, height) = (UInt32(size.width), UInt32(size.height))
        return XGetSubImage(
            connection.display, drawable.rawValue, 0, 0, width, height, UInt.max, ZPixmap, image, 0, 0) != nil
    }

    /// Takes a completion event: true if it was this image's.
    public func complete(segment identifier: UInt) -> Bool {
        guard let segment, segment.identifier == identifier, isBusy else { return false }
        isBusy = false
        return true
    }

    /// Takes an error: true if this image's put met it. Such a put never completes.
    public func fail(_ error: XError) -> Bool {
        guard error.serial == serial else { return false }
        isBusy = false
        return true
    }
}
