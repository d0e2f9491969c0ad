import Frames
import Geometry

/// Where the planes of an I420 picture lie in one piece of memory.
struct I420Layout: Sendable {
    let size: Size
    /// Bytes from one luma row to the next, and from one chroma row to the next.
    let strides: (y: Int, c: Int)
    let uOffset: Int
    let vOffset: Int
    let bytes: Int

    /// Chroma columns and rows.
    var chroma: Size { Size((size.width + 1) / 2, (size.height + 1) / 2) }

    /// - Parameters:
    ///   - sampleBytes: 1 for 8 bits, 2 for more.
    ///   - alignment: of rows and planes; 1 for the tight layout of files.
    init(_ size: Size, sampleBytes: Int = 1, alignment: Int = 64) {
        func up(_ value: Int) -> Int { (value + alignment - 1) / alignment * alignment }
        let chroma = Size((size.width + 1) / 2, (size.height + 1) / 2)
        self.size = size
        strides = (up(size.width * sampleBytes), up(chroma.width * sampleBytes))
        uOffset = strides.y * size.height
        vOffset = uOffset + strides.c * chroma.height
        bytes = vOffset + strides.c * chroma.height
    }

    func planes(at base: UnsafeMutablePointer<UInt8>) -> (Plane, Plane?, Plane?) {
        (
            Plane(base: UnsafePointer(base), stride: strides.y),
            Plane(base: UnsafePointer(base + uOffset), stride: strides.c),
            Plane(base: UnsafePointer(base + vOffset), stride: strides.c)
        )
    }

}
