import Foundation
public import Frames
public import Geometry

/// What is left of a mini window that is tucked away: a tab at an edge of the work area (spec M12).
///
/// A value; pure, any thread.
public struct StashTab: Sendable, Hashable {
    /// The side of the work area that the tab is at.
    public enum Edge: String, Sendable, Hashable, CaseIterable {
        /// The left side.
        case left
        /// The right side.
        case right
        /// The upper side.
        case top
        /// The lower side.
        case bottom
    }

    /// How far it reaches into the work area, in points.
    public static let thickness = 24.0
    /// How long it is along the edge, in points.
    public static let length = 76.0
    /// The radius of the two corners that are not at the edge, in points.
    public static let cornerRadius = 10.0

    /// What floats: a call shows a camera, a live a red dot, a view a window.
    public var kind: MiniControls.Kind
    /// Where it is.
    public var edge: Edge
    /// The pointer is on it.
    public var isHovered: Bool
    /// Somebody speaks: told by the accent along its inner side.
    public var isSpeaking: Bool

    /// A tab.
    public init(kind: MiniControls.Kind, edge: Edge, isHovered: Bool = false, isSpeaking: Bool = false) {
        self.kind = kind
        self.edge = edge
        self.isHovered = isHovered
        self.isSpeaking = isSpeaking
    }

    /// What a click on it does, as its accessible name says.
    public static let title = "Bring back"

    /// The tab's size at an edge, in device pixels.
    public static func size(edge: Edge, scale: Double = 1) -> Size {
        let (thick, long) = (Int((thickness * scale).rounded()), Int((length * scale).rounded()))
        return edge.isUpright ? Size(thick, long) : Size(long, thick)
    }

    /// The tab as its window shows it; clear outside its two round corners.
    public func bitmap(scale: Double = 1, theme: Theme = .dark) -> Bitmap {
        Bitmap(size: Self.size(edge: edge, scale: scale), scale: scale) { canvas in
            let bounds = canvas.bounds
            // Longer than what is seen, so that the corners at the edge are square.
            let more = 2 * Self.cornerRadius
            let body =
                switch edge {
                case .left: CGRect(x: -more, y: 0, width: bounds.width + more, height: bounds.height)
                case .right: CGRect(x: 0, y: 0, width: bounds.width + more, height: bounds.height)
                case .top: CGRect(x: 0, y: -more, width: bounds.width, height: bounds.height + more)
                case .bottom: CGRect(x: 0, y: 0, width: bounds.width, height: bounds.height + more)
                }
            canvas.fill(body, isHovered ? theme.line : theme.panel, radius: Self.cornerRadius)
            canvas.stroke(
                body, isSpeaking ? theme.accent : isHovered ? theme.dim.opacity(0.5) : theme.line,
                width: isSpeaking ? 2 : 1,
                radius: Self.cornerRadius)
            let color = isHovered ? theme.text : theme.dim
            // Both signs in the middle of the tab's thickness, a third of its length apart.
            let (sign, arrow) =
                edge.isUpright
                ? (
                    CGRect(x: 0, y: bounds.midY - 25, width: bounds.width, height: 24),
                    CGRect(x: 0, y: bounds.midY + 3, width: bounds.width, height: 20)
                )
                : (
                    CGRect(x: bounds.midX - 25, y: 0, width: 24, height: bounds.height),
                    CGRect(x: bounds.midX + 3, y: 0, width: 20, height: bounds.height)
                )
            switch kind {
            case .call: canvas.draw(.camera, in: sign, size: 15, color: color)
            case .live:
                canvas.fillOval(
                    in: CGRect(x: sign.midX - 7, y: sign.midY - 7, width: 14, height: 14), theme.danger.opacity(0.3))
                canvas.fillOval(
                    in: CGRect(x: sign.midX - 4, y: sign.midY - 4, width: 8, height: 8), theme.danger)
            case .view: canvas.draw(.window, in: sign, size: 14, color: color)
            }
            canvas.draw(edge.arrow, in: arrow, size: 16, color: isHovered ? theme.text : color)
        }
    }
}

extension StashTab.Edge {
    /// The tab stands upright.
    var isUpright: Bool { self == .left || self == .right }

    /// Towards the inside, where the window will come to.
    var arrow: Icon {
        switch self {
        case .left: .chevronRight
        case .right: .chevronLeft
        case .top: .chevronDown
        case .bottom: .chevronUp
        }
    }
}
