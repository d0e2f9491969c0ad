import CYUV
import Geometry

/// Turns, scales and converts frames into pixels of a window. Owns its scratch memory: one a thread.
///
/// Pictures that shrink are scaled before they are converted, pictures that grow after: each step runs at the smaller
/// size. No memory is taken per frame once the largest picture has been seen.
public final class FrameConverter {
    let narrowed = Scratch()
    let halved = Scratch()
    let separated = Scratch()
    let scaled = Scratch()
    let turned = Scratch()
    let mirrored = Scratch()
    let converted = Scratch()
    let faded = Scratch()

    /// A converter without scratch memory.
    public init() {}

    /// Bytes of scratch memory held.
    var scratchCapacity: Int {
        [narrowed, halved, separated, scaled, turned, mirrored, converted, faded].reduce(0) { $0 + $1.capacity }
    }

    /// Draws `frame` upright into all of `target`, whatever its shape: the caller has fitted it.
    ///
    /// - Parameter background: what shows through a BGRA frame, as 0xRRGGBB.
    public func convert(_ frame: VideoFrame, into target: PixelTarget, background: UInt32 = 0) {
        guard !target.size.isEmpty else { return }
        if frame.orientation == .upright, frame.size == target.size, convertDirectly(frame, into: target) { return }
        let picture = narrow(frame)
        let isTransposed = frame.orientation.isTransposed
        let stored = isTransposed ? target.size.transposed : target.size
        if case .bgra = picture.planes {
            let isTranslucent = frame.format == .bgra
            if isTranslucent { target.fill(Rect(size: target.size), with: background) }
            let upright = orient(
                stored.area < picture.size.area ? scale(picture, to: stored) : picture, frame.orientation)
            drawPixels(upright, into: target, isTranslucent: isTranslucent)
        } else if stored.area <= picture.size.area {
            write(orient(scale(picture, to: stored), frame.orientation), frame.color, into: target)
        } else {
            let upright = orient(picture, frame.orientation)
            let stride = (upright.size.width * 4 + 63) & ~63
            let pixels = converted.bytes(stride * upright.size.height)
            write(upright, frame.color, into: PixelTarget(base: pixels, stride: stride, size: upright.size))
            ARGBScale(
                pixels, Int32(stride), Int32(upright.size.width), Int32(upright.size.height), target.base,
                Int32(target.stride), Int32(target.size.width), Int32(target.size.height), kFilterBilinear)
        }
    }

    /// The whole of it in one step, for a picture that only has to be converted.
    private func convertDirectly(_ frame: VideoFrame, into target: PixelTarget) -> Bool {
        let (width, height) = (Int32(target.size.width), Int32(target.size.height))
        let (first, stride) = (frame.planes.0, Int32(target.stride))
        let matrix = frame.color.constants
        switch frame.format {
        case .i420, .nv12: write(picture(frame), frame.color, into: target)
        case .bgrx: ARGBCopy(first.base, Int32(first.stride), target.base, stride, width, height)
        case .i420p10:
            guard let u = frame.planes.1, let v = frame.planes.2 else { return false }
            I010ToARGBMatrix(
                first.wide, Int32(first.stride / 2), u.wide, Int32(u.stride / 2), v.wide, Int32(v.stride / 2),
                target.base, stride, matrix, width, height)
        case .p010:
            guard let uv = frame.planes.1 else { return false }
            P010ToARGBMatrix(
                first.wide, Int32(first.stride / 2), uv.wide, Int32(uv.stride / 2), target.base, stride, matrix, width,
                height)
        case .bgra: return false
        }
        return true
    }

    /// The frame's own planes, for the 8-bit formats.
    private func picture(_ frame: VideoFrame) -> Picture {
        let planes: Picture.Planes
        switch (frame.format, frame.planes.1, frame.planes.2) {
        case (.i420, let u?, let v?): planes = .i420(frame.planes.0, u, v)
        case (.nv12, let uv?, _): planes = .nv12(frame.planes.0, uv)
        default: planes = .bgra(frame.planes.0)
        }
        return Picture(planes: planes, size: frame.size)
    }

    /// The frame with 8 bits a sample.
    private func narrow(_ frame: VideoFrame) -> Picture {
        let (width, height) = (Int32(frame.size.width), Int32(frame.size.height))
        let y = frame.planes.0
        switch (frame.format, frame.planes.1, frame.planes.2) {
        case (.i420p10, let u?, let v?):
            let room = PlanarRoom(frame.size, in: narrowed)
            I010ToI420(
                y.wide, Int32(y.stride / 2), u.wide, Int32(u.stride / 2), v.wide, Int32(v.stride / 2), room.y,
                Int32(room.strideY), room.u, Int32(room.strideC), room.v, Int32(room.strideC), width, height)
            return room.picture
        case (.p010, let uv?, _):
            let room = SemiPlanarRoom(frame.size, in: narrowed)
            let chroma = Size((frame.size.width + 1) / 2 * 2, (frame.size.height + 1) / 2)
            // The sample fills the upper bits: 256 keeps the upper byte.
            Convert16To8Plane(y.wide, Int32(y.stride / 2), room.y, Int32(room.strideY), 256, width, height)
            Convert16To8Plane(
                uv.wide, Int32(uv.stride / 2), room.uv, Int32(room.strideUV), 256, Int32(chroma.width),
                Int32(chroma.height))
            return room.picture
        default: return picture(frame)
        }
    }

    /// Converts an upright picture of the target's size.
    private func write(_ picture: Picture, _ color: ColorSpace, into target: PixelTarget) {
        let (width, height) = (Int32(picture.size.width), Int32(picture.size.height))
        switch picture.planes {
        case .i420(let y, let u, let v):
            I420ToARGBMatrix(
                y.base, Int32(y.stride), u.base, Int32(u.stride), v.base, Int32(v.stride), target.base,
                Int32(target.stride), color.constants, width, height)
        case .nv12(let y, let uv):
            NV12ToARGBMatrix(
                y.base, Int32(y.stride), uv.base, Int32(uv.stride), target.base, Int32(target.stride),
                color.constants, width, height)
        case .bgra(let plane):
            ARGBCopy(plane.base, Int32(plane.stride), target.base, Int32(target.stride), width, height)
        }
    }

    /// Draws an upright RGB picture of any size over the target.
    private func drawPixels(_ picture: Picture, into target: PixelTarget, isTranslucent: Bool) {
        guard case .bgra(var plane) = picture.planes else { return }
        let size = target.size
        let (width, height) = (Int32(size.width), Int32(size.height))
        if picture.size != size {
            let stride = isTranslucent ? (size.width * 4 + 63) & ~63 : target.stride
            let room = isTranslucent ? converted.bytes(stride * size.height) : target.base
            ARGBScale(
                plane.base, Int32(plane.stride), Int32(picture.size.width), Int32(picture.size.height), room,
                Int32(stride), width, height, kFilterBilinear)
            guard isTranslucent else { return }
            plane = Plane(base: room, stride: stride)
        }
        if isTranslucent {
            ARGBBlend(
                plane.base, Int32(plane.stride), target.base, Int32(target.stride), target.base, Int32(target.stride),
                width, height)
        } else {
            ARGBCopy(plane.base, Int32(plane.stride), target.base, Int32(target.stride), width, height)
        }
    }
}

extension ColorSpace {
    /// libyuv's numbers for it.
    var constants: UnsafePointer<YuvConstants>? {
        switch (matrix, range) {
        case (.bt601, .limited): shim_bt601_limited()
        case (.bt601, .full): shim_bt601_full()
        case (.bt709, .limited): shim_bt709_limited()
        case (.bt709, .full): shim_bt709_full()
        case (.bt2020, .limited): shim_bt2020_limited()
        case (.bt2020, .full): shim_bt2020_full()
        }
    }
}

extension Plane {
    /// The same bytes as 16-bit samples.
    var wide: UnsafePointer<UInt16> { UnsafeRawPointer(base).assumingMemoryBound(to: UInt16.self) }
}
