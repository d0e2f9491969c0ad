import CX11
public import Geometry

/// A picture with alpha that the server holds and stretches to any size: its corners stay as they are, the pixels
/// between them are repeated, its middle is clear. Owned by one thread.
///
/// To draw it at a new size costs a dozen small requests and sends no pixel.
public final class NinePatch {
    private struct Piece {
        let pixmap: Pixmap
        let place: Rect
    }

    private let connection: Connection
    private let gc: GC
    private let size: Size
    private let corners: (left: Int, top: Int, right: Int, bottom: Int)
    /// Row by row, without the middle.
    private var pieces: [Piece] = []

    /// Sends a picture to the server.
    ///
    /// - Parameters:
    ///   - pixels: premultiplied 0xAARRGGBB, row by row.
    ///   - size: its sides; a column and a row more than the corners have together.
    ///   - corners: how many columns and rows its corners have.
    /// - Returns: nil where windows have no alpha, or the pixels do not fit the size.
    public init?(
        _ connection: Connection, pixels: [UInt32], size: Size,
        corners: (left: Int, top: Int, right: Int, bottom: Int)
    ) {
        guard connection.hasAlpha, !size.isEmpty, pixels.count == size.area, corners.left + corners.right < size.width,
            corners.top + corners.bottom < size.height
        else { return nil }
        let whole = XCreatePixmap(
            connection.display, connection.root, UInt32(size.width), UInt32(size.height), 32)
        defer { XFreePixmap(connection.display, whole) }
        guard let gc = XCreateGC(connection.display, whole, 0, nil) else { return nil }
        self.connection = connection
        self.gc = gc
        self.size = size
        self.corners = corners
        XSetGraphicsExposures(connection.display, gc, 0)
        send(pixels, to: whole)
        for place in Self.places(size, corners) {
            let (width, height) = (UInt32(max(1, place.width)), UInt32(max(1, place.height)))
            let pixmap = XCreatePixmap(connection.display, connection.root, width, height, 32)
            XCopyArea(
                connection.display, whole, pixmap, gc, Int32(place.x), Int32(place.y), width, height, 0, 0)
            pieces.append(Piece(pixmap: pixmap, place: place))
        }
    }

    deinit {
        guard !connection.isBroken else { return }
        for piece in pieces { XFreePixmap(connection.display, piece.pixmap) }
        XFreeGC(connection.display, gc)
    }

    /// Makes it, as large as the window, what is behind that window, and shows it. The window has alpha.
    public func setBackground(of window: WindowID, size wanted: Size) {
        guard !connection.isBroken, !wanted.isEmpty else { return }
        let display = connection.display
        let (width, height) = (UInt32(wanted.width), UInt32(wanted.height))
        let pixmap = XCreatePixmap(display, connection.root, width, height, 32)
        XSetFillStyle(display, gc, FillSolid)
        XSetForeground(display, gc, 0)
        XFillRectangle(display, pixmap, gc, 0, 0, width, height)
        XSetFillStyle(display, gc, FillTiled)
        for (piece, place) in zip(pieces, Self.places(wanted, fitted(to: wanted))) where !place.isEmpty {
            XSetTile(display, gc, piece.pixmap)
            // A corner that is cut keeps its outer part.
            let x = piece.place.x == 0 ? 0 : place.maxX - piece.place.width
            let y = piece.place.y == 0 ? 0 : place.maxY - piece.place.height
            XSetTSOrigin(display, gc, Int32(x), Int32(y))
            XFillRectangle(
                display, pixmap, gc, Int32(place.x), Int32(place.y), UInt32(place.width), UInt32(place.height))
        }
        XSetWindowBackgroundPixmap(display, window.rawValue, pixmap)
        XFreePixmap(display, pixmap)
        XClearWindow(display, window.rawValue)
    }

    private func send(_ pixels: [UInt32], to pixmap: Pixmap) {
        let (visual, bits) = connection.visual(.translucent)
        var pixels = pixels
        pixels.withUnsafeMutableBytes { bytes in
            let data = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            let image = XCreateImage(
                connection.display, visual, UInt32(bits), ZPixmap, 0, data, UInt32(size.width), UInt32(size.height), 32,
                Int32(size.width * 4))
            guard let image else { return }
            image.pointee.byte_order = LSBFirst
            XPutImage(
                connection.display, pixmap, gc, image, 0, 0, 0, 0, UInt32(size.width), UInt32(size.height))
            image.pointee.data = nil
            _ = image.pointee.f.destroy_image(image)
        }
    }

    /// Corners that a picture of a size has room for.
    private func fitted(to size: Size) -> (left: Int, top: Int, right: Int, bottom: Int) {
        let (left, top) = (min(corners.left, size.width / 2), min(corners.top, size.height / 2))
        return (left, top, min(corners.right, size.width - left), min(corners.bottom, size.height - top))
    }

    /// The eight parts around the middle, row by row.
    private static func places(
        _ size: Size, _ corners: (left: Int, top: Int, right: Int, bottom: Int)
    ) -> [Rect] {
        let columns = [0, corners.left, size.width - corners.right, size.width]
        let rows = [0, corners.top, size.height - corners.bottom, size.height]
        return (0..<9).filter { $0 != 4 }.map { index in
            let (x, y) = (columns[index % 3], rows[index / 3])
            return Rect(x: x, y: y, width: columns[index % 3 + 1] - x, height: rows[index / 3 + 1] - y)
        }
    }
}
