import Geometry
import Testing

@Suite struct FitTests {
    @Test(arguments: [
        (Size(1280, 720), Rect(x: 0, y: 0, width: 480, height: 270), Rect(x: 0, y: 0, width: 480, height: 270)),
        (Size(1280, 720), Rect(x: 0, y: 0, width: 480, height: 480), Rect(x: 0, y: 105, width: 480, height: 270)),
        (Size(720, 1280), Rect(x: 10, y: 20, width: 480, height: 270), Rect(x: 174, y: 20, width: 152, height: 270)),
        (Size(10_000, 1), Rect(x: 0, y: 0, width: 100, height: 100), Rect(x: 0, y: 49, width: 100, height: 1)),
        (Size(1, 1), Rect(x: 0, y: 0, width: 1, height: 1), Rect(x: 0, y: 0, width: 1, height: 1)),
    ])
    func letterboxes(_ content: Size, _ bounds: Rect, _ expected: Rect) {
        #expect(fit(content, in: bounds) == expected)
    }

    @Test func nothingFitsIntoNothing() {
        #expect(fit(Size(4, 3), in: .zero).isEmpty)
        #expect(fit(.zero, in: Rect(x: 0, y: 0, width: 10, height: 10)).isEmpty)
    }
}
