import Foundation
import Frames
import Geometry
import Testing

@testable import Views

/// Every state of the controls against pictures that were looked at and kept.
///
/// With `PORTHOLE_GOLDEN=remake` the pictures are made anew: look at them before they are committed.
@Suite(.timeLimit(.minutes(10)), .serialized) struct GoldenTests {
    @Test("the controls look as they were kept", arguments: MiniControls.Kind.allCases, [1.0, 2])
    func controls(_ kind: MiniControls.Kind, _ scale: Double) throws {
        try Golden(cells: Self.controls(kind), scale: scale).check("\(kind)@\(Int(scale))")
    }

    @Test("menus and tabs look as they were kept", arguments: [1.0, 2])
    func menus(_ scale: Double) throws {
        try Golden(cells: Self.menus(), scale: scale).check("menus@\(Int(scale))")
    }

    @Test("a control that is missing, or another icon, is seen")
    func sensitive() {
        let good = Golden(cells: Self.controls(.call), scale: 1)
        func broken(_ change: @escaping (inout ControlStates.State) -> Void) -> Golden {
            let states = ControlStates.all(.call).map { state in
                var state = state
                if state.name == "hover" { change(&state) }
                return state
            }
            return Golden(cells: Self.cells(states), scale: 1)
        }
        let changes: [(inout ControlStates.State) -> Void] = [
            { $0.controls.extras.remove(.camera) },
            { $0.controls.isMicrophoneOn = false },
            { $0.controls.name = nil },
            { $0.controls.isParticipantMuted = true },
            { $0.controls.isSpeaking = true },
            { $0.isHovered = false },
        ]
        #expect(good.differences(from: good.sheet).isEmpty)
        for (index, change) in changes.enumerated() {
            let found = good.differences(from: broken(change).sheet)
            #expect(found.count == ControlStates.sizes.count, "change \(index) is seen in \(found.count) sizes")
            #expect(found.allSatisfy { $0.contains("hover") })
        }
    }

    @Test("an option of a menu that shows another state is seen")
    func sensitiveMenus() {
        let good = Golden(cells: Self.menus(), scale: 1)
        let changes: [(inout MiniMenu.State) -> Void] = [
            { $0.isClickThrough.toggle() }, { $0.hidesWhileSharing = true }, { $0.opacity = 70 },
            { $0.corner = .upperLeft }, { $0.isStashed.toggle() },
        ]
        for (index, change) in changes.enumerated() {
            let found = good.differences(from: Golden(cells: Self.menus(change), scale: 1).sheet)
            #expect(found.count { $0.contains("menu") } >= 3, "change \(index): \(found)")
        }
    }

    private static func controls(_ kind: MiniControls.Kind) -> [Golden.Cell] { cells(ControlStates.all(kind)) }

    private static func cells(_ states: [ControlStates.State]) -> [Golden.Cell] {
        var cells: [Golden.Cell] = []
        var y = 8
        for state in states {
            var x = 8
            for size in ControlStates.sizes {
                cells.append(
                    Golden.Cell(name: "\(state.name) \(size)", rect: Rect(origin: Point(x, y), size: size)) {
                        frame, canvas in
                        // Flat and of two tones, so that a missing shade shows on both and the files stay small.
                        canvas.fill(frame, Color(0xC9A27A))
                        canvas.fill(
                            CGRect(x: frame.midX, y: frame.minY, width: frame.width / 2, height: frame.height),
                            Color(0x5A4632))
                        ControlStates.draw(state, in: frame, on: canvas)
                    })
                x += size.width + 8
            }
            y += 278
        }
        return cells
    }

    private static func menus(_ change: (inout MiniMenu.State) -> Void = { _ in }) -> [Golden.Cell] {
        var stands = MiniMenu.State()
        stands.isClickThrough = true
        stands.opacity = 85
        stands.corner = .lowerRight
        var plain = MiniMenu.State()
        plain.hasCompositor = false
        plain.isStashed = true
        let menus: [(MiniControls.Kind, MiniMenu.State, MiniMenu.Action)] = [
            (.call, stands, .close), (.live, MiniMenu.State(), .clickThrough), (.view, plain, .stash),
            (.view, stands, .opacity(55)),
        ]
        var cells: [Golden.Cell] = []
        var x = 8
        for (index, (kind, state, action)) in menus.enumerated() {
            var state = state
            change(&state)
            let menu = MiniMenu(kind: kind, state: state)
            let rect = Rect(origin: Point(x, 8), size: menu.size())
            cells.append(
                Golden.Cell(name: "menu \(index)", rect: rect) { frame, canvas in
                    canvas.draw(menu.bitmap(highlighted: action, scale: canvas.scale), in: frame)
                })
            x += rect.width + 8
        }
        let devices = MiniMenu(entries: [
            .heading("Microphone"), .item(.init(.choice(0), "Default", isChecked: false)),
            .item(.init(.choice(1), "Jabra Evolve", isChecked: true)), .separator, .heading("Speaker"),
            .item(.init(.choice(2), "Default", isChecked: true)),
            .item(.init(.choice(3), "JBL Flip", shortcut: "not there", isChecked: false, isEnabled: false)),
        ])
        cells.append(
            Golden.Cell(name: "devices", rect: Rect(origin: Point(x, 8), size: devices.size())) { frame, canvas in
                canvas.draw(devices.bitmap(highlighted: .choice(0), scale: canvas.scale), in: frame)
            })
        let top = 8 + (cells.map(\.rect.maxY).max() ?? 0)
        x = 8
        for kind in MiniControls.Kind.allCases {
            for edge in StashTab.Edge.allCases {
                for isHovered in [false, true] {
                    var tab = StashTab(kind: kind, edge: edge, isHovered: isHovered)
                    tab.isSpeaking = kind == .call && isHovered
                    let rect = Rect(origin: Point(x, top), size: StashTab.size(edge: edge))
                    cells.append(
                        Golden.Cell(name: "tab \(kind) \(edge) \(isHovered)", rect: rect) { frame, canvas in
                            canvas.draw(tab.bitmap(scale: canvas.scale), in: frame)
                        })
                    x += rect.width + 8
                }
            }
        }
        return cells
    }
}

/// Cells on one sheet, compared one by one with a picture of the same sheet.
///
/// Compared with a tolerance, because the same letters come out a little otherwise with another version of FreeType,
/// Pango or the font: their edges by some steps of grey, the words by a part of a pixel. So a pixel is only as wrong as
/// the best of the kept ones at its place and beside it, and the other way round. The mean of a cell would hide a
/// missing button, a thousandth of it; so the mean of small blocks is looked at: a check mark in place of a cross makes
/// 13, a ring that is gone 15. Another *font*, or another hinting of it (up to 28), is another picture: the kept ones
/// are set in DejaVu Sans, which `scripts/packages.txt` names.
struct Golden {
    struct Cell {
        var name: String
        /// In points.
        var rect: Rect
        var draw: (CGRect, Canvas) -> Void
    }

    /// The most that a byte may differ, as the mean of a whole cell.
    static let cellLimit = 1.0
    /// The same for a block.
    static let blockLimit = 10.0
    /// The side of a block, in points.
    static let block = 6
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
    private static let isRemade = ProcessInfo.processInfo.environment["PORTHOLE_GOLDEN"] == "remake"

    let cells: [Cell]
    let scale: Double
    let sheet: Bitmap

    init(cells: [Cell], scale: Double) {
        self.cells = cells
        self.scale = scale
        let size = cells.reduce(Rect.zero) { $0.union($1.rect) }
        let pixels = Size(Int(Double(size.maxX + 8) * scale), Int(Double(size.maxY + 8) * scale))
        sheet = Bitmap(size: pixels) { target in
            let canvas = Canvas(target, scale: scale)
            canvas.clear(Color(0x2B3342))
            for cell in cells { canvas.saved { cell.draw(cell.rect.points(1), canvas) } }
            // Steps of 8 are enough to see what is missing, and make the files a half of what they would be.
            let count = target.stride * pixels.height / MemoryLayout<UInt32>.stride
            target.base.withMemoryRebound(to: UInt32.self, capacity: count) { words in
                for index in 0..<count { words[index] &= 0xFFF8_F8F8 }
            }
        }
    }

    /// Records what is not as kept, and where the new picture is to be seen.
    func check(_ name: String) throws {
        let path = Self.folder.appending(path: "\(name).png").path
        if Self.isRemade { return try sheet.writePNG(to: path) }
        let found = differences(from: try Bitmap.png(at: path))
        guard !found.isEmpty else { return }
        let seen = FileManager.default.temporaryDirectory.appending(path: "porthole-golden-\(name).png").path
        try sheet.writePNG(to: seen)
        Issue.record("\(name): \(found.joined(separator: "; ")); compare \(seen) with \(path)")
    }

    /// The cells that differ more than is allowed, with how and where.
    func differences(from kept: Bitmap) -> [String] {
        guard kept.size == sheet.size else { return ["the sheet is \(sheet.size), not \(kept.size)"] }
        return cells.compactMap { cell in
            let rect = cell.rect.points(1).pixelsNearest(scale)
            var sum = 0
            var worst = (mean: 0.0, at: Point(0, 0))
            let side = Int(Double(Self.block) * scale)
            for y in stride(from: rect.y, to: rect.maxY, by: side) {
                let rows = y..<min(y + side, rect.maxY)
                if rows.allSatisfy({ isSame(kept, row: $0, from: rect.x, count: rect.width) }) { continue }
                for x in stride(from: rect.x, to: rect.maxX, by: side) {
                    let columns = x..<min(x + side, rect.maxX)
                    let block = rows.reduce(0) { $0 + difference(kept, row: $1, columns) }
                    sum += block
                    let mean = Double(block) / Double(rows.count * columns.count * 3)
                    if mean > worst.mean { worst = (mean, Point(x - rect.x, y - rect.y)) }
                }
            }
            let mean = Double(sum) / Double(rect.width * rect.height * 3)
            guard mean > Self.cellLimit || worst.mean > Self.blockLimit else { return nil }
            return "\(cell.name): differs by \(rounded(mean)) in all, by \(rounded(worst.mean)) at \(worst.at)"
        }
    }

    private func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    private func isSame(_ kept: Bitmap, row: Int, from x: Int, count: Int) -> Bool {
        memcmp(kept.base + row * kept.stride + 4 * x, sheet.base + row * sheet.stride + 4 * x, 4 * count) == 0
    }

    private func difference(_ kept: Bitmap, row: Int, _ columns: Range<Int>) -> Int {
        var sum = 0
        for x in columns {
            let place = Point(x, row)
            if kept.pixel(place) == sheet.pixel(place) { continue }
            sum += max(sheet.nearest(to: kept.pixel(place), at: place), kept.nearest(to: sheet.pixel(place), at: place))
        }
        return sum
    }
}

extension Bitmap {
    fileprivate func pixel(_ place: Point) -> UInt32 {
        UnsafeRawPointer(base).load(fromByteOffset: place.y * stride + place.x * 4, as: UInt32.self)
    }

    /// How far the pixel nearest in colour, at a place or beside it, is from a colour: the sum of three bytes.
    fileprivate func nearest(to color: UInt32, at place: Point) -> Int {
        var least = Int.max
        for y in max(0, place.y - 1)...min(size.height - 1, place.y + 1) {
            for x in max(0, place.x - 1)...min(size.width - 1, place.x + 1) {
                let other = pixel(Point(x, y))
                var sum = 0
                for shift: UInt32 in [0, 8, 16] {
                    sum += abs(Int(color >> shift & 0xFF) - Int(other >> shift & 0xFF))
                }
                least = min(least, sum)
            }
        }
        return least
    }
}
