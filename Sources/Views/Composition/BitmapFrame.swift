import Foundation
public import Frames
public import Geometry

/// A drawn picture as a video frame: an avatar or a floated view goes through a display layer like any video (spec B1).
public final class BitmapFrame: VideoFrame, @unchecked Sendable {
    /// The pixels; kept alive for as long as the frame is.
    public let bitmap: Bitmap

    /// A frame of premultiplied B, G, R, A pixels.
    ///
    /// It is a programming error if the bitmap is empty.
    ///
    /// - Parameter timestamp: in nanoseconds of the stream.
    public init(_ bitmap: Bitmap, timestamp: Int64 = 0) {
        self.bitmap = bitmap
        super.init(
            size: bitmap.size, format: .bgra, planes: (Plane(base: bitmap.base, stride: bitmap.stride), nil, nil),
            timestamp: timestamp)
    }

    /// Somebody without a picture, as a frame of `size` device pixels (spec L3).
    ///
    /// - Parameter isBelowWords: leaves room at the top for words such as "On hold".
    public convenience init(
        person: Person, size: Size, scale: Double = 1, theme: Theme = .dark, timestamp: Int64 = 0,
        isBelowWords: Bool = false
    ) {
        self.init(
            Bitmap(size: size, scale: scale) { canvas in
                canvas.clear(theme.panel)
                let side = min(canvas.bounds.width, canvas.bounds.height) * (isBelowWords ? 0.36 : 0.42)
                let shift = isBelowWords ? canvas.bounds.height * 0.09 : 0
                let hasName = canvas.bounds.height >= side + 56 && !person.name.isEmpty
                let box = canvas.bounds.insetBy(
                    dx: (canvas.bounds.width - side) / 2, dy: (canvas.bounds.height - side) / 2)
                AvatarView.draw(person, in: box.offsetBy(dx: 0, dy: shift - (hasName ? 12 : 0)), on: canvas)
                guard hasName else { return }
                canvas.draw(
                    person.name, in: canvas.bounds.insetBy(dx: 12, dy: 0).offsetBy(dx: 0, dy: shift + side / 2 + 16),
                    style: .body.weight(.medium), color: theme.text, alignment: .center)
            }, timestamp: timestamp)
    }
}
