import Foundation
import Frames
import Geometry
import Testing

@testable import Views

/// Pictures to look at, written when `PORTHOLE_SHEETS` names a folder.
@Suite(.enabled(if: Sheet.folder != nil), .timeLimit(.minutes(2))) struct ContactSheets {
    @Test(arguments: [1.0, 2.0]) func icons(_ scale: Double) throws {
        let icons = Icon.allCases
        let size = Size(Int(9 * 88 * scale), Int(3 * 88 * scale))
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
