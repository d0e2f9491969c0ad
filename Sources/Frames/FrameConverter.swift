import CYUV
import Geometry

/// Turns, scales and converts frames into pixels of a window. Owns its scratch memory: one a thread.
public final class FrameConverter {
    private var scratch: UnsafeMutablePointer<UInt8>?
    private var capacity = 0

    /// A converter without scratch memory; it grows to what the largest picture needs and stays.
    public init() {}

    deinit { scratch?.deallocate() }

    /// Draws `frame` upright into all of `target`, whatever its shape: the caller has fitted it.
    ///
    /// - Parameter background: what shows through a BGRA frame, as 0xRRGGBB.
    public func convert(_ frame: VideoFrame, into target: PixelTarget, background: UInt32 = 0) {
        let size = target.size
        guard let second = frame.planes.1, let third = frame.planes.2 else { return }
        var (y, u, v) = (frame.planes.0, second, third)
        let (w, h) = (Int32(size.width), Int32(size.height))
        if frame.size != size {
            let cw = (size.width + 1) / 2, ch = (size.height + 1) / 2
            let ySize = (size.width * size.height + 63) & ~63, cSize = (cw * ch + 63) & ~63
            let ty = room(ySize + 2 * cSize)
            let (tu, tv) = (ty + ySize, ty + ySize + cSize)
            I420Scale(
                y.base, Int32(y.stride), u.base, Int32(u.stride), v.base, Int32(v.stride), Int32(frame.size.width),
                Int32(frame.size.height), ty, w, tu, Int32(cw), tv, Int32(cw), w, h, kFilterBox)
            y = Plane(base: ty, stride: size.width)
            u = Plane(base: tu, stride: cw)
            v = Plane(base: tv, stride: cw)
        }
        I420ToARGBMatrix(
            y.base, Int32(y.stride), u.base, Int32(u.stride), v.base, Int32(v.stride), target.base,
            Int32(target.stride), shim_h709(), w, h)
    }

    /// Blends `overlay` over what is already in `target`, which is the whole window.
    public func blend(_ overlay: Overlay, into target: PixelTarget) {
    }

    private func room(_ bytes: Int) -> UnsafeMutablePointer<UInt8> {
        if let scratch, capacity >= bytes { return scratch }
        scratch?.deallocate()
        let new = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64).assumingMemoryBound(to: UInt8.self)
        scratch = new
        capacity = bytes
        return new
    }
}
