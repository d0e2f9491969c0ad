import Geometry
import PictureInPicture
import Views
import XServer

// Tucked away at an edge: a tab, while the session goes on and nothing is converted (spec M12).
extension MiniWindow {
    /// It is a tab at an edge.
    public var isStashed: Bool { stashEdge != nil }

    /// Tucks it away to a tab at the nearest edge of the work area. Once is enough.
    public func stash() {
        guard !isStashed, !isLeaving, !isGone else { return }
        endDrag()
        closeMenu()
        releaseKeyboard()
        hover.cancelPress()
        hover.pointerLeft()
        stopMoving()
        let edge = nearestEdge
        stashEdge = edge
        tellSizes()
        showTab(at: edge)
    }

    /// Brings it back to where it was. Without a tab nothing happens.
    public func unstash() {
        guard isStashed, !isGone else { return }
        stashEdge = nil
        tellSizes()
        presenter.setCover(nil)
        presenter.place(goal)
        layOutControls()
        onRenderSize?(goal.size)
    }

    /// Draws the tab and puts it where it belongs; `goal` stays where the window comes back to.
    func showTab(at edge: StashTab.Edge, isHovered: Bool = false) {
        let tab = StashTab(
            kind: hover.controls.kind, edge: edge, isHovered: isHovered, isSpeaking: hover.controls.isSpeaking)
        presenter.setCover(tab.bitmap(scale: placer.scale))
        presenter.place(tabRect(at: edge))
    }

    /// The edge of the work area that it is nearest to.
    private var nearestEdge: StashTab.Edge {
        let (rect, area) = (goal, workArea)
        let ways: [(edge: StashTab.Edge, way: Int)] = [
            (.right, area.maxX - rect.maxX), (.left, rect.x - area.x), (.bottom, area.maxY - rect.maxY),
            (.top, rect.y - area.y),
        ]
        return ways.min { $0.way < $1.way }?.edge ?? .right
    }

    private func tabRect(at edge: StashTab.Edge) -> Rect {
        let (size, area) = (StashTab.size(edge: edge, scale: placer.scale), workArea)
        let (x, y) = (goal.center.x - size.width / 2, goal.center.y - size.height / 2)
        let origin =
            switch edge {
            case .left: Point(area.x, y)
            case .right: Point(area.maxX - size.width, y)
            case .top: Point(x, area.y)
            case .bottom: Point(x, area.maxY - size.height)
            }
        return clamp(Rect(origin: origin, size: size), into: area)
    }
}
