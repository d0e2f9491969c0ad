import CYUV
import Geometry

/// The single steps, each one call of libyuv.
extension FrameConverter {
    /// Converts a whole frame of any YUV format at its own size and as stored.
    func convertUpright(_ frame: VideoFrame, into target: PixelTarget) {
        let (w, h) = (Int32(frame.size.width), Int32(frame.size.height))
        let y = frame.planes.0
        let constants = ConversionConstants.of(frame.color)
        switch (frame.format, frame.planes.1, frame.planes.2) {
        case (.i420, .some(let u), .some(let v)):
            I420ToARGBMatrix(
                y.base, Int32(y.stride), u.base, Int32(u.stride), v.base, Int32(v.stride), target.base,
                Int32(target.stride), constants, w, h)
        case (.nv12, .some(let uv), _):
            NV12ToARGBMatrix(
                y.base, Int32(y.stride), uv.base, Int32(uv.stride), target.base, Int32(target.stride), constants, w, h)
        case (.i420p10, .some(let u), .some(let v)):
            I010ToARGBMatrix(
                y.words.base, y.words.stride, u.words.base, u.words.stride, v.words.base, v.words.stride, target.base,
                Int32(target.stride), constants, w, h)
        case (.p010, .some(let uv), _):
            P010ToARGBMatrix(
                y.words.base, y.words.stride, uv.words.base, uv.words.stride, target.base, Int32(target.stride),
                constants, w, h)
        default: preconditionFailure("a YUV frame has its planes")
        }
    }

    /// Converts planes of the target's size.
    func convert(_ source: PlanarSource, _ color: ColorSpace, into target: PixelTarget) {
        I420ToARGBMatrix(
            source.y.base, Int32(source.y.stride), source.u.base, Int32(source.u.stride), source.v.base,
            Int32(source.v.stride), target.base, Int32(target.stride), ConversionConstants.of(color),
            Int32(target.size.width),
            Int32(target.size.height))
    }

    /// The frame as three planes of 8 bits: its own where they are that already.
    func planes(of frame: VideoFrame) -> PlanarSource {
        let y = frame.planes.0
        let (size, chroma) = (frame.size, frame.size.halved)
        switch (frame.format, frame.planes.1, frame.planes.2) {
        case (.i420, .some(let u), .some(let v)):
            return PlanarSource(size: size, y: y, u: u, v: v)
        case (.nv12, .some(let uv), _):
            let room = unpacked.planes(size)
            split(uv, chroma, into: room)
            return PlanarSource(size: size, y: y, u: room.u.plane, v: room.v.plane)
        case (.i420p10, .some(let u), .some(let v)):
            let room = unpacked.planes(size)
            narrow(y, by: 16_384, into: room.y, size)
            narrow(u, by: 16_384, into: room.u, chroma)
            narrow(v, by: 16_384, into: room.v, chroma)
            return room.source
        case (.p010, .some(let uv), _):
            let room = unpacked.planes(size)
            let pairs = MutablePlane(base: pixels.room(chroma.area * 2), stride: chroma.width * 2)
            narrow(y, by: 256, into: room.y, size)
            narrow(uv, by: 256, into: pairs, Size(chroma.width * 2, chroma.height))
            split(pairs.plane, chroma, into: room)
            return room.source
        default: preconditionFailure("a YUV frame has its planes")
        }
    }

    private func split(_ uv: Plane, _ chroma: Size, into room: PlanarPicture) {
        SplitUVPlane(
            uv.base, Int32(uv.stride), room.u.base, Int32(room.u.stride), room.v.base, Int32(room.v.stride),
            Int32(chroma.width), Int32(chroma.height))
    }

    /// The upper 8 bits of samples times `scale`, of 24.
    private func narrow(_ plane: Plane, by scale: Int32, into room: MutablePlane, _ size: Size) {
        Convert16To8Plane(
            plane.words.base, plane.words.stride, room.base, Int32(room.stride), scale, Int32(size.width),
            Int32(size.height))
    }

    /// Scales planes. A box where libyuv has one for the ratio or bilinear samples would skip pixels; else bilinear,
    /// which costs a third of a box.
    func scale(_ source: PlanarSource, to size: Size) -> PlanarSource {
        let room = scaled.planes(size)
        let skips = source.size.width > 2 * size.width || source.size.height > 2 * size.height
        let prefersBox = skips || Self.hasFastColumns(source.size, size)
        let filter = scaling == .box || scaling != .bilinear && prefersBox ? kFilterBox : kFilterBilinear
        I420Scale(
            source.y.base, Int32(source.y.stride), source.u.base, Int32(source.u.stride), source.v.base,
            Int32(source.v.stride), Int32(source.size.width), Int32(source.size.height), room.y.base,
            Int32(room.y.stride), room.u.base, Int32(room.u.stride), room.v.base, Int32(room.v.stride),
            Int32(size.width), Int32(size.height), filter)
        return room.source
    }

    /// Turns planes.
    func rotate(_ source: PlanarSource, _ turn: Turn) -> PlanarSource {
        let room = turned.planes(turn.isTransposed ? source.size.transposed : source.size)
        I420Rotate(
            source.y.base, Int32(source.y.stride), source.u.base, Int32(source.u.stride), source.v.base,
            Int32(source.v.stride), room.y.base, Int32(room.y.stride), room.u.base, Int32(room.u.stride), room.v.base,
            Int32(room.v.stride), Int32(source.size.width), turn.height(source.size.height), turn.mode)
        return room.source
    }

    /// Turns pixels.
    func rotate(_ source: PixelTarget, _ turn: Turn, into target: PixelTarget) {
        ARGBRotate(
            source.base, Int32(source.stride), target.base, Int32(target.stride), Int32(source.size.width),
            turn.height(source.size.height), turn.mode)
    }

    /// Scales pixels.
    func scale(_ source: PixelTarget, into target: PixelTarget) {
        let (from, to) = (source.size, target.size)
        // libyuv's box is exact for even whole ratios and bilinear otherwise; a quarter of the width with another
        // height ends in an assertion there.
        let halves = from.width == 2 * to.width && from.height == 2 * to.height
        let quarters = from.width == 4 * to.width && from.height == 4 * to.height
        ARGBScale(
            source.base, Int32(source.stride), Int32(from.width), Int32(from.height), target.base,
            Int32(target.stride), Int32(to.width), Int32(to.height), halves || quarters ? kFilterBox : kFilterBilinear)
    }
}
