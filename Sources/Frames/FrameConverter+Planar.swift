import CScale
import CYUV
import Geometry

/// YUV frames: which steps, in which order.
extension FrameConverter {
    func convertPlanar(_ frame: VideoFrame, into target: PixelTarget) {
        let turn = Turn(frame.orientation)
        let stored = turn.isTransposed ? target.size.transposed : target.size
        if frame.size == stored {
            convertUnscaled(frame, turn, into: target)
        } else if prefersRows(frame.size, stored) {
            convertByRows(frame, turn, stored, into: target)
        } else if stored.area <= frame.size.area || Self.hasFastColumns(frame.size, stored) || scaling == .box {
            convertScaled(frame, turn, stored, into: target)
        } else {
            convertThenScale(frame, turn, into: target)
        }
    }

    private func convertUnscaled(_ frame: VideoFrame, _ turn: Turn, into target: PixelTarget) {
        if turn.keepsColumns {
            convertUpright(frame, into: turn.isFlipped ? target.flipped : target)
        } else if turn.splitsChroma(frame.size) {
            let upright = pixels.pixels(frame.size)
            convertUpright(frame, into: upright)
            rotate(upright, turn, into: target)
        } else {
            convert(rotate(planes(of: frame), turn), frame.color, into: target)
        }
    }

    private func convertByRows(_ frame: VideoFrame, _ turn: Turn, _ stored: Size, into target: PixelTarget) {
        if !turn.isTransposed {
            scaleByRows(
                samples(of: frame), frame.color, mirrored: turn.reversesColumns,
                into: turn.reversesRows ? target.flipped : target)
        } else if stored.area <= frame.size.area || turn.splitsChroma(frame.size) {
            let small = scaleByRows(samples(of: frame), to: stored)
            convert(rotate(small.source, turn), frame.color, into: target)
        } else {
            let upright = rotate(planes(of: frame), turn)
            scaleByRows(samples(of: upright), frame.color, mirrored: false, into: target)
        }
    }

    private func convertScaled(_ frame: VideoFrame, _ turn: Turn, _ stored: Size, into target: PixelTarget) {
        let small = scale(planes(of: frame), to: stored)
        if turn.keepsColumns {
            convert(small, frame.color, into: turn.isFlipped ? target.flipped : target)
        } else {
            convert(rotate(small, turn), frame.color, into: target)
        }
    }

    /// For enlargements: libyuv scales four interleaved channels up faster than three planes.
    private func convertThenScale(_ frame: VideoFrame, _ turn: Turn, into target: PixelTarget) {
        let small = pixels.pixels(frame.size)
        convertUpright(frame, into: small)
        if turn.keepsColumns {
            scale(small, into: turn.isFlipped ? target.flipped : target)
        } else {
            let upright = turnedPixels.pixels(turn.isTransposed ? frame.size.transposed : frame.size)
            rotate(small, turn, into: upright)
            scale(upright, into: target)
        }
    }

    /// True where the own rows are measured to be at least 1.5 times as fast as libyuv (`porthole-bench convert`): not
    /// where libyuv has columns of its own for the ratio, not for large enlargements and tiny thumbnails.
    private func prefersRows(_ source: Size, _ target: Size) -> Bool {
        guard Self.rowsSupport(source, target), Self.rowsSupport(source.halved, target.halved) else { return false }
        switch scaling {
        case .libyuv, .bilinear, .box: return false
        case .rows, .portableRows: return true
        case .automatic:
            return cscale_is_accelerated() && !Self.hasFastColumns(source, target)
                && 2 * target.width <= 3 * source.width && 2 * target.height <= 3 * source.height
                && source.width <= 6 * target.width && source.height <= 6 * target.height
        }
    }

    private static func rowsSupport(_ source: Size, _ target: Size) -> Bool {
        cscale_supports(Int32(source.width), Int32(source.height), Int32(target.width), Int32(target.height))
    }

    /// The ratios at which libyuv scales planes with SIMD of its own: 1/2, 1/4, 3/4, 3/8 and 2.
    static func hasFastColumns(_ source: Size, _ target: Size) -> Bool {
        [(1, 2), (1, 4), (3, 4), (3, 8), (2, 1)].contains { part, whole in
            source.width * part == target.width * whole && source.height * part == target.height * whole
        }
    }
}
