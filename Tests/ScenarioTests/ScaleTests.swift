import PortholeKit
import Testing

@testable import Scenario

@Suite("Scenarios at another scale", .timeLimit(.minutes(10)))
struct ScaleTests {
    private static let text = """
        title "so"
        screen 640x400 scale 2
        monitor left 320x400+0+0
        monitor right 320x400+320+0
        window w1 30x20+10-5
        watch test: as a
        drag pip a by -30 7
        resize pip a to 100x51 from top-left
        click 11,12
        press middle 13,14
        release middle
        right-click w1
        scroll pip a 3
        key Escape
        monitor right 300x400+320+0
        assert pip a size 24x76
        assert always w1 size 30x20 for 1s
        sample w1 never visible from pause to pause
        opacity a 60%
        click-through a off
        corner a upper-left
        pause 1s
        pause 1s
        """

    @Test("points become device pixels, all of them, and nothing else changes")
    func twice() throws {
        let script = try ScenarioParser.parse(Self.text, file: "so.scenario")
        let twice = script.inPixels()
        #expect(twice.title == "so, at scale 2" && twice.name == "so")
        #expect(twice.setup.screen == Size(1280, 800) && twice.setup.scale == 2)
        #expect(twice.setup.monitors.last?.rect == Rect(x: 640, y: 0, width: 640, height: 800))
        #expect(twice.statements.map(\.text) == script.statements.map(\.text))
        let commands = twice.statements.map(\.command)
        guard case .client(.make(let window)) = commands[0] else {
            Issue.record("\(commands[0])")
            return
        }
        #expect(window.rect == Rect(x: 20, y: -10, width: 60, height: 40))
        #expect(commands[1] == script.statements[1].command)
        #expect(commands[2] == .input(.dragBy(.pip("a"), Point(-60, 14))))
        #expect(commands[3] == .input(.resize(.pip("a"), Size(200, 102), from: .topLeft)))
        #expect(commands[4] == .input(.click(.point(Point(22, 24)))))
        #expect(commands[5] == .input(.press(.middle, .point(Point(26, 28)))))
        #expect(commands[10] == .desktop(.plug("right", Rect(x: 640, y: 0, width: 600, height: 800))))
        #expect(commands[11] == .check(.assert(.size(.pip("a"), Size(48, 152)), .within(nil))))
        #expect(commands[12] == .check(.assert(.size(.window("w1"), Size(60, 40)), .always(1))))
    }

    @Test("a wish goes before the file's scale, and scale 1 changes nothing")
    func wish() throws {
        let script = try ScenarioParser.parse(Self.text, file: "so.scenario")
        #expect(script.inPixels(scale: 1).setup.scale == 1)
        #expect(script.inPixels(scale: 1).statements == script.statements)
        let half = script.inPixels(scale: 1.5)
        #expect(half.setup.screen == Size(960, 600) && half.setup.scale == 1.5 && half.title == "so, at scale 1.5")
        // Sides that touch still touch: each is rounded for itself.
        #expect(half.setup.monitors.map(\.rect.maxX) == [480, 960])
    }

    @Test("opacity and the button have to make sense")
    func mistakes() {
        for (line, column) in [("opacity a 60", 11), ("opacity a 5%", 11), ("press thumb pip a", 7), ("release", 8)] {
            do throws(ScenarioMistakes) {
                _ = try ScenarioParser.parse("watch test: as a\n\(line)\n", file: "so.scenario")
                Issue.record("\(line) was taken")
            } catch {
                #expect(error.all.map(\.column) == [column], "\(line): \(error)")
            }
        }
    }
}
