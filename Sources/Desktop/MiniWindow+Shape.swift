import Frames
import Geometry
import Views
import XServer

// Its round corners, its shadow, and where it takes the pointer.
extension MiniWindow {
    /// What its shape depends on besides its size, which its presenter knows.
    struct ShapeCause: Equatable {
        /// Device pixels a point.
        let scale: Double
        /// A compositor blends it with what is below.
        let isBlended: Bool
        /// The pointer goes through it.
        var isClickThrough = false
        /// Nothing of it is to be seen, and only its shape can do that.
        var isHidden = false
        /// Not a single pixel of it is to be seen.
        var isVeiled = false
        /// It is a tab at that edge.
        var edge: StashTab.Edge?

        /// A manager frames it: it stays as square as the frame.
        let isSquare: Bool

        init(_ desktop: DesktopConnection, scale: Double, _ depth: PixelDepth, isSquare: Bool) {
            self.scale = scale
            self.isSquare = isSquare
            isBlended = depth == .translucent && desktop.hasCompositor
        }

        /// How the window ends: square where nothing can make it round. Nil where that is the manager's affair.
        func outline(_ desktop: DesktopConnection, shadow: WindowID?) -> WindowOutline? {
            if isSquare, !isVeiled { return nil }
            let radius = edge == nil ? Theme.Radius.window : StashTab.cornerRadius
            return WindowOutline(
                radius: !isSquare && (isBlended || desktop.server.hasShape) ? radius : 0, scale: scale,
                isBlended: isBlended,
                open: edge.map { RoundFrame.Side($0) }, isHidden: isHidden, isVeiled: isVeiled, shadow: shadow)
        }
    }

    /// Gives it the shape that compositor, scale and click-through now ask for. Free when nothing has changed.
    func applyShape() {
        guard !isGone, !desktop.server.isBroken else { return }
        var cause = ShapeCause(desktop, scale: placer.scale, depth, isSquare: options.isManaged)
        cause.isClickThrough = isClickThrough
        cause.isHidden = isPeeking && !desktop.hasCompositor
        cause.isVeiled = isVeiled
        cause.edge = stashEdge
        guard cause != shaped else { return }
        if cause.isClickThrough != shaped.isClickThrough {
            desktop.server.setShape(isClickThrough ? [] : nil, .input, of: id)
        }
        shaped = cause
        if !cause.isBlended || isVeiled {
            // The presenter first: what it sends to a window that is gone does no harm, but costs an error.
            presenter.setOutline(cause.outline(desktop, shadow: nil))
            removeShadow()
        } else {
            if shadow == nil {
                let new = ShadowWindow(desktop, for: presenter.rect)
                new.setOpacity(shownOpacity)
                // Its presenter, on another connection, must find it.
                desktop.server.sync()
                shadow = new
                if viewable.isMapped { new.show(below: id) }
            }
            presenter.setOutline(cause.outline(desktop, shadow: shadow?.id))
        }
        desktop.flush()
    }

    /// Its shadow goes.
    func removeShadow() {
        shadow?.close()
        shadow = nil
        desktop.flush()
    }
}

extension RoundFrame.Side {
    fileprivate init(_ edge: StashTab.Edge) {
        self =
            switch edge {
            case .left: .left
            case .right: .right
            case .top: .top
            case .bottom: .bottom
            }
    }
}
