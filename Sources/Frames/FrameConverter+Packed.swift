import CScale
import CYUV
import Geometry

/// BGRX and BGRA frames.
extension FrameConverter {
    func convertPacked(_ frame: VideoFrame, into target: PixelTarget, background: UInt32) {
        let turn = Turn(frame.orientation)
        let stored = turn.isTransposed ? target.size.transposed : target.size
        // Nothing writes through it: the cast only lets frames and scratch memory take the same way.
        var picture = PixelTarget(
            base: UnsafeMutablePointer(mutating: frame.planes.0.base), stride: frame.planes.0.stride, size: frame.size)
        let byRows = scalesPixelsByRows
        if !turn.isTransposed, frame.size == stored ? turn.keepsColumns : byRows {
            // Upright, or turned on the way at no cost.
            let upright = turn.reversesRows ? target.flipped : target
            resize(picture, mirrored: turn.reversesColumns, frame.format, into: upright, background)
            return
        }
        // Turned at the smaller of the two sizes.
        if frame.size != stored, stored.area <= frame.size.area {
            let small = pixels.pixels(stored)
            resize(picture, mirrored: false, nil, into: small, background)
            picture = small
        }
        let room = turnedPixels.pixels(turn.isTransposed ? picture.size.transposed : picture.size)
        rotate(picture, turn, into: room)
        resize(room, mirrored: false, frame.format, into: target, background)
    }

    /// Scales if need be, and finishes pixels of `format`; nil leaves them as they are.
    private func resize(
        _ source: PixelTarget, mirrored: Bool, _ format: PixelFormat?, into target: PixelTarget, _ background: UInt32
    ) {
        if source.size == target.size, !mirrored {
            finish(source, format, into: target, background)
        } else if scalesPixelsByRows {
            scaleByRows(source, mirrored: mirrored, into: target) { strip, part in
                finish(strip, format, into: part, background)
            }
        } else {
            scale(source, into: target)
            if format != nil { finish(target, format, into: target, background) }
        }
    }

    private func finish(
        _ picture: PixelTarget, _ format: PixelFormat?, into target: PixelTarget, _ background: UInt32
    ) {
        let (w, h) = (Int32(target.size.width), Int32(target.size.height))
        switch format {
        case .bgra:
            cscale_over_color(
                picture.base, picture.stride, target.base, target.stride, w, h, background, scaling == .portableRows)
        case .none:
            ARGBCopy(picture.base, Int32(picture.stride), target.base, Int32(target.stride), w, h)
        default:
            cscale_opaque(picture.base, picture.stride, target.base, target.stride, w, h)
        }
    }

    /// libyuv's bilinear filter for pixels loses up to 2 levels, and skips pixels of a picture that shrinks to less than
    /// half: so it only serves where the own rows are slow.
    private var scalesPixelsByRows: Bool {
        switch scaling {
        case .libyuv, .bilinear, .box: false
        case .rows, .portableRows: true
        case .automatic: cscale_is_accelerated()
        }
    }
}
