import CX11
public import Geometry

/// The shape of the pointer over a window, by its place in the X cursor font.
public enum PointerShape: UInt32, Sendable, Hashable, CaseIterable {
    /// The ordinary arrow.
    case arrow = 68
    /// Something is to be picked.
    case crosshair = 34
    /// A window is being moved.
    case move = 52
    /// Over something to be clicked.
    case hand = 60
    /// Upper edge.
    case top = 138
    /// Lower edge.
    case bottom = 16
    /// Left edge.
    case left = 70
    /// Right edge.
    case right = 96
    /// Upper left corner.
    case topLeft = 134
    /// Upper right corner.
    case topRight = 136
    /// Lower left corner.
    case bottomLeft = 12
    /// Lower right corner.
    case bottomRight = 14
}

extension Connection {
    /// Sets the pointer's shape over a window.
    public func setPointer(_ shape: PointerShape, over window: WindowID) {
        guard !isBroken else { return }
        let cursor = XCreateFontCursor(display, shape.rawValue)
        XDefineCursor(display, window.rawValue, cursor)
        // The window keeps it: the server counts references.
        XFreeCursor(display, cursor)
    }

    /// Keeps the pointer's events for a window, whatever is under it, until `releasePointer`. A round trip.
    ///
    /// - Returns: false when somebody else has it.
    public func grabPointer(for window: WindowID, shape: PointerShape, time: UInt) -> Bool {
        guard !isBroken else { return false }
        let cursor = XCreateFontCursor(display, shape.rawValue)
        defer { XFreeCursor(display, cursor) }
        let mask = UInt32(ButtonPressMask | ButtonReleaseMask | PointerMotionMask)
        return XGrabPointer(
            display, window.rawValue, 0, mask, GrabModeAsync, GrabModeAsync, 0, cursor, time) == GrabSuccess
    }

    /// Ends `grabPointer`.
    public func releasePointer(time: UInt) {
        guard !isBroken else { return }
        XUngrabPointer(display, time)
    }

    /// Where the pointer is on the root. A round trip.
    public func pointerPosition() -> Point {
        guard !isBroken else { return .zero }
        var (rootReturn, child) = (CX11.Window(0), CX11.Window(0))
        var (x, y, windowX, windowY, mask) = (Int32(0), Int32(0), Int32(0), Int32(0), UInt32(0))
        XQueryPointer(display, root, &rootReturn, &child, &x, &y, &windowX, &windowY, &mask)
        return Point(Int(x), Int(y))
    }
}

/// What the pointer looks like at the moment, and where it is.
public struct PointerPicture: Sendable, Hashable {
    /// Where its upper left corner is on the root.
    public let origin: Point
    /// Its sides.
    public let size: Size
    /// Row by row, 0xAARRGGBB, premultiplied.
    public let pixels: [UInt32]
}

extension Connection {
    /// What the pointer looks like: no picture of the screen has it. A round trip.
    ///
    /// - Returns: nil when the server lacks XFIXES.
    public func pointerPicture() -> PointerPicture? {
        var (event, error) = (Int32(0), Int32(0))
        guard !isBroken, XFixesQueryExtension(display, &event, &error) != 0,
            let cursor = XFixesGetCursorImage(display)
        else { return nil }
        defer { XFree(cursor) }
        let image = cursor.pointee
        let size = Size(Int(image.width), Int(image.height))
        return PointerPicture(
            origin: Point(Int(image.x) - Int(image.xhot), Int(image.y) - Int(image.yhot)), size: size,
            // Each in a long of its own, whose upper half says nothing.
            pixels: (0..<size.width * size.height).map { UInt32(truncatingIfNeeded: image.pixels[$0]) })
    }
}
