import Frames
import Geometry
import Testing
import Views

@Suite(.timeLimit(.minutes(10))) struct StashTabTests {
    @Test("a tab is 24 points thick, and square where it meets the edge", arguments: StashTab.Edge.allCases, [1.0, 2])
    func shape(_ edge: StashTab.Edge, _ scale: Double) {
        let size = StashTab.size(edge: edge, scale: scale)
        #expect(min(size.width, size.height) == Int(24 * scale))
        let bitmap = StashTab(kind: .call, edge: edge).bitmap(scale: scale)
        #expect(bitmap.size == size)
        let corners: [(Point, Set<StashTab.Edge>)] = [
            (.zero, [.left, .top]), (Point(size.width - 1, 0), [.right, .top]),
            (Point(0, size.height - 1), [.left, .bottom]),
            (Point(size.width - 1, size.height - 1), [.right, .bottom]),
        ]
        for (point, edges) in corners {
            // Both corners at the edge are full, both others are clear.
            #expect((bitmap.alpha(at: point) == 255) == edges.contains(edge), "\(point) of \(edge)")
        }
    }

    @Test("kind, edge and pointer are seen")
    func states() {
        func picture(_ tab: StashTab) -> [UInt32] {
            let bitmap = tab.bitmap()
            return (0..<bitmap.size.height).flatMap { y in
                (0..<bitmap.size.width).map { bitmap.rgb(at: Point($0, y)) }
            }
        }
        var pictures = Set(MiniControls.Kind.allCases.map { picture(StashTab(kind: $0, edge: .left)) })
        pictures.formUnion(StashTab.Edge.allCases.map { picture(StashTab(kind: .call, edge: $0)) })
        pictures.insert(picture(StashTab(kind: .call, edge: .left, isHovered: true)))
        pictures.insert(picture(StashTab(kind: .call, edge: .left, isSpeaking: true)))
        #expect(pictures.count == 3 + 3 + 2)
        let dot = StashTab(kind: .live, edge: .right).bitmap()
        let red = (0..<76).contains { dot.red(at: Point(12, $0)) > 200 && dot.byte(0, at: Point(12, $0)) < 120 }
        #expect(red, "a live has a red dot")
    }
}
