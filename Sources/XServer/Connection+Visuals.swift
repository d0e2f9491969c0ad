import CX11

extension Connection {
    /// The depths that the screen's TrueColor visuals have. No round trip.
    public var trueColorDepths: Set<Int> {
        guard !isBroken else { return [] }
        var wanted = XVisualInfo()
        wanted.screen = screen
        wanted.`class` = TrueColor
        var count: Int32 = 0
        guard let list = XGetVisualInfo(display, Int(VisualScreenMask | VisualClassMask), &wanted, &count) else {
            return []
        }
        defer { XFree(list) }
        return Set(UnsafeBufferPointer(start: list, count: Int(count)).map { Int($0.depth) })
    }
}
