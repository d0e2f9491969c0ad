extension PixelFormat {
    /// True when samples take 16 bits.
    var isTenBit: Bool { self == .i420p10 || self == .p010 }

    /// Bytes that a row of a plane holds, for a picture of `width` pixels.
    func rowBytes(of plane: Int, width: Int) -> Int {
        let half = (width + 1) / 2
        switch self {
        case .i420: return plane == 0 ? width : half
        case .nv12: return plane == 0 ? width : 2 * half
        case .bgrx, .bgra: return 4 * width
        case .i420p10: return 2 * (plane == 0 ? width : half)
        case .p010: return 2 * (plane == 0 ? width : 2 * half)
        }
    }
}
