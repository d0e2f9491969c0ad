import Frames
import Geometry
import Views
import XServer

/// The right-click menu of a mini window: a small override-redirect window above it, drawn once a change.
///
/// It grabs neither pointer nor keyboard, as menus otherwise do: a screen locker that starts while it is open gets both.
/// A click elsewhere is heard of through XInput's raw events, its few keys through passive grabs.
final class MiniMenuWindow {
    /// Its number on the server.
    let id: WindowID
    /// Where it is on the root.
    let rect: Rect

    private let menu: MiniMenu
    private let scale: Double
    private let desktop: DesktopConnection
    private let context: GraphicsContext?
    private let image: PresentImage?
    private let choose: (MiniMenu.Action) -> Void
    private let dismiss: () -> Void
    private var highlighted: MiniMenu.Action?
    private var tokens: [Int] = []
    private var isClosed = false

    /// Escape, Enter and the keypad's, Space, the arrows, Tab.
    private static let chords = [0xff1b, 0xff0d, 0xff8d, 0x20, 0xff51, 0xff52, 0xff53, 0xff54, 0xff09].map {
        KeyChord($0)
    }

    /// Opens a menu.
    ///
    /// - Parameters:
    ///   - place: where the pointer is on the root: a corner of the menu goes there.
    ///   - area: the monitor it has to stay on.
    ///   - choose: told once of an entry that was chosen; the menu is closed then.
    ///   - dismiss: told when it was closed without a choice.
    init(
        _ desktop: DesktopConnection, _ menu: MiniMenu, at place: Point, in area: Rect, scale: Double,
        choose: @escaping (MiniMenu.Action) -> Void, dismiss: @escaping () -> Void
    ) {
        (self.desktop, self.menu, self.scale, self.choose, self.dismiss) = (desktop, menu, scale, choose, dismiss)
        let server = desktop.server
        let size = menu.size(scale: scale)
        let x = place.x + size.width <= area.maxX ? place.x : place.x - size.width
        let y = place.y + size.height <= area.maxY ? place.y : place.y - size.height
        rect = clamp(Rect(origin: Point(x, y), size: size), into: area)
        id = server.createWindow(
            rect, overrideRedirect: true, background: .color(Theme.dark.panel.rgb),
            events: [.structure, .buttons, .motion, .crossing])
        server.setTitle("Menu – Porthole", of: id)
        server.setClass(instance: "porthole-pip", class: "Porthole", of: id)
        server.setText("menu", .wmWindowRole, on: id)
        server.setHints(acceptsInput: false, group: desktop.leader, of: id)
        server.setProcess(of: id)
        server.setAtoms([.windowTypePopupMenu], .wmWindowType, on: id)
        server.setShape(CornerMask(radius: MiniMenu.cornerRadius, scale: scale).spans(size: size), .bounding, of: id)
        context = GraphicsContext(server)
        image = try? PresentImage(server, .socket, size: size)
        tokens = [
            desktop.register(id) { [weak self] event in self?.handle(event) },
            desktop.register(server.rootWindow) { [weak self] event in
                switch event {
                case .key(let key) where key.isPress: self?.press(key.keysym)
                case .buttonAnywhere: self?.clicked()
                default: break
                }
            },
        ]
        desktop.watchButtons(true)
        server.grabKeys(Self.chords)
        draw()
        server.mapRaised(id)
        desktop.flush()
    }

    private func draw() {
        guard let context, let image, !isClosed else { return }
        let bitmap = menu.bitmap(highlighted: highlighted, scale: scale)
        let target = PixelTarget(base: image.pixels, stride: image.stride, size: image.size)
        target.fill(around: .zero, with: Theme.dark.panel.rgb)
        FrameConverter().blend(Overlay(bitmap: bitmap), into: target)
        // As the background, the server draws it again by itself after every exposure.
        desktop.server.setBackground(id, picture: image, with: context)
        desktop.server.clear(id)
        desktop.flush()
    }

    private func highlight(_ action: MiniMenu.Action?) {
        guard action != highlighted else { return }
        highlighted = action
        draw()
    }

    // MARK: Events

    private func handle(_ event: ServerEvent) {
        switch event {
        case .motion(let motion): highlight(menu.hitTest(motion.position, scale: scale))
        case .enter(_, let position, _, _): highlight(menu.hitTest(position, scale: scale))
        case .leave: highlight(nil)
        case .button(let button) where !button.isPress && button.button <= 3:
            if let action = menu.hitTest(button.position, scale: scale) { take(action) }
        case .destroy: close(); dismiss()
        default: break
        }
    }

    /// A button was let go on the root that went down before the menu opened: a press that slides to an entry.
    func release(at place: Point) {
        guard rect.contains(place) else { return }
        if let action = menu.hitTest(Point(place.x - rect.x, place.y - rect.y), scale: scale) { take(action) }
    }

    private func clicked() {
        guard !isClosed, !rect.contains(desktop.server.pointerPosition()) else { return }
        close()
        dismiss()
    }

    private func press(_ keysym: UInt) {
        switch KeyEvent.Key(keysym: keysym) {
        case .escape:
            close()
            dismiss()
        case .down, .tab: highlight(menu.next(after: highlighted))
        case .up: highlight(menu.previous(before: highlighted))
        case .left: if let highlighted { highlight(menu.beside(highlighted, by: -1) ?? highlighted) }
        case .right: if let highlighted { highlight(menu.beside(highlighted, by: 1) ?? highlighted) }
        case .enter, .space: if let highlighted { take(highlighted) }
        default: break
        }
    }

    private func take(_ action: MiniMenu.Action) {
        guard !isClosed else { return }
        close()
        choose(action)
    }

    /// Takes it away, without a word. Calling it again does nothing.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        for token in tokens { desktop.unregister(token) }
        desktop.watchButtons(false)
        desktop.server.releaseKeys(Self.chords)
        desktop.server.destroyWindow(id)
        desktop.flush()
    }
}
