import CYUV
import Geometry

extension FrameConverter {
    /// The picture with other sides.
    func scale(_ picture: Picture, to size: Size) -> Picture {
        let steps = ScaleStep.steps(from: picture.size, to: size)
        guard !steps.isEmpty else { return picture }
        var picture = split(picture)
        var isOdd = true
        for step in steps {
            picture = scaleOnce(picture, to: step.size, step.filter, isOdd ? scaled : halved)
            isOdd.toggle()
        }
        return picture
    }

    /// Interleaved chroma taken apart: libyuv scales single planes exactly, pairs with a loss that tints.
    private func split(_ picture: Picture) -> Picture {
        guard case .nv12(let y, let uv) = picture.planes else { return picture }
        let chroma = picture.chroma
        let stride = (chroma.width + 31) & ~31
        let u = separated.bytes(2 * stride * chroma.height)
        let v = u + stride * chroma.height
        SplitUVPlane(
            uv.base, Int32(uv.stride), u, Int32(stride), v, Int32(stride), Int32(chroma.width), Int32(chroma.height))
        return Picture(
            planes: .i420(y, Plane(base: u, stride: stride), Plane(base: v, stride: stride)), size: picture.size)
    }

    private func scaleOnce(_ picture: Picture, to size: Size, _ filter: FilterModeEnum, _ scratch: Scratch) -> Picture {
        let (fromWidth, fromHeight) = (Int32(picture.size.width), Int32(picture.size.height))
        let (width, height) = (Int32(size.width), Int32(size.height))
        switch picture.planes {
        case .i420(let y, let u, let v):
            let room = PlanarRoom(size, in: scratch)
            I420Scale(
                y.base, Int32(y.stride), u.base, Int32(u.stride), v.base, Int32(v.stride), fromWidth, fromHeight,
                room.y, Int32(room.strideY), room.u, Int32(room.strideC), room.v, Int32(room.strideC), width, height,
                filter)
            return room.picture
        case .nv12: preconditionFailure("interleaved chroma is split before it is scaled")
        case .bgra(let plane):
            let stride = (size.width * 4 + 63) & ~63
            let room = scratch.bytes(stride * size.height)
            ARGBScale(
                plane.base, Int32(plane.stride), fromWidth, fromHeight, room, Int32(stride), width, height, filter)
            return Picture(planes: .bgra(Plane(base: room, stride: stride)), size: size)
        }
    }

    /// The picture turned upright.
    func orient(_ picture: Picture, _ orientation: Orientation) -> Picture {
        let turned = turn(picture, orientation.rotation)
        return orientation.isMirrored ? mirror(turned) : turned
    }

    private func turn(_ picture: Picture, _ rotation: Orientation.Rotation) -> Picture {
        let mode: RotationModeEnum
        switch rotation {
        case .none: return picture
        case .clockwise90: mode = kRotate90
        case .half: mode = kRotate180
        case .clockwise270: mode = kRotate270
        }
        let (width, height) = (Int32(picture.size.width), Int32(picture.size.height))
        let size = rotation == .half ? picture.size : picture.size.transposed
        switch picture.planes {
        case .i420(let y, let u, let v):
            let room = PlanarRoom(size, in: turned)
            I420Rotate(
                y.base, Int32(y.stride), u.base, Int32(u.stride), v.base, Int32(v.stride), room.y, Int32(room.strideY),
                room.u, Int32(room.strideC), room.v, Int32(room.strideC), width, height, mode)
            return room.picture
        case .nv12(let y, let uv):
            let room = PlanarRoom(size, in: turned)
            NV12ToI420Rotate(
                y.base, Int32(y.stride), uv.base, Int32(uv.stride), room.y, Int32(room.strideY), room.u,
                Int32(room.strideC), room.v, Int32(room.strideC), width, height, mode)
            return room.picture
        case .bgra(let plane):
            let stride = (size.width * 4 + 63) & ~63
            let room = turned.bytes(stride * size.height)
            ARGBRotate(plane.base, Int32(plane.stride), room, Int32(stride), width, height, mode)
            return Picture(planes: .bgra(Plane(base: room, stride: stride)), size: size)
        }
    }

    private func mirror(_ picture: Picture) -> Picture {
        let (size, width, height) = (picture.size, Int32(picture.size.width), Int32(picture.size.height))
        switch picture.planes {
        case .i420(let y, let u, let v):
            let room = PlanarRoom(size, in: mirrored)
            I420Mirror(
                y.base, Int32(y.stride), u.base, Int32(u.stride), v.base, Int32(v.stride), room.y, Int32(room.strideY),
                room.u, Int32(room.strideC), room.v, Int32(room.strideC), width, height)
            return room.picture
        case .nv12(let y, let uv):
            let room = SemiPlanarRoom(size, in: mirrored)
            NV12Mirror(
                y.base, Int32(y.stride), uv.base, Int32(uv.stride), room.y, Int32(room.strideY), room.uv,
                Int32(room.strideUV), width, height)
            return room.picture
        case .bgra(let plane):
            let stride = (size.width * 4 + 63) & ~63
            let room = mirrored.bytes(stride * size.height)
            ARGBMirror(plane.base, Int32(plane.stride), room, Int32(stride), width, height)
            return Picture(planes: .bgra(Plane(base: room, stride: stride)), size: size)
        }
    }
}

/// One step of making a picture smaller, by libyuv's fast and exact paths, which are few.
///
/// Its box filter has SIMD only for 3/4, 1/2, 3/8 and 1/4; for any other ratio it is the slowest way, and rounds down
/// by up to two levels, which tints. Its bilinear filter is fast, and skips pixels below one half. So: quarter or halve
/// until less than a half is left to do, then bilinear.
struct ScaleStep: Equatable {
    /// What the step makes.
    let size: Size
    /// How.
    let filter: FilterModeEnum

    /// The steps between two sizes; none when they are the same.
    static func steps(from source: Size, to size: Size) -> [ScaleStep] {
        var steps: [ScaleStep] = []
        var now = source
        while now != size {
            let next = step(from: now, to: size)
            steps.append(next)
            now = next.size
        }
        return steps
    }

    private static func step(from source: Size, to size: Size) -> ScaleStep {
        let isFast = [(4, 3), (2, 1), (8, 3), (4, 1)].contains { whole, part in
            source.width * part == size.width * whole && source.height * part == size.height * whole
        }
        if isFast { return ScaleStep(size: size, filter: kFilterBox) }
        // The chroma planes, half as large, have to divide too.
        func isExact(_ factor: Int) -> Bool {
            source.width % (2 * factor) == 0 && source.height % (2 * factor) == 0
                && source.width >= size.width * factor && source.height >= size.height * factor
        }
        for factor in [4, 2] where isExact(factor) {
            return ScaleStep(size: Size(source.width / factor, source.height / factor), filter: kFilterBox)
        }
        guard source.width > size.width * 2 || source.height > size.height * 2 else {
            return ScaleStep(size: size, filter: kFilterBilinear)
        }
        let half = Size(max(size.width, (source.width + 1) / 2), max(size.height, (source.height + 1) / 2))
        return ScaleStep(size: half, filter: kFilterBilinear)
    }
}
