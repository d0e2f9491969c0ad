import CScale
import CYUV
import Geometry

/// Scaling by the own rows, straight from any YUV format.
extension FrameConverter {
    /// Rows that are scaled before they are converted: few enough to stay in the processor's nearest cache.
    private static let stripHeight = 16

    /// Three planes as the own rows read them.
    struct Samples {
        var y, u, v: cscale_plane
    }

    /// A frame's planes, of whatever format.
    func samples(of frame: VideoFrame) -> Samples {
        let y = frame.planes.0
        let (size, chroma) = (frame.size, frame.size.halved)
        switch (frame.format, frame.planes.1, frame.planes.2) {
        case (.i420, .some(let u), .some(let v)):
            return Samples(
                y: samples(y, size, cscale_bytes), u: samples(u, chroma, cscale_bytes),
                v: samples(v, chroma, cscale_bytes))
        case (.nv12, .some(let uv), _):
            return Samples(
                y: samples(y, size, cscale_bytes), u: samples(uv, chroma, cscale_every_other_byte),
                v: samples(uv, chroma, cscale_every_other_byte, offset: 1))
        case (.i420p10, .some(let u), .some(let v)):
            return Samples(
                y: samples(y, size, cscale_low_10_bits), u: samples(u, chroma, cscale_low_10_bits),
                v: samples(v, chroma, cscale_low_10_bits))
        case (.p010, .some(let uv), _):
            return Samples(
                y: samples(y, size, cscale_high_bits), u: samples(uv, chroma, cscale_every_other_high_bits),
                v: samples(uv, chroma, cscale_every_other_high_bits, offset: 2))
        default: preconditionFailure("a YUV frame has its planes")
        }
    }

    /// Planes that were turned before.
    func samples(of source: PlanarSource) -> Samples {
        let chroma = source.size.halved
        return Samples(
            y: samples(source.y, source.size, cscale_bytes), u: samples(source.u, chroma, cscale_bytes),
            v: samples(source.v, chroma, cscale_bytes))
    }

    private func samples(_ plane: Plane, _ size: Size, _ layout: cscale_layout, offset: Int = 0) -> cscale_plane {
        cscale_plane(
            base: plane.base + offset, stride: plane.stride, width: Int32(size.width), height: Int32(size.height),
            layout: layout)
    }

    /// Scales and converts strip by strip: what lies between the two never leaves the cache.
    func scaleByRows(_ samples: Samples, _ color: ColorSpace, mirrored: Bool, into target: PixelTarget) {
        let size = target.size
        let luma = cscale_row_size(Int32(size.width), cscale_bytes)
        let chroma = cscale_row_size(Int32(size.halved.width), cscale_bytes)
        let strip = Self.stripHeight * luma + Self.stripHeight * chroma
        let scalers = begin(samples, size, mirrored: mirrored, extra: strip)
        let y = scalers.extra, u = y + Self.stripHeight * luma, v = u + Self.stripHeight / 2 * chroma
        let constants = ConversionConstants.of(color)
        for first in stride(from: 0, to: size.height, by: Self.stripHeight) {
            let count = min(Self.stripHeight, size.height - first)
            cscale_rows(scalers.y, Int32(first), Int32(count), y, luma)
            cscale_rows(scalers.u, Int32(first / 2), Int32((count + 1) / 2), u, chroma)
            cscale_rows(scalers.v, Int32(first / 2), Int32((count + 1) / 2), v, chroma)
            I420ToARGBMatrix(
                y, Int32(luma), u, Int32(chroma), v, Int32(chroma), target.base + first * target.stride,
                Int32(target.stride), constants, Int32(size.width), Int32(count))
        }
    }

    /// Scales into whole planes, which something else has to turn.
    func scaleByRows(_ samples: Samples, to size: Size) -> PlanarPicture {
        let luma = cscale_row_size(Int32(size.width), cscale_bytes)
        let chroma = cscale_row_size(Int32(size.halved.width), cscale_bytes)
        let y = scaled.room(size.height * luma + 2 * size.halved.height * chroma)
        let u = y + size.height * luma, v = u + size.halved.height * chroma
        let scalers = begin(samples, size, mirrored: false, extra: 0)
        cscale_rows(scalers.y, 0, Int32(size.height), y, luma)
        cscale_rows(scalers.u, 0, Int32(size.halved.height), u, chroma)
        cscale_rows(scalers.v, 0, Int32(size.halved.height), v, chroma)
        return PlanarPicture(
            size: size, y: MutablePlane(base: y, stride: luma), u: MutablePlane(base: u, stride: chroma),
            v: MutablePlane(base: v, stride: chroma))
    }

    /// Scales pixels strip by strip and hands each strip to `finish`, with the part of the target it belongs to.
    func scaleByRows(
        _ source: PixelTarget, mirrored: Bool, into target: PixelTarget,
        finish: (_ strip: PixelTarget, _ part: PixelTarget) -> Void
    ) {
        let size = target.size
        let (w, h) = (Int32(size.width), Int32(size.height))
        let row = cscale_row_size(w, cscale_pixels)
        var plane = cscale_plane(
            base: source.base, stride: source.stride, width: Int32(source.size.width),
            height: Int32(source.size.height), layout: cscale_pixels)
        let memory = cscale_memory_size(&plane, w, h)
        let base = rows.room(memory + Self.stripHeight * row)
        let scaler = cscale_begin(base, &plane, w, h, mirrored, scaling == .portableRows)
        for first in stride(from: 0, to: size.height, by: Self.stripHeight) {
            let count = min(Self.stripHeight, size.height - first)
            cscale_rows(scaler, Int32(first), Int32(count), base + memory, row)
            let part = Size(size.width, count)
            finish(
                PixelTarget(base: base + memory, stride: row, size: part),
                PixelTarget(base: target.base + first * target.stride, stride: target.stride, size: part))
        }
    }

    private struct Scalers {
        let y, u, v: OpaquePointer?
        /// The rest of the memory.
        let extra: UnsafeMutablePointer<UInt8>
    }

    private func begin(_ samples: Samples, _ size: Size, mirrored: Bool, extra: Int) -> Scalers {
        var samples = samples
        let (w, h) = (Int32(size.width), Int32(size.height))
        let (cw, ch) = (Int32(size.halved.width), Int32(size.halved.height))
        let luma = cscale_memory_size(&samples.y, w, h)
        let chroma = cscale_memory_size(&samples.u, cw, ch)
        let memory = rows.room(luma + 2 * chroma + extra)
        let isPortable = scaling == .portableRows
        return Scalers(
            y: cscale_begin(memory, &samples.y, w, h, mirrored, isPortable),
            u: cscale_begin(memory + luma, &samples.u, cw, ch, mirrored, isPortable),
            v: cscale_begin(memory + luma + chroma, &samples.v, cw, ch, mirrored, isPortable),
            extra: memory + luma + 2 * chroma)
    }
}
