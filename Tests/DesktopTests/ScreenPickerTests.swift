import Geometry
import TestSupport
import Testing
import Views
import XServer

@testable import Desktop

/// Picking a window or a part of the screen by hand.
@Suite(.timeLimit(.minutes(10)), .serialized) @MainActor struct ScreenPickerTests {
    private final class Outcomes { var all: [ScreenPicker.Outcome] = [] }

    private func pick(_ stage: Stage, _ kind: ScreenPicker.Kind, _ clock: any FrameClock) -> (ScreenPicker, Outcomes) {
        let outcomes = Outcomes()
        let picker = ScreenPicker(stage.desktop, kind, shortest: 16, scale: 1, clock: clock) {
            outcomes.all.append($0)
        }
        return (picker, outcomes)
    }

    @Test("a part of the screen is what was dragged over, from wherever; a click alone is none; nothing is left behind")
    func region() async throws {
        try await Stage.with(["openbox", "--sm-disable"]) { stage in
            let before = stage.outside.rootChildren().count
            let (picker, outcomes) = pick(stage, .region, DisplayClock())
            stage.pointer.move(to: Point(300, 200))
            stage.pointer.click()
            stage.pointer.button(1, isDown: true)
            stage.pointer.move(to: Point(250, 180))
            stage.pointer.move(to: Point(101, 101))
            // The line is seen around it while it is dragged.
            #expect(
                await settle {
                    stage.outside.pixel(of: stage.outside.rootWindow, at: Point(99, 150)) == Theme.dark.accent.rgb
                })
            stage.pointer.button(1, isDown: false)
            #expect(await settle { !outcomes.all.isEmpty })
            #expect(outcomes.all == [.region(Rect(x: 101, y: 101, width: 200, height: 100))])
            #expect(await settle { stage.outside.rootChildren().count == before })
            picker.cancel()
            #expect(outcomes.all.count == 1)
        }
    }

    @Test("a click picks the client out of its frame, not what the click was for; the bare root is no window")
    func window() async throws {
        try await Stage.with(["openbox", "--sm-disable"]) { stage in
            let main = await stage.main()
            let place = try #require(stage.outside.facts(of: main.id)).rect
            let (picker, outcomes) = pick(stage, .window, DisplayClock())
            stage.pointer.move(to: Point(2, stage.outside.screenSize.height - 2))
            stage.pointer.click()
            // On the frame's title.
            stage.pointer.move(to: Point(place.center.x, place.y - 6))
            stage.pointer.move(to: place.center)
            stage.pointer.click()
            #expect(await settle { !outcomes.all.isEmpty })
            #expect(outcomes.all == [.window(main.id)])
            withExtendedLifetime(picker) {}
        }
    }

    @Test("Escape, a right click and half a minute end it with nothing, and the pointer is free again")
    func cancelled() async throws {
        try await Stage.with(["openbox", "--sm-disable"]) { stage in
            let clock = ManualClock()
            let ends: [(Stage) -> Void] = [
                { $0.pointer.key(0xff1b) }, { $0.pointer.click(3) },
                { _ in clock.advance(by: ScreenPicker.patience + 1) },
            ]
            for (index, end) in ends.enumerated() {
                let (picker, outcomes) = pick(stage, index == 1 ? .window : .region, clock)
                end(stage)
                #expect(await settle { outcomes.all == [.cancelled] }, "\(index): \(outcomes.all)")
                withExtendedLifetime(picker) {}
                let isFree = stage.outside.grabPointer(for: stage.outside.rootWindow, shape: .arrow, time: 0)
                #expect(isFree)
                stage.outside.releasePointer(time: 0)
                stage.outside.sync()
            }
        }
    }

    @Test("while another program has the pointer nothing can be picked, and that is told")
    func refused() async throws {
        try await Stage.with(["openbox", "--sm-disable"]) { stage in
            #expect(stage.outside.grabPointer(for: stage.outside.rootWindow, shape: .arrow, time: 0))
            stage.outside.sync()
            let (picker, outcomes) = pick(stage, .window, DisplayClock())
            #expect(await settle { outcomes.all == [.refused] })
            withExtendedLifetime(picker) {}
            stage.outside.releasePointer(time: 0)
            stage.outside.sync()
        }
    }

    @Test("the line lies outside of what it surrounds", arguments: [1, 3, 7])
    func lines(_ thickness: Int) {
        let rect = Rect(x: 100, y: 80, width: 64, height: 48)
        let lines = RubberBand.lines(around: rect, thickness: thickness)
        #expect(lines.count == 4 && lines.allSatisfy { !$0.intersects(rect) && !$0.isEmpty })
        #expect(lines.map { $0.width * $0.height }.reduce(0, +) == 2 * thickness * (64 + 48 + 2 * thickness))
    }
}
