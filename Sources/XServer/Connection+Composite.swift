import CX11

extension Connection {
    /// Has the server keep a window's pixels apart from the screen, so that whoever reads them gets all of the window and
    /// nothing of what lies over it (Composite 0.4, automatic redirection: on the screen nothing changes). A round trip.
    ///
    /// It ends with `unredirect`, with the window or with this connection.
    /// - Returns: false without the extension: what lies over the window is read in its stead then.
    public func redirect(_ window: WindowID) -> Bool {
        var (event, error) = (Int32(0), Int32(0))
        guard !isBroken, XCompositeQueryExtension(display, &event, &error) != 0 else { return false }
        XCompositeRedirectWindow(display, window.rawValue, Int32(CompositeRedirectAutomatic))
        sync()
        return true
    }

    /// Ends `redirect`.
    public func unredirect(_ window: WindowID) {
        guard !isBroken else { return }
        XCompositeUnredirectWindow(display, window.rawValue, Int32(CompositeRedirectAutomatic))
    }
}
