import Geometry
import Testing

@testable import XServer

/// What a desktop tells of monitors, panels and its scale, and what is made of nonsense.
@Suite("What the desktop tells", .timeLimit(.minutes(1))) struct DesktopTellsTests {
    private let screen = Size(2000, 1000)

    @Test("M7: an EDID gives maker, product, serial number and text; what is none gives nothing")
    func edid() {
        var bytes = [UInt8](repeating: 0, count: 128)
        bytes.replaceSubrange(0..<8, with: [0, 255, 255, 255, 255, 255, 255, 0])
        bytes.replaceSubrange(8..<16, with: [0x10, 0xac, 0xf1, 0xa0, 0x2a, 0, 0, 0])
        #expect(EDID.identity(bytes) == "DEL-A0F1-0000002A")
        bytes.replaceSubrange(72..<90, with: [0, 0, 0, 0xff, 0] + Array("7XK2B\n       ".utf8))
        #expect(EDID.identity(bytes) == "DEL-A0F1-0000002A-7XK2B")
        #expect(EDID.identity([]) == nil)
        #expect(EDID.identity(Array(bytes.dropLast())) == nil)
        #expect(EDID.identity([UInt8](repeating: 7, count: 256)) == nil)
    }

    @Test("M5: struts leave each monitor its own room; what would leave nothing does not count")
    func struts() {
        let left = Rect(x: 0, y: 0, width: 1000, height: 1000)
        let right = Rect(x: 1000, y: 0, width: 1000, height: 1000)
        let bottom = Strut.list([0, 0, 0, 40, 0, 0, 0, 0, 0, 0, 0, 999], screen: screen)
        #expect(bottom.workArea(of: left) == Rect(x: 0, y: 0, width: 1000, height: 960))
        #expect(bottom.workArea(of: right) == right)
        // A panel at the left of the right monitor, told from the left of the screen.
        let inner = Strut.list([1050, 0, 0, 0, 0, 999, 0, 0, 0, 0, 0, 0], screen: screen)
        #expect(inner.workArea(of: left) == left)
        #expect(inner.workArea(of: right) == Rect(x: 1050, y: 0, width: 950, height: 1000))
        let all = Strut.list([0, 0, 30, 40], screen: screen)
        #expect(all.workArea(of: right) == Rect(x: 1000, y: 30, width: 1000, height: 930))
        for nonsense: [UInt] in [
            [], [1, 2], [.max, .max, .max, .max], [5000, 5000, 5000, 5000, 9, 1, 9, 1, 9, 1, 9, 1],
            [.max, 0, .max, 0, .max, .max, .max, .max, .max, .max, .max, .max],
        ] {
            let area = Strut.list(nonsense, screen: screen).workArea(of: left)
            #expect(!area.isEmpty && left.contains(area))
        }
    }

    @Test("M7: the scale is told by XSETTINGS, else by resources, and is sane")
    func scale() {
        func settings(_ name: String, _ value: Int32, isBig: Bool = false) -> [UInt8] {
            func word(_ number: UInt32, _ count: Int) -> [UInt8] {
                let bytes = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
                return isBig ? bytes.reversed() : bytes
            }
            let padding = [UInt8](repeating: 0, count: (4 - name.utf8.count % 4) % 4)
            return [isBig ? 1 : 0, 0, 0, 0] + word(7, 4) + word(1, 4) + [0, 0] + word(UInt32(name.utf8.count), 2)
                + Array(name.utf8) + padding + word(3, 4) + word(UInt32(bitPattern: value), 4)
        }
        func factor(_ settings: [UInt8], _ resources: String = "") -> Double? {
            DesktopScale(settings: settings, resources: resources)?.factor
        }
        #expect(factor(settings("Gdk/WindowScalingFactor", 2)) == 2)
        #expect(factor(settings("Gdk/WindowScalingFactor", 2, isBig: true)) == 2)
        #expect(factor(settings("Xft/DPI", 144 * 1024)) == 1.5)
        #expect(factor(settings("Xft/DPI", 1_000_000_000)) == 4)
        #expect(factor(settings("Xft/DPI", -5), "Xft.dpi: 120\n") == 1.25)
        #expect(factor([], "*foo: bar\nXft.dpi:\t192\n") == 2)
        #expect(factor([], "Xft.dpi: nan") == nil)
        #expect(factor([], "Xft.dpi: 48") == 1)
        #expect(factor([], "") == nil)
        let whole = settings("Xft/DPI", 144 * 1024)
        for count in 0..<whole.count { _ = factor(Array(whole.prefix(count))) }
        #expect(factor([0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 1, 0, 255, 255]) == nil)
    }
}
