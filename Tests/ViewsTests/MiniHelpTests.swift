import Frames
import Geometry
import Testing
import Views

@Suite(.timeLimit(.minutes(10))) struct MiniHelpTests {
    @Test("every kind lists how to leave first, and no single letter ends a session")
    func rows() throws {
        for kind in MiniControls.Kind.allCases {
            let rows = MiniHelp.rows(kind: kind)
            #expect(rows.first == MiniHelp.Row(["Esc"], "Leave"))
            let end = try #require(rows.first { $0.title == kind.closeTitle })
            #expect(end.keys.allSatisfy { $0.count > 1 })
            let keys = rows.flatMap(\.keys)
            #expect(Set(keys).count == keys.count, "a key does two things: \(keys)")
        }
        #expect(MiniHelp.rows(kind: .call).contains(MiniHelp.Row(["C"], "Camera")))
        #expect(!MiniHelp.rows(kind: .live).flatMap(\.keys).contains("C"))
        #expect(MiniHelp.rows(kind: .view, hasCompositor: false).contains(MiniHelp.Row(["+", "−"], "Size")))
    }

    @Test(
        "a window of the usual sizes shows every key, a smaller one the most wanted",
        arguments: [1.0, 1.5, 2])
    func room(_ scale: Double) {
        for kind in MiniControls.Kind.allCases {
            func shown(_ width: Double, _ height: Double) -> Int {
                MiniHelp(kind: kind).shownCount(in: Size(Int(width * scale), Int(height * scale)), scale: scale)
            }
            let all = MiniHelp.rows(kind: kind).count
            #expect(shown(480, 270) == all && shown(360, 204) == all, "\(kind)")
            #expect(shown(213, 120) == all && shown(150, 266) == all, "\(kind)")
            #expect((4..<all).contains(shown(120, 120)))
            #expect(shown(24, 24) == 0)
        }
    }

    @Test(
        "it covers the whole window, dimmed, and marks what is left out", arguments: [Size(120, 120), Size(480, 270)])
    func picture(_ size: Size) {
        let overlay = MiniHelp(kind: .call).overlay(for: size)
        #expect(overlay.origin == .zero && overlay.bitmap.size == size)
        #expect((200...230).contains(overlay.bitmap.alpha(at: .zero)))
        #expect(overlay.bitmap.red(at: .zero) < 40)
        var bright = 0
        for y in 0..<size.height {
            for x in 0..<size.width where overlay.bitmap.red(at: Point(x, y)) > 150 { bright += 1 }
        }
        #expect(bright > 150, "no words in \(size)")
        _ = MiniHelp(kind: .view).overlay(for: Size(1, 1))
    }
}
