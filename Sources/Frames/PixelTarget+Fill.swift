public import Geometry

extension PixelTarget {
    /// Fills a part with one colour, as 0xRRGGBB. What lies outside is ignored.
    public func fill(_ rect: Rect, with color: UInt32) {
        let part = rect.intersection(Rect(size: size))
        guard !part.isEmpty else { return }
        for y in part.y..<part.maxY {
            UnsafeMutableRawPointer(base + y * stride + part.x * 4).assumingMemoryBound(to: UInt32.self)
                .update(repeating: color | 0xff00_0000, count: part.width)
        }
    }

    /// Fills all but one part with one colour, as 0xRRGGBB: the bars beside a letterboxed picture.
    public func fill(around picture: Rect, with color: UInt32) {
        let whole = Rect(size: size)
        let inner = picture.intersection(whole)
        guard !inner.isEmpty else { return fill(whole, with: color) }
        fill(Rect(x: 0, y: 0, width: size.width, height: inner.y), with: color)
        fill(Rect(x: 0, y: inner.maxY, width: size.width, height: size.height - inner.maxY), with: color)
        fill(Rect(x: 0, y: inner.y, width: inner.x, height: inner.height), with: color)
        fill(Rect(x: inner.maxX, y: inner.y, width: size.width - inner.maxX, height: inner.height), with: color)
    }
}
