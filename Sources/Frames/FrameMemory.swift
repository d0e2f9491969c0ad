import Geometry

/// Memory for the planes of one frame of a size and format. Only whoever holds it alone may fill it.
final class FrameMemory: @unchecked Sendable {
    /// What it is for.
    let size: Size
    let format: PixelFormat
    /// Bytes in all.
    let byteCount: Int
    private let base: UnsafeMutablePointer<UInt8>
    private let offsets: [Int]
    private let strides: [Int]

    /// Memory of zeros.
    ///
    /// It is a programming error if `size` is empty.
    init(size: Size, format: PixelFormat) {
        precondition(!size.isEmpty, "a frame has at least one pixel")
        self.size = size
        self.format = format
        var offsets: [Int] = [], strides: [Int] = [], end = 0
        for plane in 0..<format.planeCount {
            let stride = Scratch.aligned(format.rowBytes(of: plane, width: size.width))
            offsets.append(end)
            strides.append(stride)
            end += stride * (plane == 0 ? size.height : size.halved.height)
        }
        self.offsets = offsets
        self.strides = strides
        byteCount = end
        let memory = UnsafeMutableRawPointer.allocate(byteCount: end, alignment: 64)
        base = memory.initializeMemory(as: UInt8.self, repeating: 0, count: end)
    }

    deinit { base.deallocate() }

    /// Lets `body` write each plane.
    func fill(
        _ body: (_ plane: Int, _ base: UnsafeMutablePointer<UInt8>, _ stride: Int, _ size: Size) throws -> Void
    ) rethrows {
        for plane in 0..<format.planeCount {
            try body(plane, base + offsets[plane], strides[plane], plane == 0 ? size : size.halved)
        }
    }

    /// All planes, to be read.
    var planes: (Plane, Plane?, Plane?) {
        func plane(_ index: Int) -> Plane { Plane(base: base + offsets[index], stride: strides[index]) }
        return (plane(0), format.planeCount > 1 ? plane(1) : nil, format.planeCount > 2 ? plane(2) : nil)
    }
}
