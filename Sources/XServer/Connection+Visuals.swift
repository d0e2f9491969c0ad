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

/// What a pixel of a window has.
public enum PixelDepth: Sendable, Hashable {
    /// Red, green and blue: 24 bits.
    case opaque
    /// Alpha too: 32 bits, premultiplied. Without a compositor the server shows the colours alone.
    case translucent
}

extension Connection {
    /// Windows may have alpha: the server has a visual of 32 bits.
    public var hasAlpha: Bool { !isBroken && alphaVisual != nil }

    /// The visual and its bits; those of opaque windows where there is no alpha.
    func visual(_ depth: PixelDepth) -> (visual: UnsafeMutablePointer<Visual>, bits: Int32) {
        if depth == .translucent, let alphaVisual { return (alphaVisual, 32) }
        return (visual, self.depth)
    }

    static func chooseAlphaVisual(_ display: OpaquePointer, _ screen: Int32) -> UnsafeMutablePointer<Visual>? {
        var info = XVisualInfo()
        guard XMatchVisualInfo(display, screen, 32, TrueColor, &info) != 0, info.red_mask == 0xff0000,
            info.green_mask == 0xff00, info.blue_mask == 0xff
        else { return nil }
        return info.visual
    }
}
