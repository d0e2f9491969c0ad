import Geometry

/// An 8-bit picture between two steps of a conversion. It owns nothing.
struct Picture {
    /// What its planes are.
    enum Planes {
        /// Y, U, V, chroma halved.
        case i420(Plane, Plane, Plane)
        /// Y and interleaved UV, chroma halved.
        case nv12(Plane, Plane)
        /// B, G, R, A.
        case bgra(Plane)
    }
    let planes: Planes
    let size: Size

    /// The sides of the chroma planes.
    var chroma: Size { Size((size.width + 1) / 2, (size.height + 1) / 2) }
}

/// Planes to write an I420 picture to, in one piece of scratch memory.
struct PlanarRoom {
    let size: Size
    let y: UnsafeMutablePointer<UInt8>
    let u: UnsafeMutablePointer<UInt8>
    let v: UnsafeMutablePointer<UInt8>
    let strideY: Int
    let strideC: Int

    /// Room for a picture of `size`, rows padded for SIMD.
    init(_ size: Size, in scratch: Scratch) {
        self.size = size
        strideY = (size.width + 31) & ~31
        strideC = ((size.width + 1) / 2 + 31) & ~31
        let (lumaBytes, chromaBytes) = (strideY * size.height, strideC * ((size.height + 1) / 2))
        y = scratch.bytes(lumaBytes + 2 * chromaBytes)
        u = y + lumaBytes
        v = u + chromaBytes
    }

    /// What was written, to be read.
    var picture: Picture {
        Picture(
            planes: .i420(
                Plane(base: y, stride: strideY), Plane(base: u, stride: strideC), Plane(base: v, stride: strideC)),
            size: size)
    }
}

/// Planes to write an NV12 picture to, in one piece of scratch memory.
struct SemiPlanarRoom {
    let size: Size
    let y: UnsafeMutablePointer<UInt8>
    let uv: UnsafeMutablePointer<UInt8>
    let strideY: Int
    let strideUV: Int

    /// Room for a picture of `size`, rows padded for SIMD.
    init(_ size: Size, in scratch: Scratch) {
        self.size = size
        strideY = (size.width + 31) & ~31
        strideUV = ((size.width + 1) / 2 * 2 + 31) & ~31
        let lumaBytes = strideY * size.height
        y = scratch.bytes(lumaBytes + strideUV * ((size.height + 1) / 2))
        uv = y + lumaBytes
    }

    /// What was written, to be read.
    var picture: Picture {
        Picture(planes: .nv12(Plane(base: y, stride: strideY), Plane(base: uv, stride: strideUV)), size: size)
    }
}
