import Desktop
import Frames
import Geometry
import PictureInPicture
import TestSupport
import Testing
import Views
import XServer

/// The mini window in the hand: its menu, its keys, its tab, clicks through it (spec M4, M9, M12).
@Suite(.timeLimit(.minutes(10)), .serialized) @MainActor struct InHandTests {
    private static let start = Rect(x: 300, y: 200, width: 256, height: 144)
    private static let middle = Point(428, 272)

    /// A mini window in the middle that has the keyboard.
    private func focused(_ stage: Stage) async -> MiniWindow {
        let mini = await stage.mini { $0.position = Self.start.origin }
        stage.pointer.move(to: Self.middle)
        stage.pointer.click()
        #expect(await settle { mini.hasKeyboard })
        return mini
    }

    private func windows(_ stage: Stage, role: String) -> [WindowID] {
        stage.outside.rootChildren().filter {
            stage.outside.text(.wmWindowRole, of: $0) == role && stage.outside.facts(of: $0)?.isViewable == true
        }
    }

    @Test("M4: after a click keys move, size and mute; the focus stays where it is; Escape ends it")
    func keys() async throws {
        try await Stage.with(["openbox", "--sm-disable"]) { stage in
            let main = await stage.main()
            let had = await settle { stage.outside.focusedWindow() == main.id }
            #expect(had)
            let mini = await focused(stage)
            stage.pointer.key(0xff53)
            #expect(await stage.settles(mini, at: Self.start.offset(by: 16, 0)))
            stage.pointer.key(0xff54)
            #expect(await stage.settles(mini, at: Self.start.offset(by: 16, 16)))
            #expect(stage.pointer.press(0xff53, holding: [0xffe1]))
            #expect(await settle { stage.rect(of: mini).width == 276 })
            #expect(stage.outside.focusedWindow() == main.id)
            #expect(stage.outside.numbers(.activeWindow, of: stage.outside.rootWindow) == [main.id.rawValue])
            stage.pointer.key(0xff1b)
            #expect(await settle { !mini.hasKeyboard })
            let rect = stage.rect(of: mini)
            stage.pointer.key(0xff53)
            stage.outside.sync()
            try await Task.sleep(for: .milliseconds(100))
            #expect(stage.rect(of: mini) == rect)
            mini.close()
            main.close()
        }
    }

    @Test("a key that another program has is refused: the others work, and nobody is held up")
    func refusedKey() async throws {
        try await Stage.with { stage in
            #expect(stage.outside.grabKey(KeyChord(0xff53)))
            let mini = await focused(stage)
            stage.pointer.key(0xff53)
            stage.pointer.key(0xff54)
            #expect(await stage.settles(mini, at: Self.start.offset(by: 0, 16)))
            stage.pointer.key(0xff1b)
            #expect(await settle { !mini.hasKeyboard })
            // It is theirs all the time.
            var count = 0
            while let event = stage.outside.nextEvent() { if case .key(let key) = event, key.isPress { count += 1 } }
            #expect(count == 1)
            mini.close()
        }
    }

    @Test("M4: no single letter ends it, Control and W does, once")
    func closeByKey() async throws {
        try await Stage.with { stage in
            let mini = await focused(stage)
            for letter: UInt in 0x61...0x7a where ![0x72, 0x73, 0x68].contains(letter) { stage.pointer.key(letter) }
            stage.pointer.key(0x20)
            #expect(await settle { stage.desktop.server.isBroken == false })
            #expect(!stage.told.contains("mini close"))
            #expect(stage.pointer.press(0x77, holding: [0xffe3]))
            #expect(await settle { stage.told.contains("mini close") })
            #expect(stage.told.filter { $0 == "mini close" }.count == 1)
            mini.close()
        }
    }

    @Test("M4: the keys end when the pointer leaves, and by a click elsewhere")
    func leaving() async throws {
        try await Stage.with { stage in
            let mini = await focused(stage)
            stage.pointer.move(to: Point(900, 700))
            #expect(await settle { !mini.hasKeyboard })
            stage.pointer.move(to: Self.middle)
            stage.pointer.move(to: Point(430, 290))
            try await Task.sleep(for: .milliseconds(450))
            stage.pointer.click()
            #expect(await settle { mini.hasKeyboard })
            // Away under the pointer's nose: that is no leaving.
            for _ in 0..<12 { stage.pointer.key(0xff53) }
            #expect(await settle { stage.rect(of: mini).x > 460 })
            #expect(mini.hasKeyboard)
            stage.pointer.move(to: Point(100, 700))
            stage.pointer.click()
            #expect(await settle { !mini.hasKeyboard })
            mini.close()
        }
    }

    @Test("M9: a right click opens the menu above it; Escape, a click elsewhere and a choice close it")
    func menu() async throws {
        try await Stage.with { stage in
            let mini = await stage.mini { $0.position = Self.start.origin }
            stage.pointer.move(to: Self.middle)
            stage.pointer.click(3)
            #expect(await settle { windows(stage, role: "menu").count == 1 })
            let menu = try #require(windows(stage, role: "menu").first)
            let place = try #require(stage.outside.facts(of: menu)?.rect)
            #expect(Rect(x: 0, y: 0, width: 1280, height: 800).contains(place))
            let children = stage.outside.rootChildren()
            let below = try #require(children.firstIndex(of: mini.id))
            #expect(try #require(children.firstIndex(of: menu)) > below)
            stage.pointer.key(0xff1b)
            #expect(await settle { windows(stage, role: "menu").isEmpty })
            stage.pointer.click(3)
            #expect(await settle { windows(stage, role: "menu").count == 1 })
            stage.pointer.move(to: Point(1200, 780))
            stage.pointer.click()
            #expect(await settle { windows(stage, role: "menu").isEmpty })
            // The upper left corner, by its cell in the menu.
            stage.pointer.move(to: Self.middle)
            stage.pointer.click(3)
            #expect(await settle { windows(stage, role: "menu").count == 1 })
            let second = try #require(windows(stage, role: "menu").first.flatMap { stage.outside.facts(of: $0)?.rect })
            let cell = try #require(MiniMenu(kind: .live, state: mini.menuState).rects()[.corner(.upperLeft)])
            stage.pointer.move(to: Point(second.x + cell.center.x, second.y + cell.center.y))
            stage.pointer.click()
            #expect(await stage.settles(mini, at: Rect(x: 16, y: 16, width: 256, height: 144)))
            #expect(windows(stage, role: "menu").isEmpty)
            mini.close()
        }
    }

    @Test("a locker gets keyboard and pointer while the menu and the keys are there")
    func locker() async throws {
        try await Stage.with { stage in
            let mini = await focused(stage)
            stage.pointer.click(3)
            #expect(await settle { windows(stage, role: "menu").count == 1 })
            let other = try Connection(stage.desktop.display)
            let lock = other.createWindow(
                Rect(x: 0, y: 0, width: 1280, height: 800), overrideRedirect: true, background: .color(0), events: [])
            other.mapRaised(lock)
            other.sync()
            #expect(other.grabWholeKeyboard(for: lock))
            #expect(other.grabPointer(for: lock, shape: .arrow, time: 0))
            other.destroyWindow(lock)
            mini.close()
            #expect(await settle { windows(stage, role: "menu").isEmpty })
        }
    }

    @Test("M12: tucked away it is a tab of 24 pixels at the nearest edge that converts nothing; a click brings it back")
    func stash() async throws {
        try await Stage.with { stage in
            let mini = await stage.mini { $0.position = Point(900, 300) }
            let place = stage.rect(of: mini)
            mini.stash()
            mini.stash()
            let tab = Rect(x: 1280 - 24, y: place.center.y - 38, width: 24, height: 76)
            #expect(await stage.settles(mini, at: tab))
            #expect(await settle { stage.outside.pixel(of: mini.id, at: Point(12, 4)) != 0xffffff })
            let before = mini.presenter.counts
            for _ in 0..<5 {
                stage.layer.enqueue(SolidFrame(Size(320, 180), luma: 200))
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(await settle { mini.presenter.counts.dropped >= before.dropped + 4 })
            #expect(mini.presenter.counts.converted == before.converted)
            #expect(stage.told.filter { $0.hasPrefix("mini") } == ["mini mapped"])
            stage.pointer.move(to: tab.center)
            stage.pointer.click()
            #expect(await stage.settles(mini, at: place))
            #expect(!mini.isStashed)
            #expect(await settle { mini.presenter.counts.converted > before.converted })
            mini.unstash()
            mini.close()
        }
    }

    @Test("M12: a tab follows the work area, and its window closes and restores as any other")
    func stashedAndMoved() async throws {
        try await Stage.with { stage in
            let mini = await stage.mini { $0.position = Point(900, 300) }
            mini.stash()
            #expect(await settle { stage.rect(of: mini).x == 1256 })
            mini.setPictureSize(Size(180, 320))
            #expect(stage.rect(of: mini).size == Size(24, 76))
            stage.outside.setMonitor("left", Rect(x: 0, y: 0, width: 1000, height: 800), takesOutputs: true)
            #expect(await settle { stage.rect(of: mini).x == 976 }, "\(stage.rect(of: mini))")
            mini.close(.move(to: Rect(x: 10, y: 10, width: 200, height: 100)))
            #expect(await settle { stage.outside.facts(of: mini.id) == nil })
        }
    }

    @Test("M9: clicks go through it, and its global key takes them back; the key belongs to others then")
    func clickThrough() async throws {
        try await Stage.with { stage in
            let mini = await stage.mini { $0.position = Self.start.origin }
            let below = stage.outside.createWindow(
                Self.start, overrideRedirect: true, background: .color(0x223344), events: [.buttons])
            stage.outside.map(below)
            stage.outside.restack(mini.id, above: below)
            stage.outside.sync()
            mini.setClickThrough(true)
            #expect(await settle { stage.outside.shape(.input, of: mini.id)?.isEmpty == true })
            stage.pointer.move(to: Self.middle)
            stage.pointer.click()
            var hit = false
            #expect(
                await settle {
                    while let event = stage.outside.nextEvent() { if case .button = event { hit = true } }
                    return hit
                })
            #expect(!mini.hasKeyboard)
            #expect(stage.pointer.press(0x70, holding: [0xffe3, 0xffe9]))
            #expect(await settle { !mini.isClickThrough })
            #expect(await settle { stage.outside.shape(.input, of: mini.id)?.isEmpty == false })
            #expect(stage.outside.grabKey(KeyChord(0x70, [.control, .alt])))
            mini.setClickThrough(true)
            mini.close()
            stage.outside.destroyWindow(below)
        }
    }

    @Test("one window takes clicks again: the key still works for the other")
    func clickThroughTwice() async throws {
        try await Stage.with { stage in
            let first = await stage.mini { $0.position = Self.start.origin }
            let second = await stage.mini { $0.position = Point(700, 500) }
            first.setClickThrough(true)
            second.setClickThrough(true)
            first.setClickThrough(false)
            #expect(stage.pointer.press(0x70, holding: [0xffe3, 0xffe9]))
            #expect(await settle { !second.isClickThrough })
            first.setClickThrough(true)
            second.setClickThrough(true)
            second.close()
            #expect(stage.pointer.press(0x70, holding: [0xffe3, 0xffe9]))
            #expect(await settle { !first.isClickThrough })
            #expect(stage.outside.grabKey(KeyChord(0x70, [.control, .alt])))
            first.close()
        }
    }

    @Test("the key of click-through is another program's: it is said, and clicks can be taken back all the same")
    func keyIsTaken() async throws {
        try await Stage.with { stage in
            #expect(stage.outside.grabKey(KeyChord(0x70, [.control, .alt])))
            let mini = await stage.mini { $0.position = Self.start.origin }
            var notices: [String] = []
            mini.onNotice = { notices.append($0) }
            mini.setClickThrough(true)
            #expect(notices.count == 1)
            #expect(notices.first?.contains("ctl click-through off") == true)
            mini.setClickThrough(false)
            #expect(!mini.isClickThrough)
            mini.close()
        }
    }

    @Test("while the middle button is held, what is behind it is seen")
    func peek() async throws {
        try await Stage.with { stage in
            let mini = await stage.mini { $0.position = Self.start.origin }
            #expect(SolidFrame.isWhite(stage.outside.pixel(of: stage.outside.rootWindow, at: Self.middle)))
            stage.pointer.move(to: Self.middle)
            stage.pointer.button(2, isDown: true)
            #expect(
                await settle { !SolidFrame.isWhite(stage.outside.pixel(of: stage.outside.rootWindow, at: Self.middle)) }
            )
            stage.pointer.button(2, isDown: false)
            #expect(
                await settle { SolidFrame.isWhite(stage.outside.pixel(of: stage.outside.rootWindow, at: Self.middle)) })
            mini.close()
        }
    }
}
