import Foundation
import Frames
import Geometry
import Synchronization
import Testing

@testable import Views

@Suite(.timeLimit(.minutes(10))) struct IconTests {
    @Test("every icon has a file that draws something, in one style", arguments: Icon.allCases)
    func draws(_ icon: Icon) {
        let log = Counter()
        let store = IconStore(source: { $0.embedded }, log: { _ in log.count() })
        let bitmap = store.bitmap(for: icon, pixels: 48)
        #expect(bitmap.inked(in: Rect(size: bitmap.size)) > 40)
        #expect(log.value == 0)
        let text = String(decoding: icon.embedded, as: UTF8.self)
        #expect(text.contains("viewBox=\"0 0 24 24\"") && text.contains("currentColor"))
    }

    @Test("an icon is drawn once for each size, whatever its colour")
    func cache() {
        let store = IconStore(source: { $0.embedded }, log: { _ in })
        func draw(_ color: Color, _ size: Double) {
            _ = Bitmap(size: Size(32, 32), scale: 1) {
                $0.draw(.close, in: $0.bounds, size: size, color: color, store: store)
            }
        }
        draw(.white, 22)
        draw(.white, 22)
        draw(.black, 22)
        #expect(store.drawnCount == 1)
        draw(.white, 16)
        #expect(store.drawnCount == 2)
    }

    @Test(
        "a missing or broken icon draws a crossed box and is reported once",
        arguments: [nil, [], Array("<svg".utf8), Array("not a picture".utf8), Array("<html/>".utf8)] as [[UInt8]?])
    func missing(_ bytes: [UInt8]?) {
        let log = Counter()
        let store = IconStore(source: { _ in bytes }, log: { _ in log.count() })
        let first = store.bitmap(for: .close, pixels: 22)
        _ = store.bitmap(for: .close, pixels: 44)
        #expect(first.alpha(at: Point(3, 11)) > 0, "the left side of the box")
        #expect(first.inked(in: Rect(size: first.size)) > 20)
        #expect(log.value == 1)
    }
}

/// Counts from any thread.
final class Counter: Sendable {
    private let number = Atomic(0)
    var value: Int { number.load(ordering: .relaxed) }
    func count() { number.add(1, ordering: .relaxed) }
}
