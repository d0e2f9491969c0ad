import Geometry
import XServer

/// The window that shows a mini window's shadow: directly below it, with alpha, and the pointer goes through it.
///
/// A window of its own, so that the mini window is exactly its picture for everybody who asks for its place. The mini
/// window's presenter moves, sizes and draws it together with that one; here it comes, goes and is restacked.
///
/// When a compositor dies it is black for the moment until that is told: the server itself draws all windows again first,
/// without their alpha, and nothing of a window that one could set beforehand depends on a compositor's life. To have it
/// redirected by us too (Composite, automatic) is no help: the server copies it to the screen without alpha as well.
final class ShadowWindow {
    /// Its number on the server.
    let id: WindowID
    private let desktop: DesktopConnection
    /// Where its window is, as the server told last.
    private var place: Rect?

    /// The shadow of a window at `rect`; not yet seen.
    init(_ desktop: DesktopConnection, for rect: Rect) {
        self.desktop = desktop
        let server = desktop.server
        id = server.createWindow(
            Rect(origin: rect.origin, size: Size(1, 1)), overrideRedirect: true, background: .clear, events: [],
            depth: .translucent)
        server.setTitle("Shadow", of: id)
        server.setClass(instance: "porthole-shadow", class: "Porthole", of: id)
        server.setHints(acceptsInput: false, group: desktop.leader, of: id)
        server.setProcess(of: id)
        server.setWindows([desktop.leader], .wmClientLeader, on: id)
        server.setAtoms([.windowTypeUtility], .wmWindowType, on: id)
        server.setShape([], .input, of: id)
        server.forbidShadow(of: id)
    }

    /// Takes an event of its window: it comes and goes with that one, and stays directly below it.
    func follow(_ event: ServerEvent, of window: WindowID) {
        switch event {
        case .map: show(below: window)
        case .unmap: hide()
        case .configure(_, let rect, _):
            // The same place again: it was put elsewhere in the stack.
            if rect == place {
                desktop.server.restack(id, below: window)
                desktop.flush()
            }
            place = rect
        default: break
        }
    }

    /// Shows it directly below its window.
    func show(below window: WindowID) {
        desktop.server.restack(id, below: window)
        desktop.server.map(id)
        desktop.flush()
    }

    /// Its window is not seen any more.
    private func hide() {
        desktop.server.unmap(id)
        desktop.flush()
    }

    /// Fades it with its window.
    func setOpacity(_ opacity: Double) { desktop.server.setOpacity(id, opacity) }

    /// Destroys it.
    func close() { desktop.server.destroyWindow(id) }
}
