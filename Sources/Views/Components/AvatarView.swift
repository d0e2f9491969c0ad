public import Foundation
import Frames
import Geometry

/// A round picture of somebody, else their initials, else an icon (spec L3).
@MainActor public final class AvatarView: View {
    /// Who it is.
    public var person: Person { didSet { if person != oldValue { setNeedsDisplay() } } }

    /// Quiet colours that white letters are readable on.
    private nonisolated static let colors: [UInt32] = [0x3452A5, 0x6A4CA0, 0x2F6F7E, 0x8A4A6B, 0x4A6B3C, 0x8A5A34]

    /// Somebody's picture.
    public init(_ person: Person) {
        self.person = person
        super.init()
        isUserInteractionEnabled = false
    }

    /// True: it draws itself.
    public override var isDrawn: Bool { true }
    /// Who it is.
    public override var accessibleName: String? {
        get { person.name }
        set {}
    }

    /// Draws the picture, the initials or the icon.
    public override func draw(in canvas: Canvas) { Self.draw(person, in: bounds, on: canvas) }

    /// Draws somebody in the largest circle of `rect`: for views, and for frames of a mini window without video.
    public nonisolated static func draw(_ person: Person, in rect: CGRect, on canvas: Canvas) {
        let side = min(rect.width, rect.height)
        let circle = CGRect(x: rect.midX - side / 2, y: rect.midY - side / 2, width: side, height: side)
        canvas.saved {
            canvas.clip(to: circle, radius: side / 2)
            if let picture = person.picture {
                let size = CGSize(width: picture.size.width, height: picture.size.height)
                return canvas.draw(picture, in: circle.covering(size))
            }
            canvas.fill(circle, color(for: person.name))
            guard let initials = person.initials else {
                return canvas.draw(.person, in: circle, size: side * 0.5, color: .white)
            }
            canvas.draw(
                initials, in: circle,
                style: TextStyle(size: side * 0.38, lineHeight: side * 0.5, weight: .semibold),
                color: Color(0xEEF1F5), alignment: .center)
        }
    }

    /// The same name always has the same colour, in every run.
    nonisolated static func color(for name: String) -> Color {
        let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return Color(colors[Int(hash % UInt32(colors.count))])
    }
}
