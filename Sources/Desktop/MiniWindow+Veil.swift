import Geometry
import PictureInPicture
import XServer

// Out of sight while the screen it is on is shared (spec M9).
extension MiniWindow {
    /// Takes it out of sight, or brings it back as it was: the session and the window itself go on.
    ///
    /// Its shape takes it away, which no manager, locker or keeper has a part in. When this has returned the server shows
    /// nothing of it: what is captured afterwards does not hold it.
    public func setVeiled(_ isVeiled: Bool) {
        guard isVeiled != self.isVeiled, !isGone, !isLeaving else { return }
        self.isVeiled = isVeiled
        if isVeiled {
            closeMenu()
            releaseKeyboard()
            endDrag()
            hover.pointerLeft()
        }
        applyShape()
        setCovered(isVeiled)
        // At once: its presenter, which does the same, is on a thread of its own.
        let outline = shaped.outline(desktop, shadow: nil)
        desktop.server.setShape(outline?.spans(size: presenter.rect.size), .bounding, of: id)
        desktop.server.sync()
        presenter.redraw()
        report(.suspended(isVeiled))
        desktop.flush()
    }
}
