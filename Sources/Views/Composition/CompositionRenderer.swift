import Foundation
public import Frames
public import Geometry

/// Draws a composition with the newest frames of its videos. Owns its scratch memory: one a thread.
///
/// What a presenter may use as it is, and what its own faster way has to look like.
public final class CompositionRenderer {
    private let converter = FrameConverter()
    private var scratch: UnsafeMutableRawPointer?
    private var capacity = 0

    /// A renderer without scratch memory; it grows to the largest picture and stays.
    public init() {}

    deinit { scratch?.deallocate() }

    /// Draws the planes into a window's pixels.
    ///
    /// - Parameter areas: what to draw, in device pixels; everything when nil. For a new frame of one video: its clip.
    public func render(_ composition: Composition, into target: PixelTarget, areas: [Rect]? = nil) {
        let whole = Rect(size: target.size).intersection(Rect(size: composition.size))
        let canvas = Canvas(target)
        for area in areas ?? [whole] {
            let area = area.intersection(whole)
            guard !area.isEmpty else { continue }
            for plane in composition.planes {
                canvas.saved {
                    canvas.clip(to: area.points(1))
                    switch plane {
                    case .drawing(let overlay):
                        let rect = Rect(origin: overlay.origin, size: overlay.bitmap.size)
                        if rect.intersects(area) {
                            canvas.draw(overlay.bitmap, in: rect.points(1), alpha: Double(overlay.alpha) / 255)
                        }
                    case .video(let video):
                        if video.clip.intersects(area) { draw(video, on: canvas) }
                    }
                }
            }
        }
    }

    private func draw(_ video: Composition.Video, on canvas: Canvas) {
        canvas.clip(to: video.clip.points(1))
        if let rounding = video.rounding { canvas.clip(to: rounding.rect.points(1), radius: rounding.radius) }
        let frame = video.layer.newest?.frame
        canvas.group(alpha: Double(video.alpha) / 255) {
            if let background = video.background { canvas.fill(video.rect.points(1), Color(background)) }
            guard let frame else { return }
            draw(frame, in: video.place(of: frame.displaySize), on: canvas)
        }
    }

    /// Draws a frame, upright and stretched to `rect`, which is in device pixels of a canvas of scale 1.
    func draw(_ frame: VideoFrame, in rect: Rect, on canvas: Canvas) {
        guard !rect.isEmpty else { return }
        let bytes = rect.size.area * 4
        if capacity < bytes {
            scratch?.deallocate()
            scratch = .allocate(byteCount: bytes, alignment: 64)
            capacity = bytes
        }
        guard let scratch else { return }
        let pixels = PixelTarget(
            base: scratch.assumingMemoryBound(to: UInt8.self), stride: rect.width * 4, size: rect.size)
        converter.convert(frame, into: pixels)
        canvas.drawOpaque(pixels, at: CGPoint(x: rect.x, y: rect.y))
    }
}
