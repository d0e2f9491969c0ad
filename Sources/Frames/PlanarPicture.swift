import Geometry

/// One plane of scratch memory.
struct MutablePlane {
    /// The first byte of the first row.
    let base: UnsafeMutablePointer<UInt8>
    /// Bytes from one row to the next.
    let stride: Int

    /// The same, only to be read.
    var plane: Plane { Plane(base: base, stride: stride) }
}

/// Three planes of 8 bits with halved chroma: what is written between two steps.
struct PlanarPicture {
    let size: Size
    let y, u, v: MutablePlane

    /// The same, only to be read.
    var source: PlanarSource { PlanarSource(size: size, y: y.plane, u: u.plane, v: v.plane) }
}

/// Three planes of 8 bits with halved chroma that are read: a frame's own, or scratch memory.
struct PlanarSource {
    let size: Size
    let y, u, v: Plane
}

extension Size {
    /// The size of a chroma plane: halved both ways, rounded up.
    var halved: Size { Size((width + 1) / 2, (height + 1) / 2) }
}

extension Plane {
    /// The same bytes as 16-bit samples, for libyuv, which counts strides in samples.
    var words: (base: UnsafePointer<UInt16>, stride: Int32) {
        (UnsafeRawPointer(base).assumingMemoryBound(to: UInt16.self), Int32(stride / 2))
    }
}

extension PixelTarget {
    /// The same pixels from the lowest row up: what is drawn comes out upside down.
    var flipped: PixelTarget {
        PixelTarget(base: base + (size.height - 1) * stride, stride: -stride, size: size)
    }
}
