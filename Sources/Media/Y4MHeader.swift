import Frames
import Geometry

/// The first line of a YUV4MPEG2 file.
struct Y4MHeader: Sendable, Hashable {
    var size = Size.zero
    var numerator: Int64 = 25
    var denominator: Int64 = 1
    var pixelAspect = Ratio.one
    var format = PixelFormat.i420
    var isFullRange = false

    /// Frames a second.
    var rate: (Int64, Int64) { (numerator, denominator) }

    /// Nil when it is another format, nonsense, or a chroma format other than 4:2:0 with 8 or 10 bits.
    init?(_ line: some Sequence<UInt8>) {
        let words = String(decoding: Array(line), as: UTF8.self).split(separator: " ")
        guard words.first == "YUV4MPEG2" else { return nil }
        for word in words.dropFirst() {
            let value = word.dropFirst()
            switch word.first {
            case "W": size.width = Int(value) ?? 0
            case "H": size.height = Int(value) ?? 0
            case "F":
                guard let (n, d) = Y4MHeader.fraction(value), n > 0, d > 0 else { continue }
                (numerator, denominator) = (Int64(n), Int64(d))
            case "A":
                if let (n, d) = Y4MHeader.fraction(value) { pixelAspect = Ratio(n, d) }
            case "C":
                switch value {
                case "420", "420jpeg", "420mpeg2", "420paldv": format = .i420
                case "420p10": format = .i420p10
                default: return nil
                }
            case "X": if value == "COLORRANGE=FULL" { isFullRange = true }
            default: break
            }
        }
        guard (1...32_767).contains(size.width), (1...32_767).contains(size.height) else { return nil }
    }

    private static func fraction(_ text: Substring) -> (Int, Int)? {
        let parts = text.split(separator: ":")
        guard parts.count == 2, let n = Int32(parts[0]), let d = Int32(parts[1]) else { return nil }
        return (Int(n), Int(d))
    }
}
