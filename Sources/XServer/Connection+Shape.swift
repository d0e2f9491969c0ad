import CX11
public import Geometry

/// Which of a window's regions (X Nonrectangular Window Shape Extension 1.1).
public enum ShapeKind: Sendable, Hashable {
    /// What of it is there at all.
    case bounding
    /// Where it takes the pointer.
    case input

    var number: Int32 { self == .bounding ? Int32(ShapeBounding) : Int32(ShapeInput) }
}

extension Connection {
    /// Gives a window's region the shape of rectangles; none leave nothing of it, nil makes it the whole window again.
    public func setShape(_ rects: [Rect]?, _ kind: ShapeKind, of window: WindowID) {
        guard !isBroken, hasShape else { return }
        guard let rects else {
            return XShapeCombineMask(display, window.rawValue, kind.number, 0, 0, 0, Int32(ShapeSet))
        }
        var list = rects.map {
            XRectangle(
                x: Int16(clamping: $0.x), y: Int16(clamping: $0.y), width: UInt16(clamping: $0.width),
                height: UInt16(clamping: $0.height))
        }
        let count = Int32(list.count)
        XShapeCombineRectangles(
            display, window.rawValue, kind.number, 0, 0, &list, count, Int32(ShapeSet), Int32(Unsorted))
    }

    /// The rectangles of a window's region; nil when the server lacks the extension. A round trip.
    public func shape(_ kind: ShapeKind, of window: WindowID) -> [Rect]? {
        guard !isBroken, hasShape else { return nil }
        var (count, ordering) = (Int32(0), Int32(0))
        guard let list = XShapeGetRectangles(display, window.rawValue, kind.number, &count, &ordering) else {
            return []
        }
        defer { XFree(list) }
        return UnsafeBufferPointer(start: list, count: Int(count)).map {
            Rect(x: Int($0.x), y: Int($0.y), width: Int($0.width), height: Int($0.height))
        }
    }

    /// The server has the extension. Waits the first time, which Xlib remembers.
    public var hasShape: Bool {
        var (event, error) = (Int32(0), Int32(0))
        return !isBroken && XShapeQueryExtension(display, &event, &error) != 0
    }
}
