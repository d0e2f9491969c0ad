import Frames
import Geometry
import PictureInPicture
import TestSupport
import Testing
import Views
import XServer

@testable import Desktop

/// The mini window under fingers, which come from a real touch screen of an Xorg (spec M5, M6, M9).
@Suite(.timeLimit(.minutes(10)), .serialized) @MainActor struct TouchTests {
    private static let start = Rect(x: 300, y: 200, width: 256, height: 144)
    private static let middle = Point(428, 272)

    /// Lets a finger rest: one that is lifted then does not throw.
    private func rest() async throws { try await Task.sleep(for: .milliseconds(130)) }

    private func controlsAreShown(_ mini: MiniWindow) -> Bool { mini.hover.isShown }

    @Test("M5: one finger moves it, drawn to the edges as by the mouse, and nothing else happens")
    func oneFinger() async throws {
        try await Stage.onXorg { stage, xorg in
            let mini = await stage.mini { $0.position = Self.start.origin }
            let finger = xorg.finger
            finger.finger(.down, at: Self.middle)
            finger.slide(from: Self.middle, to: Point(628, 372))
            #expect(await stage.settles(mini, at: Self.start.offset(by: 200, 100)))
            finger.slide(from: Point(628, 372), to: Point(150, 372))
            // 16 pixels from the edge, where 22 was asked for.
            #expect(await stage.settles(mini, at: Rect(x: 16, y: 300, width: 256, height: 144)))
            try await rest()
            finger.finger(.up, at: Point(150, 372))
            #expect(await settle { !mini.touching.isActive })
            #expect(stage.rect(of: mini) == Rect(x: 16, y: 300, width: 256, height: 144))
            #expect(!mini.hasKeyboard)
            #expect(stage.told.filter { $0.hasPrefix("mini") } == ["mini mapped"])
            // It is the mouse's again.
            await stage.drag(from: Point(150, 372), to: Point(350, 472))
            #expect(await stage.settles(mini, at: Rect(x: 216, y: 400, width: 256, height: 144)))
            mini.close()
        }
    }

    @Test("M5: a finger that lets go in a hurry throws it to the corner")
    func thrown() async throws {
        try await Stage.onXorg { stage, xorg in
            let mini = await stage.mini { $0.position = Self.start.origin }
            xorg.finger.finger(.down, at: Self.middle)
            for step in 1...8 {
                try await Task.sleep(for: .milliseconds(3))
                xorg.finger.finger(.moved, at: Point(428 - 45 * step, 272 - 20 * step))
            }
            xorg.finger.finger(.up, at: Point(68, 112))
            #expect(await stage.settles(mini, at: Rect(x: 16, y: 16, width: 256, height: 144)))
            mini.close()
        }
    }

    @Test("M6: two fingers size it with its shape kept, and one of them drags on")
    func pinch() async throws {
        try await Stage.onXorg { stage, xorg in
            let mini = await stage.mini { $0.position = Self.start.origin }
            let finger = xorg.finger
            let (left, right) = (Point(378, 272), Point(478, 272))
            finger.finger(1, .down, at: left)
            finger.finger(2, .down, at: right)
            finger.slide(1, from: left, to: Point(328, 272))
            finger.slide(2, from: right, to: Point(528, 272))
            // Twice as far apart: twice as large around the middle of both.
            #expect(await settle { stage.rect(of: mini).size == Size(512, 288) }, "\(stage.rect(of: mini))")
            #expect(stage.rect(of: mini) == Rect(x: 172, y: 128, width: 512, height: 288))
            finger.slide(1, from: Point(328, 272), to: Point(426, 272))
            finger.slide(2, from: Point(528, 272), to: Point(430, 272))
            // The least size holds.
            #expect(await settle { stage.rect(of: mini).height == 120 }, "\(stage.rect(of: mini))")
            finger.slide(1, from: Point(426, 272), to: Point(378, 272))
            finger.slide(2, from: Point(430, 272), to: Point(478, 272))
            #expect(await stage.settles(mini, at: Self.start))
            finger.finger(1, .up, at: left)
            finger.slide(2, from: Point(478, 272), to: Point(578, 322))
            #expect(await stage.settles(mini, at: Self.start.offset(by: 100, 50)))
            try await rest()
            finger.finger(2, .up, at: Point(578, 322))
            #expect(await settle { !mini.touching.isActive })
            #expect(stage.rect(of: mini) == Self.start.offset(by: 100, 50))
            #expect(stage.told.filter { $0.hasPrefix("mini") } == ["mini mapped"])
            mini.close()
        }
    }

    @Test("M9: a tap shows the controls, a tap on one presses it once; what is not seen can't be pressed")
    func tap() async throws {
        try await Stage.onXorg { stage, xorg in
            let mini = await stage.mini { $0.position = Self.start.origin }
            let places = mini.controls.rects(in: Self.start.size)
            let close = try #require(places[.close]?.offset(by: Self.start.x, Self.start.y).center)
            func tap(_ place: Point) {
                xorg.finger.finger(.down, at: place)
                xorg.finger.finger(.up, at: place)
            }
            tap(close)
            #expect(await settle { controlsAreShown(mini) && !mini.touching.isActive })
            #expect(!stage.told.contains("mini close"))
            #expect(mini.hover.controls.hovered == nil)
            // Sliding off changes one's mind.
            xorg.finger.finger(.down, at: close)
            #expect(await settle { mini.hover.controls.pressed == .close })
            xorg.finger.slide(from: close, to: Self.middle)
            xorg.finger.finger(.up, at: Self.middle)
            #expect(await settle { !mini.touching.isActive })
            #expect(!stage.told.contains("mini close"))
            #expect(stage.rect(of: mini) == Self.start)
            #expect(controlsAreShown(mini))
            tap(close)
            #expect(await settle { stage.told.contains("mini close") })
            try await rest()
            #expect(stage.told.filter { $0 == "mini close" }.count == 1)
            // Beside them a tap takes them away, and two taps restore.
            tap(Point(320, 272))
            #expect(await settle { !controlsAreShown(mini) })
            #expect(!stage.told.contains("mini restore"))
            try await Task.sleep(for: .milliseconds(450))
            tap(Self.middle)
            tap(Self.middle)
            #expect(await settle { stage.told.contains("mini restore") })
            #expect(stage.told.filter { $0 == "mini restore" }.count == 1)
            #expect(!mini.hasKeyboard)
            mini.close()
        }
    }

    @Test("a finger that rests opens the menu; a tap chooses there, one elsewhere closes it; a tap untucks the tab")
    func longPress() async throws {
        try await Stage.onXorg { stage, xorg in
            let mini = await stage.mini { $0.position = Self.start.origin }
            @MainActor func press() async throws -> Rect {
                xorg.finger.finger(.down, at: Self.middle)
                #expect(await settle { mini.menu != nil })
                xorg.finger.finger(.up, at: Self.middle)
                return try #require(mini.menu?.rect)
            }
            _ = try await press()
            xorg.finger.finger(.down, at: Point(1000, 700))
            xorg.finger.finger(.up, at: Point(1000, 700))
            #expect(await settle { mini.menu == nil })
            let menu = try await press()
            let entries = MiniMenu(kind: .live, state: mini.menuState).rects()
            let stash = try #require(entries[.stash])
            let place = Point(menu.x + stash.center.x, menu.y + stash.center.y)
            xorg.finger.finger(.down, at: place)
            xorg.finger.finger(.up, at: place)
            #expect(await settle { mini.isStashed && mini.menu == nil })
            // The upper edge is the nearest.
            #expect(await settle { stage.rect(of: mini).size == Size(76, 24) })
            let tab = stage.rect(of: mini).center
            xorg.finger.finger(.down, at: tab)
            xorg.finger.finger(.up, at: tab)
            #expect(await settle { !mini.isStashed })
            #expect(await stage.settles(mini, at: Self.start))
            mini.close()
        }
    }

    @Test("the touch screen is unplugged in the middle of a drag and of a pinch: it rests, and the next finger works")
    func unplugged() async throws {
        try await Stage.onXorg { stage, xorg in
            let mini = await stage.mini { $0.position = Self.start.origin }
            let screen = Rect(size: PrivateXorg.screen)
            for isPinch in [false, true] {
                let middle = stage.rect(of: mini).center
                xorg.finger.finger(1, .down, at: middle)
                if isPinch { xorg.finger.finger(2, .down, at: Point(middle.x + 60, middle.y)) }
                xorg.finger.slide(1, from: middle, to: Point(middle.x - 100, middle.y + 40))
                #expect(await settle { mini.touching.gesture.holdsWindow })
                try await rest()
                try await xorg.plug("finger", isIn: false)
                #expect(await settle { !mini.touching.isActive })
                #expect(screen.contains(mini.goal))
                #expect(await stage.settles(mini, at: mini.goal))
                try await xorg.plug("finger", isIn: true)
            }
            let (from, before) = (mini.goal.center, mini.goal)
            xorg.finger.finger(7, .down, at: from)
            xorg.finger.slide(7, from: from, to: Point(from.x + 90, from.y + 30))
            #expect(await stage.settles(mini, at: before.offset(by: 90, 30)))
            try await rest()
            xorg.finger.finger(7, .up, at: Point(from.x + 90, from.y + 30))
            #expect(await settle { !mini.touching.isActive })
            mini.close()
        }
    }

    @Test("another program takes the pointer under a finger: the drag is over, and the next finger works")
    func grabbed() async throws {
        try await Stage.onXorg { stage, xorg in
            let mini = await stage.mini { $0.position = Self.start.origin }
            let other = stage.outside.createWindow(
                Rect(x: 1000, y: 700, width: 100, height: 50), overrideRedirect: true, background: .color(0), events: []
            )
            stage.outside.map(other)
            stage.outside.sync()
            xorg.finger.finger(.down, at: Self.middle)
            xorg.finger.slide(from: Self.middle, to: Point(528, 372))
            #expect(await stage.settles(mini, at: Self.start.offset(by: 100, 100)))
            #expect(stage.outside.grabPointer(for: other, shape: .arrow, time: 0))
            #expect(await settle { !mini.touching.isActive })
            xorg.finger.slide(from: Point(528, 372), to: Point(628, 472))
            xorg.finger.finger(.up, at: Point(628, 472))
            stage.outside.releasePointer(time: 0)
            stage.outside.sync()
            #expect(await stage.settles(mini, at: Self.start.offset(by: 100, 100)))
            let middle = mini.goal.center
            xorg.finger.finger(.down, at: middle)
            xorg.finger.slide(from: middle, to: Point(middle.x + 40, middle.y))
            #expect(await stage.settles(mini, at: Self.start.offset(by: 140, 100)))
            try await rest()
            xorg.finger.finger(.up, at: Point(middle.x + 40, middle.y))
            #expect(await settle { !mini.touching.isActive })
            stage.outside.destroyWindow(other)
            mini.close()
        }
    }

    @Test("beside a window manager fingers move it too, and the focus stays where it is")
    func focus() async throws {
        try await Stage.onXorg { stage, xorg in
            try await WindowManager.with(display: xorg.display) {
                let main = await stage.main()
                #expect(await settle { stage.outside.focusedWindow() == main.id })
                let mini = await stage.mini { $0.position = Self.start.origin }
                xorg.finger.finger(.down, at: Self.middle)
                xorg.finger.slide(from: Self.middle, to: Point(528, 322))
                #expect(await stage.settles(mini, at: Self.start.offset(by: 100, 50)))
                try await rest()
                xorg.finger.finger(.up, at: Point(528, 322))
                #expect(await settle { !mini.touching.isActive })
                #expect(stage.outside.focusedWindow() == main.id)
                mini.close()
                main.close()
            }
        }
    }

    @Test("it is hidden, or goes, under a finger: the drag is over, and what is left of it does nothing")
    func lost() async throws {
        try await Stage.onXorg { stage, xorg in
            let mini = await stage.mini { $0.position = Self.start.origin }
            xorg.finger.finger(.down, at: Self.middle)
            xorg.finger.slide(from: Self.middle, to: Point(528, 372))
            #expect(await stage.settles(mini, at: Self.start.offset(by: 100, 100)))
            stage.outside.unmap(mini.id)
            stage.outside.flush()
            #expect(await settle { !mini.touching.isActive })
            xorg.finger.slide(from: Point(528, 372), to: Point(628, 472))
            xorg.finger.finger(.up, at: Point(628, 472))
            stage.outside.map(mini.id)
            stage.outside.sync()
            #expect(await settle { mini.isSeen })
            #expect(mini.goal == Self.start.offset(by: 100, 100))
            #expect(await stage.settles(mini, at: mini.goal))
            let middle = mini.goal.center
            xorg.finger.finger(.down, at: middle)
            xorg.finger.slide(from: middle, to: Point(middle.x + 40, middle.y))
            #expect(await settle { mini.touching.gesture.holdsWindow })
            mini.close()
            xorg.finger.slide(from: Point(middle.x + 40, middle.y), to: middle)
            xorg.finger.finger(.up, at: middle)
            stage.outside.sync()
            #expect(!stage.desktop.server.isBroken)
        }
    }
}
