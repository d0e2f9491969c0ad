import Desktop
import Foundation
import Geometry
import PictureInPicture
import TestSupport
import Testing
import Views
import XServer

/// A kept window on a server of its own, with other programs' windows around it, seen from a second connection.
@MainActor final class KeeperRig {
    static let place = Rect(x: 900, y: 600, width: 256, height: 144)
    static let over = Rect(x: 850, y: 550, width: 200, height: 150)
    static let screen = Rect(x: 0, y: 0, width: 1280, height: 800)

    let desktop: DesktopConnection
    let keeper: StackingKeeper
    let outside: Connection
    let window: WindowID
    private(set) var told: [String] = []

    init(_ display: String, clock: any FrameClock = DisplayClock()) throws {
        desktop = try DesktopConnection(display)
        outside = try Connection(display)
        keeper = StackingKeeper(desktop, clock: clock)
        window = desktop.server.createWindow(
            Self.place, overrideRedirect: true, background: .color(0xff00ff), events: [.structure])
        keeper.onHide = { [unowned self] in told.append("hide \($0 == window)") }
        keeper.onShow = { [unowned self] in told.append("show \($0 == window)") }
        keeper.onContested = { [unowned self] window, _ in told.append("contested \(window == self.window)") }
        keeper.onCoverage = { [unowned self] window, isCovered in
            told.append("\(isCovered ? "covered" : "seen") \(window == self.window)")
        }
        keeper.keep(window)
        desktop.server.mapRaised(window)
        desktop.flush()
    }

    /// Runs `body` on a private server, with a manager if one is named.
    static func with(_ manager: [String] = [], _ body: @MainActor (KeeperRig) async throws -> Void) async throws {
        try await Stage.onServer(manager) { display in
            let rig = try KeeperRig(display)
            defer { rig.close() }
            #expect(await rig.isOnTop())
            try await body(rig)
        }
    }

    func close() {
        keeper.stop()
        desktop.server.destroyWindow(window)
        desktop.close()
    }

    /// A plain window of another program.
    func foreign(
        _ rect: Rect = over, overrideRedirect: Bool = false, type: AtomName? = nil, name: String = "other",
        color: UInt32 = 0x00ff00
    ) -> WindowID {
        let window = outside.createWindow(
            rect, overrideRedirect: overrideRedirect, background: .color(color), events: [])
        outside.setTitle(name, of: window)
        outside.setClass(instance: name, class: name, of: window)
        outside.setSizeHints(
            minimum: Size(1, 1), size: rect.size, position: rect.origin, isUserSize: true, of: window)
        if let type { outside.setAtoms([type], .wmWindowType, on: window) }
        outside.map(window)
        outside.sync()
        return window
    }

    /// The child of the root that a window is in, or is.
    func top(of window: WindowID) -> WindowID { outside.ancestors(of: window).last ?? window }

    /// The order of some windows, lowest first, by what they are in.
    func order(_ windows: [WindowID]) -> [WindowID] {
        let places = outside.children(of: outside.rootWindow)
        let sorted = windows.sorted {
            (places.firstIndex(of: top(of: $0)) ?? -1) < (places.firstIndex(of: top(of: $1)) ?? -1)
        }
        return sorted
    }

    /// Waits until every pixel of the kept window is its own.
    func isOnTop(within seconds: Double = 10) async -> Bool { await settle(seconds) { self.isSeen } }

    /// Every pixel of it is its own now.
    var isSeen: Bool {
        outside.pixels(of: outside.rootWindow, in: Self.place)?.allSatisfy { $0 == 0xff00ff } ?? false
    }

    /// Waits until a window of another program is managed and viewable.
    func isManaged(_ window: WindowID) async -> Bool {
        await settle(10) { outside.facts(of: window)?.isViewable == true }
    }

    /// Waits until both the keeper and the manager have dealt with everything so far.
    func isSettled() async -> Bool {
        for _ in 0..<3 {
            let mark = outside.createWindow(
                Rect(x: 0, y: 0, width: 1, height: 1), overrideRedirect: true, events: [])
            outside.map(mark)
            outside.sync()
            guard await settle(10, { keeper.lists(mark) }) else { return false }
            outside.destroyWindow(mark)
            outside.sync()
            guard await settle(10, { !keeper.lists(mark) }) else { return false }
        }
        return true
    }
}
