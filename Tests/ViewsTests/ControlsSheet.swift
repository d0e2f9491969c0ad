import Foundation
import Frames
import Geometry
import Testing

@testable import Views

/// The picture of every control state that the documentation shows: over real frames when `PORTHOLE_SHEET_PICTURE`
/// (a call), `PORTHOLE_SHEET_LIVE` and `PORTHOLE_SHEET_RECORDED` name PNG files.
@Suite(.enabled(if: Sheet.folder != nil), .timeLimit(.minutes(10))) struct ControlsSheet {
    private enum Scene: String {
        case call = "PORTHOLE_SHEET_PICTURE"
        case live = "PORTHOLE_SHEET_LIVE"
        case recorded = "PORTHOLE_SHEET_RECORDED"
        case avatar
    }

    private struct Cell {
        var label: String
        var rect: CGRect
        var scene: Scene
        var state: ControlStates.State
    }

    @Test(arguments: [1.0, 2]) func controls(_ scale: Double) throws {
        let width = 1280.0
        let cells = cells()
        let menuTop = 1156.0
        let height = menuTop + 372
        let size = Size(Int(width * scale), Int(height * scale))
        let sheet = Bitmap(size: size, scale: scale) { canvas in
            canvas.fill(
                canvas.bounds,
                Gradient(
                    from: .zero, to: CGPoint(x: width, y: height),
                    stops: [.init(0, Color(0x46566F)), .init(0.55, Color(0x323E54)), .init(1, Color(0x262F40))]))
            for cell in cells { draw(cell, on: canvas) }
            drawMenus(top: menuTop, on: canvas)
        }
        try Sheet.write(sheet, "controls", scale)
    }

    private func label(_ text: String, x: Double, y: Double, on canvas: Canvas) {
        canvas.draw(
            text, in: CGRect(x: x, y: y, width: 420, height: 18), style: TextStyle(size: 13, lineHeight: 18),
            color: Color(0xE3E8F0))
    }

    private func draw(_ cell: Cell, on canvas: Canvas) {
        label(cell.label, x: cell.rect.minX, y: cell.rect.minY - 26, on: canvas)
        canvas.shadow(cell.rect.offsetBy(dx: 0, dy: 5), radius: 12, blur: 20)
        canvas.saved {
            canvas.clip(to: cell.rect, radius: Theme.Radius.window)
            draw(cell.scene, in: cell.rect, on: canvas)
            ControlStates.draw(cell.state, in: cell.rect, on: canvas)
        }
    }

    private func draw(_ scene: Scene, in rect: CGRect, on canvas: Canvas) {
        if scene == .avatar {
            canvas.fill(rect, Color(0x1B1F27))
            let side = min(84, rect.height * 0.42)
            AvatarView.draw(
                Person("Ada Lovelace"),
                in: CGRect(x: rect.midX - side / 2, y: rect.midY - side / 2 - 10, width: side, height: side), on: canvas
            )
            canvas.draw(
                "Ada Lovelace",
                in: CGRect(x: rect.minX, y: rect.midY + side / 2 + 2, width: rect.width, height: 20),
                style: .body.weight(.medium), color: Theme.dark.text, alignment: .center)
            return
        }
        if let path = ProcessInfo.processInfo.environment[scene.rawValue], let picture = try? Bitmap.png(at: path) {
            canvas.draw(
                picture, in: rect.covering(CGSize(width: picture.size.width, height: picture.size.height)))
        } else {
            Sheet.drawScene(in: rect, on: canvas)
        }
    }

    private func cells() -> [Cell] {
        var cells: [Cell] = []
        func add(
            _ label: String, _ x: Double, _ y: Double, _ scene: Scene, _ size: Size = Size(360, 204),
            isHovered: Bool = true, isHelpShown: Bool = false, _ change: (inout MiniControls) -> Void = { _ in }
        ) {
            var controls =
                scene == .live
                ? ControlStates.controls(.live)
                : scene == .recorded ? ControlStates.recorded() : ControlStates.controls(.call)
            change(&controls)
            let state = ControlStates.State(
                name: label, controls: controls, isHovered: isHovered, isHelpShown: isHelpShown)
            let rect = CGRect(x: x, y: y, width: Double(size.width), height: Double(size.height))
            cells.append(Cell(label: label, rect: rect, scene: scene, state: state))
        }
        let (a, b, c) = (40.0, 460.0, 880.0)
        add("call, pointer away", a, 56, .call, isHovered: false)
        add("call, hover", b, 56, .call)
        add("camera off, muted, speaking", c, 56, .avatar, isHovered: false) {
            $0.isSpeaking = true
            $0.isParticipantMuted = true
        }
        add("own microphone off, reconnecting", a, 316, .call) {
            $0.isMicrophoneOn = false
            $0.statusText = "Reconnecting…"
        }
        add("close says what it does", b, 316, .call) {
            $0.hovered = .close
            $0.showsTooltip = true
        }
        add("with the keyboard", c, 316, .call, isHovered: false) { $0.isFocused = true }
        add("live, hover", a, 576, .live) {
            $0.hovered = .volume
            $0.volume = 0.4
            $0.showsTooltip = true
        }
        add("recorded, seeking", b, 576, .recorded) {
            $0.seekHover = 7.4
            $0.hovered = .seekBar
        }
        add("the keys, after ?", c, 576, .call, isHovered: false, isHelpShown: true) { $0.isFocused = true }
        let small = Size(213, 120)
        add("smallest, 213×120", a, 836, .call, small)
        add("live", a + 243, 836, .live, small)
        add("recorded, paused", a, 1004, .recorded, small) { $0.isPlaying = false }
        add("keys", a + 243, 1004, .call, small, isHovered: false, isHelpShown: true)
        add("upright", a + 506, 836, .call, Size(162, 288)) { $0.name = "Ada Lovelace" }
        add("snapped to the upper right", a + 700, 836, .recorded, Size(480, 288)) {
            $0.edges = [.top, .right]
            $0.statusText = "Paused"
            $0.isPlaying = false
        }
        return cells
    }

    private func drawMenus(top: Double, on canvas: Canvas) {
        var call = MiniMenu.State()
        call.hidesWhileSharing = true
        call.opacity = 85
        call.corner = .lowerRight
        var view = MiniMenu.State()
        view.hasCompositor = false
        let menus: [(String, MiniMenu, MiniMenu.Action)] = [
            ("right click on a call", MiniMenu(kind: .call, state: call), .stash),
            ("on a live", MiniMenu(kind: .live), .close),
            ("on a view, without a compositor", MiniMenu(kind: .view, state: view), .corner(.upperRight)),
        ]
        var x = 40.0
        for (name, menu, action) in menus {
            label(name, x: x, y: top, on: canvas)
            let size = Rect(size: menu.size(scale: canvas.scale)).points(canvas.scale).size
            let rect = CGRect(origin: CGPoint(x: x, y: top + 26), size: size)
            canvas.shadow(rect.offsetBy(dx: 0, dy: 5), radius: 10, blur: 20)
            canvas.draw(menu.bitmap(highlighted: action, scale: canvas.scale), in: rect)
            x += rect.width + 36
        }
        label("tucked away", x: x, y: top, on: canvas)
        let screen = CGRect(x: x, y: top + 26, width: 1240 - x, height: Double(menus[0].1.size().height))
        canvas.fill(screen, Color(0x1B2331), radius: 4)
        canvas.stroke(screen.insetBy(dx: -1, dy: -1), Color(0x5B6880), width: 1, radius: 5)
        for edge in StashTab.Edge.allCases {
            let kind: MiniControls.Kind = edge == .right ? .live : edge == .bottom ? .view : .call
            let tab = StashTab(kind: kind, edge: edge, isHovered: edge == .right, isSpeaking: edge == .left)
            let size = Rect(size: StashTab.size(edge: edge, scale: canvas.scale)).points(canvas.scale).size
            let origin =
                switch edge {
                case .left: CGPoint(x: screen.minX, y: screen.midY - size.height / 2)
                case .right: CGPoint(x: screen.maxX - size.width, y: screen.midY - size.height / 2)
                case .top: CGPoint(x: screen.midX - size.width / 2, y: screen.minY)
                case .bottom: CGPoint(x: screen.midX - size.width / 2, y: screen.maxY - size.height)
                }
            canvas.draw(tab.bitmap(scale: canvas.scale), in: CGRect(origin: origin, size: size))
        }
    }
}
