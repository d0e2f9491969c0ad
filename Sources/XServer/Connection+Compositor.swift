import CX11

extension Connection {
    /// Compositors own this selection (EWMH 1.5, 7.7).
    var compositorSelection: CX11.Atom { XInternAtom(display, "_NET_WM_CM_S\(screen)", 0) }

    /// Asks to be told when a compositor comes or goes (XFIXES); without the extension nothing is told.
    public func selectCompositorChanges() {
        var (event, error) = (Int32(0), Int32(0))
        guard !isBroken, XFixesQueryExtension(display, &event, &error) != 0 else { return }
        fixesBase = event
        let changes =
            XFixesSetSelectionOwnerNotifyMask | XFixesSelectionWindowDestroyNotifyMask
            | XFixesSelectionClientCloseNotifyMask
        XFixesSelectSelectionInput(display, root, compositorSelection, UInt(changes))
    }
}

extension Connection {
    /// Asks compositors that draw shadows around windows of every kind to leave one out: it has its own, or is one.
    public func forbidShadow(of window: WindowID) { setCardinals([0], .wmShadow, on: window) }
}
