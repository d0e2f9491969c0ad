import Geometry

/// Memory between two steps of a conversion: grows to the largest need and stays, so that nothing is allocated per
/// frame once running. One thread.
final class Scratch {
    /// Bytes that are held.
    private(set) var capacity = 0
    private var memory: UnsafeMutableRawPointer?

    deinit { memory?.deallocate() }

    /// At least `bytes` bytes, aligned to 64. What was there before may be gone, and so may be the place.
    func room(_ bytes: Int) -> UnsafeMutablePointer<UInt8> {
        if let memory, capacity >= bytes { return memory.assumingMemoryBound(to: UInt8.self) }
        memory?.deallocate()
        let new = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        memory = new
        capacity = bytes
        return new.assumingMemoryBound(to: UInt8.self)
    }

    /// Three planes for a picture of `size` with halved chroma.
    func planes(_ size: Size) -> PlanarPicture {
        let chroma = size.halved
        let first = Self.aligned(size.area), other = Self.aligned(chroma.area)
        let base = room(first + 2 * other)
        return PlanarPicture(
            size: size, y: MutablePlane(base: base, stride: size.width),
            u: MutablePlane(base: base + first, stride: chroma.width),
            v: MutablePlane(base: base + first + other, stride: chroma.width))
    }

    /// B, G, R, A pixels for a picture of `size`.
    func pixels(_ size: Size) -> PixelTarget {
        PixelTarget(base: room(size.area * 4), stride: size.width * 4, size: size)
    }

    /// `bytes` rounded up to a cache line.
    static func aligned(_ bytes: Int) -> Int { (bytes + 63) & ~63 }
}
