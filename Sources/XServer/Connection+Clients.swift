import CX11
public import Geometry

extension Connection {
    /// What a window calls itself (EWMH `_NET_WM_NAME`, else ICCCM `WM_NAME`), in one line; nil when it does not. A round
    /// trip or two.
    public func title(of window: WindowID) -> String? {
        guard !isBroken else { return nil }
        var title = text(.wmName, of: window) ?? ""
        if title.isEmpty {
            var name: UnsafeMutablePointer<CChar>?
            if XFetchName(display, window.rawValue, &name) != 0, let name {
                title = String(cString: name)
                XFree(name)
            }
        }
        let line = title.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : String($0) }.joined()
            .split(separator: " ").joined(separator: " ")
        return line.isEmpty ? nil : line
    }

    /// The client's window that is seen at a place of the root, out of whatever frame a manager put around it (ICCCM
    /// `WM_STATE`); without a manager, or for what managers leave alone, the child of the root. Some round trips.
    ///
    /// - Returns: nil on the bare root.
    public func clientWindow(at place: Point) -> WindowID? {
        guard !isBroken, let top = child(of: rootWindow, at: place) else { return nil }
        var window = top
        // Managers keep a client at most three levels down.
        for _ in 0...3 {
            if !numbers(.wmState, of: window).isEmpty { return window }
            guard let inner = child(of: window, at: place) else { break }
            window = inner
        }
        return top
    }

    private func child(of window: WindowID, at place: Point) -> WindowID? {
        var (x, y, child) = (Int32(place.x), Int32(place.y), CX11.Window(0))
        guard XTranslateCoordinates(display, root, window.rawValue, x, y, &x, &y, &child) != 0, child != 0 else {
            return nil
        }
        return WindowID(UInt(child))
    }
}
