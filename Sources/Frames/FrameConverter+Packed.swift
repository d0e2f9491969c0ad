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
        let upright = turn.keepsColumns && turn.isFlipped ? target.flipped : target
        if !turn.keepsColumns, stored.area < frame.size.area {
            let small = pixels.pixels(stored)
            scale(picture, into: small)
            picture = small
        }
        if !turn.keepsColumns {
            let room = turnedPixels.pixels(turn.isTransposed ? picture.size.transposed : picture.size)
            rotate(picture, turn, into: room)
            picture = room
        }
        if picture.size != target.size {
            scale(picture, into: upright)
            picture = upright
        }
        finish(picture, frame.format, into: upright, background: background)
    }

    private func finish(_ picture: PixelTarget, _ format: PixelFormat, into target: PixelTarget, background: UInt32) {
        let (w, h) = (Int32(target.size.width), Int32(target.size.height))
        if format == .bgra {
            cscale_over_color(
                picture.base, picture.stride, target.base, target.stride, w, h, background, scaling == .portableRows)
        } else {
            cscale_opaque(picture.base, picture.stride, target.base, target.stride, w, h)
        }
    }
}
