import PortholeKit
import Testing

@testable import porthole

/// What is shared of the screen, without a screen.
@Suite struct ShareTests {
    private static let monitors = [
        Monitor(name: "left", rect: Rect(x: 0, y: 0, width: 640, height: 480), isPrimary: true),
        Monitor(name: "right", rect: Rect(x: 640, y: 0, width: 640, height: 480), isPrimary: false),
    ]
    private static let screen = Size(1280, 480)

    private static func window(_ rect: Rect, isViewable: Bool = true, hasPixels: Bool = true) -> WindowFacts {
        WindowFacts(
            rect: rect, isViewable: isViewable, isMapped: isViewable, isOverrideRedirect: false, hasPixels: hasPixels)
    }

    private static func place(
        _ subject: ScreenSubject, _ facts: WindowFacts? = nil, screen: Size = Self.screen
    ) throws(ScreenShareError) -> ScreenSubject.Place {
        try subject.place(monitors: monitors, screen: screen, window: facts)
    }

    @Test(
        "monitors, windows and parts of the screen in the words of ctl and of --share",
        arguments: [
            ("monitor left", ShareTarget.monitor("left")), ("monitor:DP-1 left", .monitor("DP-1 left")),
            ("monitor", .monitor(nil)), ("Window", .window(nil)), ("window 0x1400003", .window(0x1400003)),
            ("region", .region(nil)),
            ("region:640x360+0+10", .region(Rect(x: 0, y: 10, width: 640, height: 360))),
        ])
    func words(_ text: String, _ target: ShareTarget) throws { #expect(try ShareTarget(text) == target) }

    @Test(
        "other words are refused, with what was perhaps meant",
        arguments: [
            ("", nil), ("window 7", nil), ("window minutes", nil), ("region 10x10+0+0", nil), ("region 640x360", nil),
            ("moniter left", "monitor left"), ("regoin", "region"), ("640x360+0+0", "region 640x360+0+0"),
            ("0x1400003", "window 0x1400003"), ("camera", nil),
        ] as [(String, String?)])
    func wrong(_ text: String, _ nearest: String?) {
        let error = #expect(throws: Flag.ValueRefused.self) { try ShareTarget(text) }
        #expect(error?.nearest == nearest)
    }

    @Test("ctl share takes its kind and which as two words, stop, or nothing")
    func control() throws {
        func argument(_ words: String...) throws -> String? {
            try ControlCommand.parse(["share"] + words, session: nil).argument
        }
        #expect(try argument("monitor", "left") == "monitor left")
        #expect(try argument("region", "640x360+0+0") == "region 640x360+0+0")
        #expect(try argument("stop") == "stop")
        #expect(try argument() == nil)
        let error = #expect(throws: ArgumentError.self) { try argument("monter", "left") }
        #expect(error?.nearest == "porthole ctl share monitor left")
        #expect(throws: ArgumentError.self) { try argument("monitor", "left", "right") }
        guard case .call(_, _, let options) = try Arguments.parse(["call", "--share", "monitor:right"]) else {
            Issue.record("no call")
            return
        }
        #expect(options.share == .monitor("right"))
        #expect(throws: ArgumentError.self) { try Arguments.parse(["call", "--share", "screen"]) }
        #expect(throws: ArgumentError.self) { try Arguments.parse(["watch", "test:", "--share", "monitor"]) }
    }

    @Test("a monitor is captured where it is, and is gone when it is unplugged")
    func monitor() throws {
        #expect(try Self.place(.monitor("right")).area == .region(Self.monitors[1].rect))
        let error = #expect(throws: ScreenShareError.self) { try Self.place(.monitor("DP-1")) }
        #expect(error == .noMonitor("DP-1", there: ["left", "right"]))
        #expect(error?.description.contains("there are left, right") == true)
        #expect(error?.ending == "the monitor DP-1 is gone")
        // The screen is smaller already, the monitor not yet.
        #expect(
            try Self.place(.monitor("right"), screen: Size(1000, 480)).rect
                == Rect(x: 640, y: 0, width: 360, height: 480))
    }

    @Test("a window is captured as far as it is on the screen; closed, hidden and tiny ones are not")
    func window() throws {
        let inside = Rect(x: 100, y: 50, width: 200, height: 100)
        let place = try Self.place(.window(0x400001), Self.window(inside))
        #expect(place == ScreenSubject.Place(area: .window(0x400001), rect: inside))
        let moved = try Self.place(.window(0x400001), Self.window(inside.offset(by: 10, 0)))
        #expect(place != moved && moved.isSamePicture(as: place))
        let over = try Self.place(.window(0x400001), Self.window(inside.offset(by: -150, 0)))
        #expect(over.area == .window(0x400001, part: Rect(x: 50, y: 0, width: 150, height: 100)))
        #expect(!over.isSamePicture(as: place))
        func error(_ facts: WindowFacts?) -> ScreenShareError? {
            #expect(throws: ScreenShareError.self) { try Self.place(.window(0x400001), facts) }
        }
        #expect(error(nil) == .noWindow(0x400001))
        #expect(error(Self.window(inside, hasPixels: false)) == .noWindow(0x400001))
        #expect(error(Self.window(inside, isViewable: false)) == .hiddenWindow(0x400001))
        #expect(error(Self.window(inside.offset(by: 5000, 0))) == .hiddenWindow(0x400001))
        #expect(error(Self.window(Rect(x: 0, y: 0, width: 8, height: 100))) == .tooSmall(Size(8, 100)))
    }

    @Test("a part of the screen has to lie on it, also later")
    func region() throws {
        let rect = Rect(x: 1000, y: 0, width: 280, height: 480)
        #expect(try Self.place(.region(rect)).area == .region(rect))
        let error = #expect(throws: ScreenShareError.self) { try Self.place(.region(rect), screen: Size(1024, 768)) }
        #expect(error == .outside(rect, screen: Size(1024, 768)))
    }

    @Test("M9: a mini window is in the picture of a monitor or a part that it touches, and of no window")
    func mini() {
        let (mini, rect) = (Rect(x: 600, y: 300, width: 256, height: 144), Self.monitors[0].rect)
        #expect(ScreenSubject.monitor("left").wouldHold(mini, at: rect))
        #expect(!ScreenSubject.monitor("left").wouldHold(mini.offset(by: 40, 0), at: rect))
        #expect(ScreenSubject.region(rect).wouldHold(mini, at: rect))
        #expect(!ScreenSubject.window(0x400001).wouldHold(mini, at: rect))
    }

    @Test("the menu offers monitors, a part, a click and the newest windows, each by its number")
    func menu() {
        let windows = (0..<20).map { ShareMenu.Window(id: 0x400000 + UInt($0), title: "Window \($0)") }
        let menu = ShareMenu(monitors: Self.monitors, windows: windows)
        #expect(menu.target(0) == .monitor("left") && menu.target(1) == .monitor("right"))
        #expect(menu.target(2) == .region(nil) && menu.target(3) == .window(nil))
        #expect(menu.target(4) == .window(0x400000))
        #expect(menu.target(4 + ShareMenu.mostWindows) == nil && menu.target(-1) == nil)
        #expect(menu.menu.item(.choice(1))?.title == "Monitor right")
        let single = ShareMenu(monitors: [Self.monitors[0]], windows: [])
        #expect(single.menu.item(.choice(0))?.title == "Whole screen")
        #expect(single.menu.entries.count == 3)
    }
}
