public import Geometry
import PictureInPicture
public import Views
import XServer

// Its menu, and what is done there (spec M9, M12).
extension MiniWindow {
    /// How things stand, for the menu.
    public var menuState: MiniMenu.State {
        var state = MiniMenu.State()
        state.isClickThrough = isClickThrough
        state.hidesWhileSharing = hidesWhileSharing
        state.opacity = Int((opacity * 100).rounded())
        state.hasCompositor = hasCompositor
        let corners = Corner.allCases.filter {
            place(goal.size, in: $0, of: workArea, margin: placer.policy.magnet.gap) == goal
        }
        state.corner = corners.first
        state.isStashed = isStashed
        return state
    }

    /// Opens its menu; `place` is on the root.
    public func openMenu(at place: Point) {
        guard !isLeaving, !isGone else { return }
        endDrag()
        menu?.close()
        let monitor = placer.monitor(holding: Rect(origin: place, size: Size(1, 1)))
        menu = MiniMenuWindow(
            desktop, MiniMenu(kind: hover.controls.kind, state: menuState), at: place, in: monitor.workArea,
            scale: placer.scale, choose: { [weak self] in self?.chose($0) },
            dismiss: { [weak self] in self?.menuWentAway() })
    }

    /// Takes the menu away, if it is open.
    public func closeMenu() {
        menu?.close()
        menuWentAway()
    }

    private func menuWentAway() {
        guard menu != nil else { return }
        menu = nil
        // The menu gave back keys that both have.
        if hasKeyboard {
            releaseKeyboard()
            takeKeyboard()
        }
    }

    private func chose(_ action: MiniMenu.Action) {
        menuWentAway()
        switch action {
        case .restore: onRestore?()
        case .hide: report(.hidePressed)
        case .stash: if isStashed { unstash() } else { stash() }
        case .clickThrough: setClickThrough(!isClickThrough)
        case .hideWhileSharing: onHideWhileSharing?()
        case .opacity(let percent): setOpacity(Double(percent) / 100)
        case .corner(let corner): move(toCorner: corner)
        case .resetSize: resetSize()
        case .help:
            takeKeyboard()
            if !hover.showsHelp { hover.toggleHelp() }
        case .close: onClose?()
        case .choice: break
        }
    }

    /// How opaque it is, 0.2 to 1, where a compositor is present.
    public func setOpacity(_ opacity: Double) {
        guard opacity.isFinite else { return }
        self.opacity = min(1, max(0.2, opacity))
        setVisibleShare(visibleShare)
    }
}
