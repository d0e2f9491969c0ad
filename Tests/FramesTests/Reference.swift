import Geometry

@testable import Frames

/// The conversion as ITU-T H.273 writes it, in double precision, and with no code in common with the project's.
enum Reference {
    /// Samples to a colour, 0 to 255 each, not rounded. `depth` is bits a sample.
    static func rgb(_ y: Int, _ u: Int, _ v: Int, _ color: ColorSpace, depth: Int) -> (r: Double, g: Double, b: Double)
    {
        let (kr, kb): (Double, Double) =
            switch color.matrix {
            case .bt601: (0.299, 0.114)
            case .bt709: (0.2126, 0.0722)
            case .bt2020: (0.2627, 0.0593)
            }
        let scale = Double(1 << (depth - 8)), top = Double((1 << depth) - 1)
        let luma, cb, cr: Double
        if color.range == .limited {
            luma = (Double(y) / scale - 16) / 219
            cb = (Double(u) / scale - 128) / 224
            cr = (Double(v) / scale - 128) / 224
        } else {
            luma = Double(y) / top
            cb = (Double(u) - 128 * scale) / top
            cr = (Double(v) - 128 * scale) / top
        }
        let r = luma + 2 * (1 - kr) * cr
        let b = luma + 2 * (1 - kb) * cb
        let g = (luma - kr * r - kb * b) / (1 - kr - kb)
        func level(_ value: Double) -> Double { min(255, max(0, 255 * value)) }
        return (level(r), level(g), level(b))
    }

    /// The mean over the area of the source that each target sample covers, of a plane in double precision.
    static func shrunk(_ plane: [Double], _ from: Size, to: Size) -> [Double] {
        let columns = weights(from.width, to.width), rows = weights(from.height, to.height)
        var half = Array(repeating: 0.0, count: to.width * from.height)
        for y in 0..<from.height {
            for x in 0..<to.width {
                half[y * to.width + x] = columns[x].reduce(0) { $0 + plane[y * from.width + $1.index] * $1.weight }
            }
        }
        var out = Array(repeating: 0.0, count: to.area)
        for y in 0..<to.height {
            for x in 0..<to.width {
                out[y * to.width + x] = rows[y].reduce(0) { $0 + half[$1.index * to.width + x] * $1.weight }
            }
        }
        return out
    }

    private static func weights(_ from: Int, _ to: Int) -> [[(index: Int, weight: Double)]] {
        let step = Double(from) / Double(to)
        return (0..<to).map { target in
            let start = Double(target) * step, end = start + step
            if step < 1 {
                // Enlarging: linear between the middles.
                let at = min(Double(from - 1), max(0, (start + end) / 2 - 0.5))
                let lower = Int(at), upper = min(from - 1, lower + 1)
                return [(lower, 1 - (at - Double(lower))), (upper, at - Double(lower))]
            }
            return (Int(start)...min(from - 1, Int(end))).map { index in
                (index, max(0, min(end, Double(index + 1)) - max(start, Double(index))) / step)
            }
        }
    }
}
