import CX11
public import Geometry

/// What the server says of a window.
public struct WindowFacts: Sendable, Hashable {
    /// Place on the root and size, without the border.
    public let rect: Rect
    /// It and all above it in the tree are mapped.
    public let isViewable: Bool
    /// It is mapped, whatever it is in.
    public let isMapped: Bool
    /// Managers leave it alone.
    public let isOverrideRedirect: Bool
    /// It has pixels (InputOutput).
    public let hasPixels: Bool

    /// What a server would say.
    public init(rect: Rect, isViewable: Bool, isMapped: Bool, isOverrideRedirect: Bool, hasPixels: Bool) {
        self.rect = rect
        self.isViewable = isViewable
        self.isMapped = isMapped
        self.isOverrideRedirect = isOverrideRedirect
        self.hasPixels = hasPixels
    }
}

extension Connection {
    /// The children of a window, lowest first; empty when it is gone. A round trip.
    public func children(of window: WindowID) -> [WindowID] {
        guard !isBroken else { return [] }
        var (rootReturn, parent) = (CX11.Window(0), CX11.Window(0))
        var list: UnsafeMutablePointer<CX11.Window>?
        var count: UInt32 = 0
        guard XQueryTree(display, window.rawValue, &rootReturn, &parent, &list, &count) != 0 else { return [] }
        defer { if let list { XFree(list) } }
        return UnsafeBufferPointer(start: list, count: list == nil ? 0 : Int(count)).map { WindowID(UInt($0)) }
    }

    /// The windows a window is in, innermost first, without the root; empty when it is gone. Some round trips.
    public func ancestors(of window: WindowID) -> [WindowID] {
        guard !isBroken else { return [] }
        var found: [WindowID] = []
        var current = window
        while true {
            var (rootReturn, parent) = (CX11.Window(0), CX11.Window(0))
            var list: UnsafeMutablePointer<CX11.Window>?
            var count: UInt32 = 0
            guard XQueryTree(display, current.rawValue, &rootReturn, &parent, &list, &count) != 0 else { return [] }
            if let list { XFree(list) }
            if parent == root || parent == 0 { return found }
            current = WindowID(UInt(parent))
            found.append(current)
        }
    }

    /// What the server says of a window; nil when it is gone. Two round trips.
    public func facts(of window: WindowID) -> WindowFacts? {
        guard !isBroken else { return nil }
        var attributes = XWindowAttributes()
        guard XGetWindowAttributes(display, window.rawValue, &attributes) != 0 else { return nil }
        var (x, y, child) = (Int32(0), Int32(0), CX11.Window(0))
        guard XTranslateCoordinates(display, window.rawValue, root, 0, 0, &x, &y, &child) != 0 else { return nil }
        return WindowFacts(
            rect: Rect(x: Int(x), y: Int(y), width: Int(attributes.width), height: Int(attributes.height)),
            isViewable: attributes.map_state == IsViewable, isMapped: attributes.map_state != IsUnmapped,
            isOverrideRedirect: attributes.override_redirect != 0,
            hasPixels: attributes.`class` == InputOutput)
    }

    /// A part of what a window, or the root, shows, as 0xRRGGBB row by row. A round trip; for tests and screenshots.
    ///
    /// - Returns: nil when the part is not wholly on the screen, or the window is gone or not mapped.
    public func pixels(of window: WindowID, in rect: Rect) -> [UInt32]? {
        guard !isBroken else { return nil }
        guard !rect.isEmpty,
            let image = XGetImage(
                display, window.rawValue, Int32(rect.x), Int32(rect.y), UInt32(rect.width), UInt32(rect.height),
                UInt.max, ZPixmap)
        else { return nil }
        defer { _ = image.pointee.f.destroy_image(image) }
        var pixels: [UInt32] = []
        pixels.reserveCapacity(rect.width * rect.height)
        for y in 0..<rect.height {
            for x in 0..<rect.width {
                let pixel = image.pointee.f.get_pixel(image, Int32(x), Int32(y))
                pixels.append(UInt32(truncatingIfNeeded: pixel) & 0xffffff)
            }
        }
        return pixels
    }

    /// One pixel of what a window, or the root, shows, as 0xRRGGBB. A round trip.
    public func pixel(of window: WindowID, at point: Point) -> UInt32? {
        pixels(of: window, in: Rect(origin: point, size: Size(1, 1)))?.first
    }

    /// The window that has the keyboard. A round trip.
    public func focusedWindow() -> WindowID {
        guard !isBroken else { return .none }
        var (window, revert) = (CX11.Window(0), Int32(0))
        XGetInputFocus(display, &window, &revert)
        return WindowID(UInt(window))
    }
}
