import Foundation
import PortholeKit

/// A caption as it is drawn over pictures of the screen: words on dark glass in the lower third.
///
/// It is drawn into recordings and screenshots and is no window: one more window above all others would be one more
/// client for the manager, the compositor and the keeper, and what is shown would not be what is tested. So it is over
/// lockers and fullscreen windows too, and is translucent without a compositor.
struct CaptionCard: Sendable {
    /// The words.
    let text: String
    /// How it looks, with its shadow, and where it goes.
    let overlay: Overlay

    private static let style = TextStyle.title
    private static let blur = 12.0

    /// Draws it. Pure.
    ///
    /// - Parameter screen: what it goes over; it leaves free the corners where mini windows open.
    init(_ text: String, on screen: Size) {
        self.text = text
        // As large for whoever watches, however large the screen was.
        let scale = max(0.6, Double(min(screen.height, screen.width * 10 / 16)) / 800)
        let points = CGSize(width: Double(screen.width) / scale, height: Double(screen.height) / scale)
        // Mini windows open with a fifth of the screen's width, 16 pixels from its edge.
        let room = max(120, points.width * 0.6 - 96)
        let words = Canvas.measure(text, style: Self.style, width: room - 48, lines: 2)
        let card = CGRect(
            x: Self.blur, y: Self.blur, width: words.width.rounded(.up) + 48, height: words.height.rounded(.up) + 28)
        let size = Size(
            Int(((card.maxX + Self.blur) * scale).rounded(.up)), Int(((card.maxY + Self.blur) * scale).rounded(.up)))
        let bitmap = Bitmap(size: size, scale: scale) { canvas in
            canvas.shadow(card, radius: Theme.Radius.large, blur: Self.blur)
            // Denser than glass over video: below it may lie a page of black on white.
            canvas.fill(card, Color(0x0F1115, alpha: 0.86), radius: Theme.Radius.large)
            canvas.stroke(card, Color(0xFFFFFF, alpha: 0.10), radius: Theme.Radius.large)
            canvas.draw(
                text, in: card.insetBy(dx: 24, dy: 14), style: Self.style, color: Theme.dark.onGlass,
                alignment: .center, lines: 2)
        }
        let origin = Point(
            (screen.width - size.width) / 2,
            min(screen.height - size.height, Int(Double(screen.height) * 0.91) - size.height / 2))
        overlay = Overlay(bitmap: bitmap, origin: origin)
    }

    /// The same, seen in part while it comes or goes.
    ///
    /// - Parameter share: 0 to 1.
    func faded(_ share: Double) -> Overlay {
        Overlay(bitmap: overlay.bitmap, origin: overlay.origin, alpha: UInt8((min(1, max(0, share)) * 255).rounded()))
    }
}

/// The captions of a moment: one that is there or comes, and one that goes. Pure.
struct CaptionFade: Sendable {
    private var card: CaptionCard?
    private var old: CaptionCard?
    private var since = 0.0

    /// Another caption from now on, or none.
    ///
    /// - Parameter now: seconds.
    mutating func show(_ card: CaptionCard?, at now: Double) {
        (old, self.card, since) = (self.card, card, now)
    }

    /// What to draw, lowest first.
    func overlays(at now: Double) -> [Overlay] {
        let share = min(1, max(0, (now - since) / Theme.Motion.fade))
        return [share < 1 ? old?.faded(1 - share) : nil, card?.faded(share)].compactMap { $0 }
    }
}
