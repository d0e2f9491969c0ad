import Geometry

/// Turns, scales and converts frames into pixels of a window. Owns its scratch memory: one a thread.
///
/// Every format, colour matrix, range and orientation, from and to any size down to 1×1. Pictures that shrink are
/// scaled before they are converted. libyuv does the conversion, and the scaling where it has fast columns; the rows
/// of `CScale` do the rest of the scaling.
public final class FrameConverter {
    /// Who scales planes. Everything but `automatic` is for tests and benchmarks.
    package enum Scaling: Sendable, CaseIterable {
        /// Whoever is faster at the ratio.
        case automatic
        /// libyuv alone: a box filter where it is fast or needed, else bilinear, and enlargements after conversion.
        case libyuv
        /// libyuv alone, always bilinear: fast, but it skips pixels where a picture shrinks to less than half.
        case bilinear
        /// libyuv alone, always a box filter on planes: the limit that benchmarks compare with.
        case box
        /// The own rows wherever they can.
        case rows
        /// The own rows without SIMD wherever they can.
        case portableRows
    }

    let scaling: Scaling
    /// A frame's planes as three planes of 8 bits.
    let unpacked = Scratch()
    /// A picture at its new size.
    let scaled = Scratch()
    /// A picture that was turned.
    let turned = Scratch()
    /// Converted pixels that still have to be scaled or turned.
    let pixels = Scratch()
    /// Converted pixels that were turned.
    let turnedPixels = Scratch()
    /// The own scaler's tables and rows.
    let rows = Scratch()

    /// A converter without scratch memory; it grows to what the largest picture needs and stays.
    public convenience init() { self.init(scaling: .automatic) }

    /// A converter that scales in one way only.
    package init(scaling: Scaling) { self.scaling = scaling }

    /// Bytes of scratch memory that are held: constant once every size on the way has been seen.
    package var scratchCapacity: Int {
        [unpacked, scaled, turned, pixels, turnedPixels, rows].reduce(0) { $0 + $1.capacity }
    }

    /// Draws `frame` upright into all of `target`, whatever its shape: the caller has fitted it.
    ///
    /// The fourth byte of every pixel becomes 255. Nothing outside `target` is written, nothing outside the planes is
    /// read. An empty target is left alone.
    /// - Parameter background: what shows through a BGRA frame, as 0xRRGGBB.
    public func convert(_ frame: VideoFrame, into target: PixelTarget, background: UInt32 = 0) {
        guard !target.size.isEmpty else { return }
        switch frame.format {
        case .i420, .nv12, .i420p10, .p010: convertPlanar(frame, into: target)
        case .bgrx, .bgra: convertPacked(frame, into: target, background: background)
        }
    }
}
