extension ColorSpace {
    /// The nearest samples of a colour (ITU-T H.273, equations 23 to 28 and 39 to 41).
    ///
    /// - Parameters:
    ///   - rgb: 0xRRGGBB.
    ///   - depth: bits a sample.
    public func samples(of rgb: UInt32, depth: Int = 8) -> (y: Int, u: Int, v: Int) {
        let (kr, kb) = matrix.weights
        let r = Double(rgb >> 16 & 255) / 255, g = Double(rgb >> 8 & 255) / 255, b = Double(rgb & 255) / 255
        let y = kr * r + (1 - kr - kb) * g + kb * b
        let u = (b - y) / (2 * (1 - kb)), v = (r - y) / (2 * (1 - kr))
        let unit = Double(1 << (depth - 8))
        let top = Double(1 << depth) - 1
        let (offset, luma, chroma) = range == .limited ? (16 * unit, 219 * unit, 224 * unit) : (0, top, top)
        func sample(_ value: Double) -> Int { Int(min(top, max(0, value.rounded()))) }
        return (sample(offset + luma * y), sample(128 * unit + chroma * u), sample(128 * unit + chroma * v))
    }
}

extension ColorSpace.Matrix {
    /// How much red and blue count for luma (ITU-T H.273, table 4: K_R and K_B).
    var weights: (kr: Double, kb: Double) {
        switch self {
        case .bt601: (0.299, 0.114)
        case .bt709: (0.2126, 0.0722)
        case .bt2020: (0.2627, 0.0593)
        }
    }
}
