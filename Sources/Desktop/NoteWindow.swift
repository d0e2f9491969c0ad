import Foundation
import Frames
import Geometry
import Views
import XServer

/// A line of words over everything, at the upper edge of a monitor, that takes no input. Main actor.
final class NoteWindow {
    private let desktop: DesktopConnection
    private let scale: Double
    private let area: Rect
    private let id: WindowID
    private let context: GraphicsContext?
    private var isOpen = false

    /// A window that says nothing yet.
    init(_ desktop: DesktopConnection, in area: Rect, scale: Double) {
        (self.desktop, self.area, self.scale) = (desktop, area, scale)
        let server = desktop.server
        id = server.createWindow(
            Rect(x: area.x, y: area.y, width: 1, height: 1), overrideRedirect: true,
            background: .color(Theme.dark.panel.rgb), events: [])
        server.setTitle("Note – Porthole", of: id)
        server.setClass(instance: "porthole-note", class: "Porthole", of: id)
        server.setAtoms([.windowTypeNotification], .wmWindowType, on: id)
        server.setShape([], .input, of: id)
        context = GraphicsContext(server)
    }

    /// Says it.
    func say(_ text: String) {
        let (style, theme) = (TextStyle.body.weight(.medium), Theme.dark)
        let width = Canvas.measure(text, style: style).width + 34
        let size = Size(Int((width * scale).rounded()), Int((40 * scale).rounded()))
        let rect = Rect(
            x: area.x + (area.width - size.width) / 2, y: area.y + Int((24 * scale).rounded()), width: size.width,
            height: size.height)
        let bitmap = Bitmap(size: size, scale: scale) { canvas in
            canvas.fill(canvas.bounds, theme.panel, radius: Theme.Radius.medium)
            canvas.stroke(canvas.bounds, theme.accent, width: 1.5, radius: Theme.Radius.medium)
            canvas.draw(text, in: canvas.bounds, style: style, color: theme.text, alignment: .center)
        }
        let server = desktop.server
        server.configure(id, rect)
        server.setShape(CornerMask(radius: Theme.Radius.medium, scale: scale).spans(size: size), .bounding, of: id)
        guard let context, let image = try? PresentImage(server, .socket, size: size) else { return }
        let target = PixelTarget(base: image.pixels, stride: image.stride, size: image.size)
        target.fill(around: .zero, with: theme.panel.rgb)
        FrameConverter().blend(Overlay(bitmap: bitmap), into: target)
        server.setBackground(id, picture: image, with: context)
        server.clear(id)
        if !isOpen { server.mapRaised(id) }
        isOpen = true
        desktop.flush()
    }

    /// Takes it away.
    func close() {
        desktop.server.destroyWindow(id)
        desktop.flush()
    }
}
