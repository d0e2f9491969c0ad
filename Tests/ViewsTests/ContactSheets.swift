import Foundation
import Frames
import Geometry
import Testing

@testable import Views

/// Pictures to look at, written when `PORTHOLE_SHEETS` names a folder.
@Suite(.enabled(if: Sheet.folder != nil), .timeLimit(.minutes(10))) struct ContactSheets {
    @Test(arguments: [1.0, 2.0]) func icons(_ scale: Double) throws {
        let icons = Icon.allCases
        let size = Size(Int(9 * 88 * scale), Int(4 * 88 * scale))
        let sheet = Bitmap(size: size, scale: scale) { canvas in
            canvas.clear(Theme.dark.background)
            for (index, icon) in icons.enumerated() {
                let cell = CGRect(x: Double(index % 9) * 88, y: Double(index / 9) * 88, width: 88, height: 88)
                let button = CGRect(x: cell.midX - 24, y: cell.minY + 8, width: 48, height: 48)
                canvas.fill(button, Theme.dark.raised, radius: 10)
                canvas.draw(icon, in: button, color: Theme.dark.text)
                canvas.draw(
                    icon.rawValue, in: CGRect(x: cell.minX, y: cell.maxY - 26, width: 88, height: 16), style: .small,
                    color: Theme.dark.dim, alignment: .center)
            }
        }
        try Sheet.write(sheet, "icons", scale)
    }

    @Test(arguments: [1.0, 2.0]) func mini(_ scale: Double) throws {
        var call = MiniControls(kind: .call)
        var hovered = call
        hovered.hovered = .close
        hovered.showsTooltip = true
        call.extras = [.microphone, .camera]
        var muted = call
        muted.isMicrophoneOn = false
        muted.edges = [.top, .right]
        var live = MiniControls(kind: .live)
        live.extras = [.playPause, .volume]
        live.isLive = true
        live.hovered = .restore
        live.showsTooltip = true
        var recorded = MiniControls(kind: .live, edges: [.bottom, .right])
        recorded.extras = [.playPause, .volume, .seekBar]
        recorded.progress = .init(position: 3, duration: 10)
        recorded.isPlaying = false
        let cells: [(MiniControls, Int, Int)] = [
            (hovered, 360, 204), (call, 360, 204), (muted, 360, 204), (live, 360, 204), (recorded, 360, 204),
            (call, 213, 120), (hovered, 213, 120), (live, 213, 120), (recorded, 213, 120),
        ]
        let sheet = Bitmap(size: Size(Int(1180 * scale), Int(720 * scale)), scale: scale) { canvas in
            canvas.clear(Color(0x3A465C))
            for (index, (controls, width, height)) in cells.enumerated() {
                let x = 20 + Double(index % 3) * 385
                let y = 20 + Double(index / 3) * 235
                let size = Size(Int(Double(width) * scale), Int(Double(height) * scale))
                canvas.saved {
                    let frame = CGRect(x: x, y: y, width: Double(width), height: Double(height))
                    canvas.clip(to: frame, radius: 12)
                    Sheet.drawScene(in: frame, on: canvas)
                    if let overlay = controls.overlay(for: size, scale: scale) {
                        canvas.draw(
                            overlay.bitmap,
                            in: Rect(origin: overlay.origin, size: overlay.bitmap.size).points(scale)
                                .offsetBy(dx: x, dy: y))
                    }
                }
            }
        }
        try Sheet.write(sheet, "mini", scale)
    }

    @Test(arguments: [1.0, 2.0]) func placeholders(_ scale: Double) throws {
        let cells = [
            (Placeholder("Connecting…", detail: "Weekly design review", icon: .camera), Theme.dark, 480, 270),
            (Placeholder("In picture in picture", icon: .tile), Theme.light, 480, 270),
            (Placeholder("The stream ended", detail: "Garden camera"), Theme.dark, 213, 120),
            (Placeholder("Camera off", icon: .cameraOff), Theme.dark, 213, 120),
        ]
        let sheet = Bitmap(size: Size(Int(1000 * scale), Int(430 * scale)), scale: scale) { canvas in
            canvas.clear(Color(0x3A465C))
            for (index, (placeholder, theme, width, height)) in cells.enumerated() {
                let size = Size(Int(Double(width) * scale), Int(Double(height) * scale))
                let bitmap = placeholder.bitmap(size: size, scale: scale, theme: theme)
                canvas.draw(
                    bitmap,
                    in: CGRect(
                        x: 10 + Double(index % 2) * 490, y: 10 + Double(index / 2) * 285, width: Double(width),
                        height: Double(height)))
            }
        }
        try Sheet.write(sheet, "placeholders", scale)
    }
}

enum Sheet {
    static let folder = ProcessInfo.processInfo.environment["PORTHOLE_SHEETS"]

    static func write(_ bitmap: Bitmap, _ name: String, _ scale: Double) throws {
        guard let folder else { return }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try bitmap.writePNG(to: "\(folder)/\(name)@\(Int(scale)).png")
    }

    /// Something bright and busy, as video is.
    static func drawScene(in rect: CGRect, on canvas: Canvas) {
        let picture = ProcessInfo.processInfo.environment["PORTHOLE_SHEET_PICTURE"]
        if let picture, let bitmap = try? Bitmap.png(at: picture) { return canvas.draw(bitmap, in: rect) }
        canvas.fill(
            rect,
            Gradient(
                from: CGPoint(x: rect.minX, y: rect.minY), to: CGPoint(x: rect.maxX, y: rect.maxY),
                stops: [.init(0, Color(0xE8F0D0)), .init(0.5, Color(0x7FA64A)), .init(1, Color(0x2B5E8A))]))
    }
}

/// The screens, as a window would show them.
@Suite(.enabled(if: Sheet.folder != nil), .timeLimit(.minutes(10))) @MainActor struct ScreenSheets {
    private func layer(_ variable: String) -> DisplayLayer {
        let layer = DisplayLayer()
        if let path = ProcessInfo.processInfo.environment[variable], let bitmap = try? Bitmap.png(at: path) {
            layer.enqueue(TestFrame(bitmap))
        } else {
            layer.enqueue(TestFrame(Size(320, 180)) { x, y in (UInt8(60 + 140 * y), UInt8(90 + 60 * x), 110) })
        }
        return layer
    }

    private func call() -> CallView {
        let view = CallView(stageLayer: layer("PORTHOLE_SHEET_PICTURE"), selfLayer: layer("PORTHOLE_SHEET_PERSON"))
        view.model.status = .connected(seconds: 768)
        view.model.title = "Weekly design review"
        view.model.speaker = Person("Remote 1")
        view.model.hasVideo = true
        return view
    }

    private func write(
        _ view: View, _ width: Int, _ height: Int, _ name: String, _ scale: Double, _ theme: Theme = .dark
    )
        throws
    {
        let h = Harness(width, height, scale: scale)
        h.root.setTheme(theme)
        h.root.content = view
        try Sheet.write(h.picture(h.root.compose()), name, scale)
    }

    @Test(arguments: [1.0, 2.0]) func callFull(_ scale: Double) throws {
        let h = Harness(1280, 760, scale: scale)
        let view = call()
        h.root.content = view
        _ = h.root.compose()
        h.move(690, 705)
        h.clock.advance(by: 0.8)
        try Sheet.write(h.picture(h.root.compose()), "call", scale)
        view.model.isListShown = true
        view.model.isMicrophoneOn = false
        view.model.isCameraOn = false
        view.model.participants = [
            Person("You", isMuted: true), Person("Remote 1", isSpeaking: true), Person("Ada Lovelace", isMuted: true),
            Person("田中 美咲"), Person(""),
        ]
        h.key(.tab)
        h.clock.advance(by: 0.8)
        try Sheet.write(h.picture(h.root.compose()), "call-list", scale)
    }

    @Test func callStates() throws {
        let states: [(String, (CallView) -> Void)] = [
            ("connecting", { $0.model.status = .connecting }),
            (
                "camera-off",
                {
                    $0.model.hasVideo = false
                    $0.model.isMicrophoneOn = false
                }
            ),
            ("floating", { $0.model.isFloating = true }),
            ("ended", { $0.model.status = .ended(seconds: 768) }),
            ("reconnecting", { $0.model.status = .reconnecting }),
            ("tile", { $0.model.layout = .pictureInPicture }),
        ]
        for (name, change) in states {
            let view = call()
            change(view)
            try write(view, name == "tile" ? 300 : 760, name == "tile" ? 200 : 460, "call-\(name)", 1)
            try write(view, name == "tile" ? 150 : 360, name == "tile" ? 150 : 240, "call-\(name)-small", 2)
        }
        let view = call()
        view.model.isFloating = true
        try write(view, 760, 460, "call-floating-light", 1, .light)
    }

    @Test func live() throws {
        for (name, isLive) in [("live", true), ("recorded", false)] {
            let view = LiveView(layer: layer("PORTHOLE_SHEET_PICTURE"))
            view.model.status = isLive ? .playing : .paused
            view.model.title = "Garden camera"
            view.model.isLive = isLive
            (view.model.position, view.model.duration) = (83, 596)
            try write(view, 960, 540, name, 1)
        }
    }

    @Test(arguments: [1.0, 2.0]) func lobby(_ scale: Double) throws {
        let bunny = ProcessInfo.processInfo.environment["PORTHOLE_SHEET_PICTURE"].flatMap { try? Bitmap.png(at: $0) }
        for (name, theme) in [("lobby", Theme.dark), ("lobby-light", Theme.light)] {
            let h = Harness(1120, 700, scale: scale)
            h.root.setTheme(theme)
            let lobby = LobbyView(cameraLayer: layer("PORTHOLE_SHEET_PERSON"))
            lobby.model.status = "Ready for calls on this computer"
            lobby.model.recent = [
                .init(
                    id: "1", title: "Weekly design review", detail: "call · yesterday, 48 min", badge: .call,
                    picture: bunny),
                .init(id: "2", title: "Garden camera", detail: "live · now", badge: .live, icon: .live),
                .init(id: "3", title: "carphone.mp4", detail: "file · 0:04"),
            ]
            lobby.model.windows = [
                .init(id: "w1", title: "Text editor", detail: "1 280 × 720", icon: .window),
                .init(id: "w2", title: "Terminal", detail: "960 × 600", icon: .window),
            ]
            lobby.address = "rtsp://camera.local/garden"
            lobby.level = 0.46
            h.root.content = lobby
            lobby.focusAddress()
            let tile = View(frame: CGRect(x: 946, y: 526, width: 150, height: 150))
            tile.shadow = 20
            tile.cornerRadius = Theme.Radius.window
            let inside = call()
            inside.model.layout = .pictureInPicture
            inside.clipsToBounds = true
            inside.cornerRadius = Theme.Radius.window
            inside.frame = tile.bounds
            tile.addSubview(inside)
            let exit = Button("Back to full size", icon: .restore, role: .glass)
            exit.cornerRadius = 22
            exit.frame = CGRect(x: 53, y: 53, width: 44, height: 44)
            tile.addSubview(exit)
            h.root.addSubview(tile)
            _ = h.root.compose()
            try Sheet.write(h.picture(h.root.compose()), name, scale)
        }
        let empty = LobbyView()
        empty.model.noCamera = "No camera was found"
        empty.model.canFloatWindows = false
        empty.model.problem = "rtsp://nowhere: no such host; check the address"
        try write(empty, 520, 640, "lobby-empty", scale)
    }
}
