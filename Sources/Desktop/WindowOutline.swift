package import Frames
import Geometry
package import XServer

/// How a window of ours ends: its round corners, and what is around them.
package nonisolated struct WindowOutline: Sendable, Hashable {
    /// A shadow, and the window below that shows it.
    package struct Shadow: Sendable, Hashable {
        /// Below the window whose shadow it is; it has alpha and takes no input.
        package let window: WindowID
        /// What it looks like.
        package let look: DropShadow

        /// A shadow in a window.
        package init(window: WindowID, look: DropShadow) {
            self.window = window
            self.look = look
        }
    }

    /// The corners and the line inside them.
    package let frame: RoundFrame
    /// A compositor shows the alpha of the corners; without, Shape cuts them.
    package let isBlended: Bool
    /// Nothing of it is seen: for a look at what is behind it where no compositor can fade it.
    package let isHidden: Bool
    /// Not a single pixel of it is seen: its screen is shared.
    package let isVeiled: Bool
    /// What lies below.
    package let shadow: Shadow?

    /// The colour of the line inside corners that are cut, as 0xRRGGBB.
    package static let lineColor: UInt32 = 0x0a0c0f

    /// Corners with a radius in points, at a scale factor: blended, or cut and with a dark line of a point inside.
    ///
    /// - Parameter open: a side whose corners stay square; there is no line then.
    package init(
        radius: Double, scale: Double, isBlended: Bool, open: RoundFrame.Side? = nil, isHidden: Bool = false,
        isVeiled: Bool = false, shadow: WindowID? = nil
    ) {
        let mask = CornerMask(radius: radius, scale: scale)
        let line = isBlended || open != nil ? 0 : max(1, Int(scale.rounded()))
        frame = RoundFrame(mask: mask, line: line, open: open)
        self.isBlended = isBlended
        self.isHidden = isHidden
        self.isVeiled = isVeiled
        self.shadow = shadow.map { Shadow(window: $0, look: DropShadow(mask: mask, scale: scale)) }
    }

    /// What the Shape extension leaves of a window of `size`. Blended corners are cut too, where nothing of them is seen:
    /// they do not turn black while a compositor that has died is not yet known to be gone.
    func spans(size: Size) -> [Rect] {
        // Beside it: mutter takes an empty shape for none, and goes on to show all of the window.
        if isVeiled { return [Rect(x: -1, y: -1, width: 1, height: 1)] }
        // Without a single pixel it would lose the button that is held.
        if isHidden { return [Rect(x: 0, y: 0, width: 1, height: 1)] }
        return frame.spans(size: size, covering: isBlended ? 1 : 128)
    }

    /// Finishes a picture of the window.
    func draw(into target: PixelTarget) {
        if isBlended { frame.cut(target) } else { frame.drawLine(into: target, color: Self.lineColor) }
    }
}
