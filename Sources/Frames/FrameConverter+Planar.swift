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
        var upright = small
        if !turn.keepsColumns {
            upright = turnedPixels.pixels(turn.isTransposed ? frame.size.transposed : frame.size)
            rotate(small, turn, into: upright)
        }
        scale(upright, into: turn.keepsColumns && turn.isFlipped ? target.flipped : target)
        // libyuv's weights sum up to a little less than one: in the fourth byte too.
        cscale_opaque(
            target.base, target.stride, target.base, target.stride, Int32(target.size.width),
            Int32(target.size.height))
    }

    /// True where the own rows are faster than libyuv (`porthole-bench convert`), and where libyuv is inexact: its box is
    /// off by up to 9 levels at ratios that are no whole numbers, its bilinear filter by 2. So everywhere but at the
    /// ratios for which libyuv has columns of its own.
    private func prefersRows(_ source: Size, _ target: Size) -> Bool {
        switch scaling {
        case .libyuv, .bilinear, .box: false
        case .rows, .portableRows: true
        case .automatic: cscale_is_accelerated() && !Self.hasFastColumns(source, target)
        }
    }

    /// The ratios at which libyuv scales planes with SIMD of its own: 1/2, 1/4, 3/4, 3/8 and 2.
    static func hasFastColumns(_ source: Size, _ target: Size) -> Bool {
        [(1, 2), (1, 4), (3, 4), (3, 8), (2, 1)].contains { part, whole in
            source.width * part == target.width * whole && source.height * part == target.height * whole
        }
    }
}
