import Foundation
import Frames
import Geometry
import Testing
import Views

@Suite(.timeLimit(.minutes(10))) struct CanvasTests {
    @Test("pixels are premultiplied B, G, R, A")
    func pixels() {
        let bitmap = Bitmap(size: Size(2, 1), scale: 1) { canvas in
            canvas.fill(CGRect(x: 0, y: 0, width: 1, height: 1), Color(0xFF8000, alpha: 0.5))
        }
        #expect((0..<4).map { bitmap.byte($0, at: .zero) } == [0, 64, 128, 128])
        #expect(bitmap.alpha(at: Point(1, 0)) == 0)
    }

    @Test("a point is as many pixels as the scale says", arguments: [1.0, 1.5, 2, 3])
    func scales(_ scale: Double) {
        let side = Int(20 * scale)
        let bitmap = Bitmap(size: Size(side, side), scale: scale) { canvas in
            canvas.fill(CGRect(x: 0, y: 0, width: 10, height: 20), .white)
        }
        let edge = Int(10 * scale)
        #expect(bitmap.inked(in: Rect(size: bitmap.size)) == edge * side)
    }

    @Test("corners are round, sides are not")
    func corners() {
        let bitmap = Bitmap(size: Size(40, 40), scale: 1) { $0.fill($0.bounds, .white, radius: 12) }
        #expect(bitmap.alpha(at: .zero) == 0 && bitmap.alpha(at: Point(39, 39)) == 0)
        #expect(bitmap.alpha(at: Point(20, 0)) == 255 && bitmap.alpha(at: Point(0, 20)) == 255)
    }

    @Test("what overlaps in a group does not show through")
    func group() {
        let bitmap = Bitmap(size: Size(1, 1), scale: 1) { canvas in
            canvas.group(alpha: 0.5) {
                canvas.fill(canvas.bounds, Color(0xFF0000))
                canvas.fill(canvas.bounds, Color(0x0000FF))
            }
        }
        #expect(bitmap.red(at: .zero) == 0)
        #expect(bitmap.alpha(at: .zero) == 128)
    }

    @Test("text is as wide at scale 2 as at scale 1, and cut when it does not fit")
    func text() {
        let size = Canvas.measure("Weekly design review", style: .body.weight(.medium))
        #expect(size.height == 20)
        #expect((100...220).contains(size.width))
        let narrow = Canvas.measure("Weekly design review", style: .body, width: 60)
        #expect(narrow.width <= 60 && narrow.height == 20)
        #expect(Canvas.measure("Weekly design review", style: .body, width: 60, lines: 3).height == 60)
        #expect(Canvas.measure("").height == 20)
        let bitmap = Bitmap(size: Size(60, 20), scale: 1) { canvas in
            canvas.draw("WWWWWWWWWWWWWWWW", in: CGRect(x: 0, y: 0, width: 40, height: 20), color: .white)
        }
        #expect(bitmap.inked(in: Rect(x: 0, y: 0, width: 41, height: 20)) > 40)
        #expect(bitmap.inked(in: Rect(x: 42, y: 0, width: 18, height: 20)) == 0)
    }

    @Test("figures that change have one width")
    func tabular() {
        let style = TextStyle.small.tabular
        #expect(Canvas.measure("11:11", style: style) == Canvas.measure("00:00", style: style))
    }

    @Test("text with any bytes draws something or nothing, but ends")
    func oddText() {
        let texts = ["\u{0}", "a\nb\nc", "\u{202E}abc", String(repeating: "x", count: 10_000), "日本語", "\u{FFFD}"]
        for text in texts {
            _ = Bitmap(size: Size(50, 20), scale: 1) { $0.draw(text, in: $0.bounds, color: .white) }
        }
        #expect(Canvas.measure("a\nb", style: .body).height == 20)
    }

    @Test("text may be set on many threads at once")
    func threads() async {
        await withTaskGroup(of: Double.self) { group in
            for _ in 0..<16 { group.addTask { Canvas.measure("In picture in picture").width } }
            let widths = await group.reduce(into: Set<Double>()) { $0.insert($1) }
            #expect(widths.count == 1)
        }
    }

    @Test("a bitmap survives its PNG file, a broken file is an error in words")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "porthole-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.png").path
        let bitmap = Bitmap(size: Size(3, 2), scale: 1) { $0.fill($0.bounds, Color(0x123456)) }
        try bitmap.writePNG(to: path)
        let read = try Bitmap.png(at: path)
        #expect(read.size == Size(3, 2))
        #expect(read.rgb(at: Point(2, 1)) == 0x123456)
        try Data("no picture".utf8).write(to: URL(filePath: path))
        #expect(throws: PictureFileError.self) { try Bitmap.png(at: path) }
        #expect(throws: PictureFileError.self) { try Bitmap.png(at: folder.appending(path: "none.png").path) }
        #expect(throws: PictureFileError.self) { try bitmap.writePNG(to: "/no/such/folder/a.png") }
    }

    @Test(
        "a placeholder fits its words into any window",
        arguments: [
            Size(1, 1), Size(24, 24), Size(120, 68), Size(213, 120), Size(1280, 720),
        ])
    func placeholder(_ size: Size) {
        let words = Placeholder("The stream ended", detail: "Garden camera", icon: .live)
        let bitmap = words.bitmap(size: size)
        #expect(bitmap.size == size)
        #expect(bitmap.rgb(at: .zero) == 0x101216)
    }
}
