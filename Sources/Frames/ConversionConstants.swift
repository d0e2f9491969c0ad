import CYUV

/// Constants for libyuv's conversions, one set a colour space.
///
/// libyuv's own tables hold back the blue of BT.709 and BT.2020 in limited range (a factor of 2 instead of 2.11 and
/// 2.14), which makes saturated blue wrong by up to 16 levels. On x86 the factor fits, so the tables are computed here
/// from ITU-T H.273; elsewhere its layout is another and libyuv's tables are taken.
final class ConversionConstants: @unchecked Sendable {
    /// What libyuv reads.
    let pointer: UnsafePointer<YuvConstants>
    private let owned: UnsafeMutableRawPointer?

    private static let all: [ColorSpace: ConversionConstants] = {
        var all: [ColorSpace: ConversionConstants] = [:]
        for matrix in ColorSpace.Matrix.allCases {
            for range in ColorSpace.Range.allCases {
                let space = ColorSpace(matrix, range)
                all[space] = ConversionConstants(space)
            }
        }
        return all
    }()

    /// The constants of a colour space. They stay for the life of the program.
    static func of(_ space: ColorSpace) -> UnsafePointer<YuvConstants> {
        guard let constants = all[space] else { preconditionFailure("every colour space has constants") }
        return constants.pointer
    }

    #if arch(x86_64)
        private init(_ space: ColorSpace) {
            let memory = UnsafeMutableRawPointer.allocate(byteCount: MemoryLayout<YuvConstants>.size, alignment: 64)
            memory.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<YuvConstants>.size)
            owned = memory
            pointer = UnsafePointer(memory.assumingMemoryBound(to: YuvConstants.self))
            let (kr, kb) = space.matrix.weights
            let kg = 1 - kr - kb
            let isLimited = space.range == .limited
            let luma = isLimited ? 255.0 / 219 : 1
            let chroma = isLimited ? 255.0 / 224 : 1
            // Six fractional bits. Each vector repeats the factors of U and V; green's are subtracted.
            func factor(_ value: Double) -> UInt8 { UInt8((64 * value).rounded()) }
            let blue = (factor(2 * (1 - kb) * chroma), UInt8(0))
            let green = (factor(2 * kb * (1 - kb) / kg * chroma), factor(2 * kr * (1 - kr) / kg * chroma))
            let red = (UInt8(0), factor(2 * (1 - kr) * chroma))
            for pair in 0..<16 {
                for (offset, factors) in [(KUVTOB, blue), (KUVTOG, green), (KUVTOR, red)] {
                    memory.storeBytes(of: factors.0, toByteOffset: Int(offset) + 2 * pair, as: UInt8.self)
                    memory.storeBytes(of: factors.1, toByteOffset: Int(offset) + 2 * pair + 1, as: UInt8.self)
                }
                // Luma comes twice in a 16-bit word (times 257) and loses 16 bits; the bias rounds as well.
                let gain = UInt16((64 * luma * 65_536 / 257).rounded())
                let bias = Int16((isLimited ? -16 * 64 * luma : 0).rounded()) + 32
                memory.storeBytes(of: gain, toByteOffset: Int(KYTORGB) + 2 * pair, as: UInt16.self)
                memory.storeBytes(of: bias, toByteOffset: Int(KYBIASTORGB) + 2 * pair, as: Int16.self)
            }
        }
    #else
        private init(_ space: ColorSpace) {
            owned = nil
            let table =
                switch (space.matrix, space.range) {
                case (.bt601, .limited): shim_bt601_limited()
                case (.bt601, .full): shim_bt601_full()
                case (.bt709, .limited): shim_bt709_limited()
                case (.bt709, .full): shim_bt709_full()
                case (.bt2020, .limited): shim_bt2020_limited()
                case (.bt2020, .full): shim_bt2020_full()
                }
            guard let table else { preconditionFailure("libyuv has a table for every colour space") }
            pointer = table
        }
    #endif

    deinit { owned?.deallocate() }
}
