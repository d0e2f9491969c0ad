import Frames
import Geometry

extension Bitmap {
    func byte(_ channel: Int, at point: Point) -> Int { Int(base[point.y * stride + point.x * 4 + channel]) }
    func alpha(at point: Point) -> Int { byte(3, at: point) }
    func red(at point: Point) -> Int { byte(2, at: point) }
    /// 0xRRGGBB, premultiplied.
    func rgb(at point: Point) -> UInt32 {
        UInt32(byte(2, at: point)) << 16 | UInt32(byte(1, at: point)) << 8 | UInt32(byte(0, at: point))
    }
    /// How many pixels inside `rect` are not clear.
    func inked(in rect: Rect) -> Int {
        var count = 0
        for y in rect.y..<rect.maxY { for x in rect.x..<rect.maxX where alpha(at: Point(x, y)) > 0 { count += 1 } }
        return count
    }
}
