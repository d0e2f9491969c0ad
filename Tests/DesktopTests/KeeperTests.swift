import Desktop
import Foundation
import Geometry
import PictureInPicture
import TestSupport
import Testing
import Views
import XServer

@Suite("The stacking keeper", .timeLimit(.minutes(10))) @MainActor struct KeeperTests {
    /// None at all, one with EWMH, and two of the kind that cover an override-redirect window at once.
    nonisolated static let managers: [[String]] = [
        [], ["openbox", "--sm-disable"], ["icewm"], ["jwm"], ["twm"],
    ]

    @Test("it is above what is mapped over it, raised, above, fullscreen, or a dock", arguments: managers)
    func above(_ manager: [String]) async throws {
        try await KeeperRig.with(manager) { rig in
            let display = ["DISPLAY": rig.desktop.display]
            let plain = rig.foreign()
            #expect(await rig.isManaged(plain))
            #expect(await rig.isOnTop(), "mapped")
            rig.outside.mapRaised(plain)
            rig.outside.sync()
            #expect(await rig.isOnTop(), "raised")
            rig.outside.change(.wmStateAbove, of: plain, .add)
            rig.outside.sync()
            _ = try await Child.run(["xdotool", "windowraise", "\(plain.rawValue)"], environment: display)
            #expect(await rig.isOnTop(), "above")
            rig.outside.change(.wmStateFullscreen, of: plain, .add)
            rig.outside.activate(plain, time: 0)
            rig.outside.sync()
            #expect(await rig.isOnTop(), "fullscreen")
            let dock = rig.foreign(Rect(x: 0, y: 700, width: 1280, height: 100), type: .windowTypeDock)
            #expect(await rig.isManaged(dock))
            #expect(await rig.isOnTop(), "dock")
            #expect(rig.keeper.restacks <= 20)
        }
    }

    @Test("override-redirect menus and notifications stay above it", arguments: [[], ["openbox", "--sm-disable"]])
    func menus(_ manager: [String]) async throws {
        try await KeeperRig.with(manager) { rig in
            let plain = rig.foreign()
            #expect(await rig.isManaged(plain))
            #expect(await rig.isOnTop())
            let menu = rig.foreign(overrideRedirect: true, type: .windowTypeMenu)
            let bare = rig.foreign(KeeperRig.over.offset(by: 20, 20), overrideRedirect: true)
            let notice = rig.foreign(KeeperRig.over.offset(by: 40, 40), type: .windowTypeNotification)
            #expect(await rig.isManaged(notice))
            let before = rig.keeper.restacks
            #expect(await rig.isSettled())
            #expect(rig.keeper.restacks == before)
            #expect(rig.order([menu, rig.window]) == [rig.window, menu])
            #expect(rig.order([bare, rig.window]) == [rig.window, bare])
            if manager.isEmpty { #expect(rig.order([notice, rig.window]) == [rig.window, notice]) }
            // A managed window on top of all: ours goes above it.
            rig.outside.mapRaised(plain)
            rig.outside.sync()
            #expect(await settle { rig.order([plain, rig.window]) == [plain, rig.window] })
        }
    }

    @Test("a notification in a frame that is mapped before its manager says that it has a client stays above it")
    func notificationInFrame() async throws {
        try await KeeperRig.with { rig in
            let frame = rig.outside.createWindow(KeeperRig.over, background: .color(0x0000ff), events: [])
            let client = rig.outside.createWindow(Rect(x: 0, y: 0, width: 20, height: 20), in: frame, events: [])
            rig.outside.setAtoms([.windowTypeNotification], .wmWindowType, on: client)
            let before = rig.keeper.restacks
            rig.outside.map(client)
            rig.outside.mapRaised(frame)
            rig.outside.sync()
            #expect(await rig.isSettled())
            rig.outside.setCardinals([1, 0], .wmState, on: client)
            rig.outside.sync()
            #expect(await rig.isSettled())
            #expect(rig.keeper.restacks == before)
            #expect(rig.order([frame, rig.window]) == [rig.window, frame])
        }
    }

    @Test("fifty windows that come and go, and a window raised fifty times: on top after each")
    func often() async throws {
        try await KeeperRig.with { rig in
            let plain = rig.foreign()
            for _ in 0..<10 {
                let other = rig.foreign()
                #expect(await rig.isOnTop())
                rig.outside.destroyWindow(other)
                rig.outside.mapRaised(plain)
                rig.outside.sync()
                #expect(await rig.isOnTop())
            }
        }
    }

    @Test("i3lock hides it, what is raised over the locker does not bring it up, and unlocking brings it back")
    func locker() async throws {
        try await KeeperRig.with(["openbox", "--sm-disable"]) { rig in
            let plain = rig.foreign()
            #expect(await rig.isManaged(plain))
            #expect(await rig.isOnTop())
            let display = ["DISPLAY": rig.desktop.display]
            try await Child.with(["i3lock", "-n", "-c", "000000"], environment: display) { child in
                #expect(await settle(20) { rig.told.contains("hide true") }, "\(child.output)")
                #expect(await settle { rig.outside.facts(of: rig.window)?.isMapped == false })
                #expect(rig.keeper.isLocked)
                let before = rig.keeper.restacks
                _ = try await Child.run(["xdotool", "windowraise", "\(plain.rawValue)"], environment: display)
                #expect(await rig.isSettled())
                #expect(rig.keeper.restacks == before)
                #expect(rig.outside.facts(of: rig.window)?.isMapped == false)
                child.signal(SIGKILL)
                #expect(await child.waitForExit() != nil)
            }
            #expect(await rig.isOnTop())
            #expect(rig.told.filter { $0.hasPrefix("hide") || $0.hasPrefix("show") } == ["hide true", "show true"])
            #expect(!rig.keeper.isLocked)
        }
    }

    @Test("_SCREENSAVER_STATUS and the session's signals hide it too")
    func signals() async throws {
        try await KeeperRig.with { rig in
            rig.outside.setCardinals([1, 0, 0], .screenSaverStatus, on: rig.outside.rootWindow)
            rig.outside.sync()
            #expect(await settle { rig.told.contains("hide true") })
            rig.keeper.setLocked(true, by: .session)
            rig.outside.setCardinals([0, 0, 0], .screenSaverStatus, on: rig.outside.rootWindow)
            rig.outside.sync()
            #expect(await rig.isSettled())
            #expect(rig.outside.facts(of: rig.window)?.isMapped == false)
            rig.keeper.setLocked(false, by: .session)
            #expect(await rig.isOnTop())
        }
    }

    @Test("a screen saver that is killed leaves its word behind: with its last window it counts no more")
    func saverKilled() async throws {
        try await KeeperRig.with { rig in
            let saver = try Connection(rig.desktop.display)
            func make(_ rect: Rect, _ name: String) -> WindowID {
                let window = saver.createWindow(rect, overrideRedirect: true, events: [])
                saver.setTitle(name, of: window)
                saver.setClass(instance: "xscreensaver", class: "XScreenSaver", of: window)
                return window
            }
            let daemon = make(Rect(x: 0, y: 0, width: 1, height: 1), "XScreenSaver Daemon")
            let screen = make(KeeperRig.screen, "XScreenSaver")
            saver.mapRaised(screen)
            saver.setCardinals([1, 0, 0], .screenSaverStatus, on: saver.rootWindow)
            saver.sync()
            #expect(await settle { rig.told.contains("hide true") })
            #expect(await rig.isSettled())
            // What draws may start again: the daemon keeps the lock.
            saver.destroyWindow(screen)
            saver.sync()
            #expect(await rig.isSettled())
            #expect(rig.outside.facts(of: rig.window)?.isMapped == false)
            saver.destroyWindow(daemon)
            saver.sync()
            #expect(await rig.isOnTop())
        }
    }

    @Test("a fullscreen override-redirect game is left alone: below it, mapped, and told to be covered")
    func game() async throws {
        try await KeeperRig.with { rig in
            let game = rig.foreign(KeeperRig.screen, overrideRedirect: true, name: "blockout")
            #expect(await settle { rig.told.last == "covered true" })
            let plain = rig.foreign()
            #expect(await rig.isSettled())
            #expect(rig.keeper.restacks == 0)
            #expect(rig.outside.facts(of: rig.window)?.isViewable == true)
            #expect(rig.order([game, plain, rig.window]) == [rig.window, game, plain])
            rig.outside.destroyWindow(game)
            rig.outside.sync()
            #expect(await rig.isOnTop())
            #expect(rig.told.last == "seen true")
            #expect(!rig.told.contains("hide true"))
        }
    }

    @Test("two keepers of two programs do not fight: no restack at all")
    func twoKeepers() async throws {
        try await KeeperRig.with { rig in
            let other = try KeeperRig(rig.desktop.display)
            #expect(await rig.isManaged(other.window))
            let plain = rig.foreign()
            #expect(await settle { rig.order([plain, rig.window]).first == plain })
            #expect(await settle { rig.order([plain, other.window]).first == plain })
            #expect(await rig.isSettled())
            #expect(await other.isSettled())
            #expect(rig.keeper.restacks == 1)
            #expect(other.keeper.restacks == 1)
            other.close()
        }
    }

    @Test("a window that raises itself again and again is met within the budget, and told once")
    func duel() async throws {
        try await Stage.onServer([]) { display in
            let clock = ManualClock()
            let rig = try KeeperRig(display, clock: clock)
            defer { rig.close() }
            let rival = rig.foreign()
            var fought = 0
            // The rival raises itself whenever it is below, for ten seconds of the keeper's clock.
            for _ in 0..<200 {
                #expect(await rig.isSettled())
                if rig.order([rival, rig.window]) == [rival, rig.window] {
                    fought += 1
                    rig.outside.mapRaised(rival)
                    rig.outside.sync()
                    #expect(await rig.isSettled())
                }
                clock.advance(by: 0.05)
            }
            #expect(fought >= 5)
            #expect(rig.keeper.restacks <= 20)
            #expect(rig.keeper.contested == 1)
            #expect(rig.told.filter { $0 == "contested true" }.count == 1)
            clock.advance(by: RestackBudget.longWait)
            #expect(await settle { rig.order([rival, rig.window]) == [rival, rig.window] })
        }
    }

    @Test("with five thousand windows on the root it is right, whether they were there before or come later")
    func thousands() async throws {
        try await Stage.onServer([]) { display in
            let crowd = try Connection(display)
            func add(_ count: Int) {
                for _ in 0..<count {
                    _ = crowd.createWindow(Rect(x: 0, y: 0, width: 9, height: 9), events: [])
                }
                crowd.sync()
            }
            add(2500)
            let rig = try KeeperRig(display)
            defer { rig.close() }
            #expect(await rig.isOnTop())
            add(2500)
            let plain = rig.foreign()
            #expect(await rig.isOnTop())
            for _ in 0..<50 {
                let other = rig.foreign(KeeperRig.over.offset(by: -300, -300))
                rig.outside.destroyWindow(other)
            }
            rig.outside.sync()
            rig.outside.mapRaised(plain)
            rig.outside.sync()
            #expect(await rig.isOnTop())
            #expect(await rig.isSettled())
            #expect(rig.keeper.listed == rig.outside.rootChildren())
        }
    }

    @Test("windows that vanish at once, and events that clients make up, do no harm")
    func nonsense() async throws {
        try await KeeperRig.with { rig in
            for index in 0..<200 {
                let window = rig.foreign(KeeperRig.over, overrideRedirect: index % 3 == 0)
                if index % 2 == 0 { rig.outside.withdraw(window) }
                rig.outside.destroyWindow(window)
            }
            rig.outside.setCardinals([7], .clientList, on: rig.outside.rootWindow)
            rig.outside.setText("nonsense", .screenSaverStatus, on: rig.outside.rootWindow)
            rig.outside.setText("nonsense", .activeWindow, on: rig.outside.rootWindow)
            rig.outside.sync()
            let plain = rig.foreign()
            // ICCCM 4.1.4: a synthetic UnmapNotify on the root for a window that stays mapped.
            _ = try await Child.run(
                ["xdotool", "windowraise", "\(rig.window.rawValue + 5000)"],
                environment: ["DISPLAY": rig.desktop.display])
            rig.outside.mapRaised(plain)
            rig.outside.sync()
            #expect(await rig.isOnTop())
            #expect(await rig.isSettled())
            #expect(rig.keeper.listed == rig.outside.rootChildren())
            #expect(!rig.desktop.server.isBroken)
        }
    }

    @Test("when the manager is killed and another takes over it is still on top")
    func managerReplaced() async throws {
        try await KeeperRig.with { rig in
            let display = ["DISPLAY": rig.desktop.display]
            let plain = rig.foreign()
            for manager in [["openbox", "--sm-disable"], ["icewm"]] {
                try await Child.with(manager, environment: display) { child in
                    #expect(await settle(20) { !rig.outside.numbers(.wmState, of: plain).isEmpty }, "\(child.output)")
                    #expect(await rig.isOnTop())
                    _ = try await Child.run(["xdotool", "windowraise", "\(plain.rawValue)"], environment: display)
                    #expect(await rig.isOnTop())
                }
                rig.outside.deleteProperty(.wmState, of: plain)
                rig.outside.mapRaised(plain)
                rig.outside.sync()
                #expect(await rig.isOnTop())
            }
        }
    }

    @Test("the keyboard, forced on it, goes back to who had it", arguments: [[], ["openbox", "--sm-disable"]])
    func focus(_ manager: [String]) async throws {
        try await KeeperRig.with(manager) { rig in
            let plain = rig.foreign()
            #expect(await rig.isManaged(plain))
            let display = ["DISPLAY": rig.desktop.display]
            _ = try await Child.run(["xdotool", "windowfocus", "\(plain.rawValue)"], environment: display)
            #expect(await settle { rig.outside.focusedWindow() == plain })
            #expect(await rig.isSettled())
            _ = try await Child.run(["xdotool", "windowfocus", "\(rig.window.rawValue)"], environment: display)
            #expect(await settle { rig.outside.focusedWindow() == plain })
            // Allowed: after a click on its controls.
            rig.keeper.setFocusAllowed(true, for: rig.window)
            _ = try await Child.run(["xdotool", "windowfocus", "\(rig.window.rawValue)"], environment: display)
            #expect(await rig.isSettled())
            #expect(rig.outside.focusedWindow() == rig.window)
            rig.keeper.setFocusAllowed(false, for: rig.window)
            #expect(await settle { rig.outside.focusedWindow() == plain })
        }
    }

    @Test("a watched main window is told to be covered in its frame, but not by what shines through")
    func coverage() async throws {
        try await KeeperRig.with(["openbox", "--sm-disable"]) { rig in
            let main = rig.desktop.server.createWindow(
                Rect(x: 100, y: 100, width: 300, height: 200), background: .color(0xffffff), events: [.structure])
            rig.desktop.server.setSizeHints(
                minimum: Size(1, 1), size: Size(300, 200), position: Point(100, 100), isUserSize: true, of: main)
            rig.keeper.watchCoverage(of: main)
            rig.desktop.server.map(main)
            rig.desktop.flush()
            #expect(await rig.isManaged(main))
            let cover = rig.foreign(Rect(x: 50, y: 50, width: 700, height: 400), overrideRedirect: true)
            #expect(await settle { rig.told.last == "covered false" })
            rig.outside.setOpacity(cover, 0.5)
            rig.outside.sync()
            #expect(await settle { rig.told.last == "seen false" })
            rig.outside.setOpacity(cover, 1)
            rig.outside.sync()
            #expect(await settle { rig.told.last == "covered false" })
            rig.outside.destroyWindow(cover)
            rig.outside.sync()
            #expect(await settle { rig.told.last == "seen false" })
            rig.desktop.server.destroyWindow(main)
        }
    }
}
