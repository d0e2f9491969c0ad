import Foundation
public import Frames
public import Geometry

extension MiniControls {
    /// What is seen whether the pointer is there or not: the rim, how the session stands, a muted microphone.
    ///
    /// In small pieces that do not overlap, because a presenter blends every pixel of an overlay, each frame: a ring
    /// around a window of 480×270 is four corners and four strips of 3400 pixels, where the whole window has 129 600.
    /// They go over the controls that come with the pointer, whose shade would dim them; the controls keep clear of them.
    ///
    /// - Returns: in device pixels; empty when all is well and nobody speaks.
    public func standingOverlays(for size: Size, scale: Double = 1, theme: Theme = .dark) -> [Overlay] {
        guard !size.isEmpty else { return [] }
        var overlays = rimOverlays(for: size, scale: scale, theme: theme)
        guard let parts = parts(in: size, scale: scale) else { return overlays }
        if let statusText, let rect = parts.status {
            overlays.append(
                Self.piece(rect.pixelsNearest(scale), scale) { canvas in
                    Self.drawChip(statusText, in: rect, on: canvas, theme: theme)
                })
        }
        if let rect = parts.muted {
            overlays.append(
                Self.piece(rect.pixelsNearest(scale), scale) { canvas in
                    let fill = theme.glass.mixed(with: theme.danger.opacity(0.85), 0.4)
                    canvas.fill(rect, fill, radius: 8)
                    canvas.draw(
                        .microphoneOff, in: rect, size: rect.width >= 28 ? 16 : 13, color: theme.onGlass)
                })
        }
        return overlays
    }

    /// The ring of the keyboard or the edge of who speaks, in four corners and four strips; empty for neither.
    ///
    /// Both are 2 points of the accent along the rim, never twice; the ring of the keyboard has a bright line of one
    /// point inside, so that the two are told apart and the ring is seen on a blue picture.
    public func rimOverlays(for size: Size, scale: Double = 1, theme: Theme = .dark) -> [Overlay] {
        guard isFocused || isSpeaking, !size.isEmpty else { return [] }
        let bounds = Rect(size: size).points(scale)
        let corner = Int((Theme.Radius.window * scale).rounded(.up))
        let strip = Int(((isFocused ? 3 : 2) * scale).rounded(.up))
        let (width, height) = (size.width, size.height)
        var pieces = [Rect(size: size)]
        if width > 2 * corner, height > 2 * corner {
            let (right, bottom) = (width - corner, height - corner)
            let (across, down) = (width - 2 * corner, height - 2 * corner)
            pieces = [
                Rect(x: 0, y: 0, width: corner, height: corner),
                Rect(x: corner, y: 0, width: across, height: strip),
                Rect(x: right, y: 0, width: corner, height: corner),
                Rect(x: 0, y: corner, width: strip, height: down),
                Rect(x: width - strip, y: corner, width: strip, height: down),
                Rect(x: 0, y: bottom, width: corner, height: corner),
                Rect(x: corner, y: height - strip, width: across, height: strip),
                Rect(x: right, y: bottom, width: corner, height: corner),
            ]
        }
        return pieces.map { piece in
            Self.piece(piece, scale) { canvas in
                canvas.stroke(bounds, theme.accent, width: 2, radius: Theme.Radius.window)
                if isFocused {
                    canvas.stroke(
                        bounds.insetBy(dx: 2, dy: 2), Color.white.opacity(0.75), width: 1,
                        radius: Theme.Radius.window - 2)
                }
            }
        }
    }

    /// A part of the window, drawn in the window's points.
    private static func piece(_ rect: Rect, _ scale: Double, _ draw: (Canvas) -> Void) -> Overlay {
        let bitmap = Bitmap(size: Size(max(1, rect.width), max(1, rect.height)), scale: scale) { canvas in
            canvas.translate(by: -Double(rect.x) / scale, -Double(rect.y) / scale)
            draw(canvas)
        }
        return Overlay(bitmap: bitmap, origin: rect.origin)
    }
}
