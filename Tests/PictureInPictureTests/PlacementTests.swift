import Geometry
import PictureInPicture
import Testing

@Suite("Where mini windows go", .timeLimit(.minutes(1))) struct PlacementTests {
    private static func monitor(
        _ output: String, edid: String? = nil, _ rect: Rect, panel: Int = 0
    ) -> PlacementMonitor {
        var area = rect
        area.height -= panel
        return PlacementMonitor(identity: MonitorIdentity(output: output, edid: edid), rect: rect, workArea: area)
    }
    private let left = monitor("DP-1", edid: "DEL-1-7", Rect(x: 0, y: 0, width: 1000, height: 800), panel: 40)
    private let right = monitor("DP-2", edid: "DEL-1-8", Rect(x: 1000, y: 0, width: 1600, height: 1200))
    private let wide = Size(16, 9)

    private func policy(_ rect: Rect, on monitor: PlacementMonitor, _ kind: PlacementKind = .call) -> PlacementPolicy {
        var policy = PlacementPolicy()
        policy.memory.remember(kind, rect, on: monitor, scale: 1)
        return policy
    }

    @Test("M7: it opens where the user left it, on that monitor and with that size; other kinds do not")
    func remembered() throws {
        let rect = Rect(x: 1200, y: 90, width: 480, height: 270)
        let policy = policy(rect, on: right)
        #expect(policy.place(.call, aspect: wide, among: [left, right])?.rect == rect)
        #expect(policy.place(.call, aspect: wide, among: [right, left])?.monitor == right)
        let live = try #require(policy.place(.live, aspect: wide, among: [left, right]))
        #expect(live.rect == Rect(x: 771, y: 624, width: 213, height: 120))
        #expect(live.monitor == left)
    }

    @Test("case 4: one that was on an unplugged monitor opens on the one that is there")
    func unplugged() throws {
        let policy = policy(Rect(x: 1200, y: 90, width: 480, height: 270), on: right)
        let place = try #require(policy.place(.call, aspect: wide, among: [left]))
        #expect(left.workArea.contains(place.rect))
        #expect(policy.place(.call, aspect: wide, among: []) == nil)
    }

    @Test("M7: the monitor is known by its EDID on another output, and by its output where it has none")
    func identity() throws {
        let rect = Rect(x: 1200, y: 90, width: 480, height: 270)
        let policy = policy(rect, on: right)
        var moved = right
        moved.identity.output = "HDMI-1"
        #expect(policy.place(.call, aspect: wide, among: [left, moved])?.rect == rect)
        moved.identity = MonitorIdentity(output: "DP-2")
        #expect(policy.place(.call, aspect: wide, among: [left, moved])?.rect == rect)
        moved.identity = MonitorIdentity(output: "DP-2", edid: "ACR-9-9")
        #expect(policy.place(.call, aspect: wide, among: [left, moved])?.monitor == left)
    }

    @Test("two monitors with the same EDID are told apart by their outputs")
    func twins() {
        var twin = left
        twin.identity.edid = "DEL-1-8"
        let policy = policy(Rect(x: 1200, y: 90, width: 480, height: 270), on: right)
        #expect(policy.place(.call, aspect: wide, among: [twin, right])?.monitor == right)
        var swapped = right
        swapped.identity.output = "DP-3"
        #expect(policy.place(.call, aspect: wide, among: [swapped])?.monitor == swapped)
    }

    @Test("M7: resolution, panels and scale change: the distance from its corner stays")
    func changes() throws {
        let rect = Rect(x: 2080, y: 914, width: 480, height: 270)
        let policy = policy(rect, on: right)
        var smaller = right
        smaller.rect = Rect(x: 1000, y: 0, width: 1280, height: 720)
        smaller.workArea = Rect(x: 1000, y: 0, width: 1280, height: 690)
        let now = policy.replaced(
            .call, rect, aspect: wide, isExact: false, home: right.identity, before: ([left, right], 1),
            now: [left, smaller])
        #expect(now == Rect(x: 1760, y: 404, width: 480, height: 270))
        var scaled = policy
        scaled.scale = 2
        let large = scaled.replaced(
            .call, rect, aspect: wide, isExact: false, home: right.identity, before: ([left, right], 1),
            now: [left, right])
        #expect(large == Rect(x: 1560, y: 628, width: 960, height: 540))
    }

    @Test("M7: its monitor goes: it moves to another at once; it comes back: so does the window")
    func hotPlug() throws {
        let rect = Rect(x: 2080, y: 914, width: 480, height: 270)
        let policy = policy(rect, on: right)
        let away = policy.replaced(
            .call, rect, aspect: wide, isExact: false, home: right.identity, before: ([left, right], 1), now: [left])
        #expect(left.workArea.contains(away))
        #expect(Corner(of: away, in: left.workArea) == .lowerRight)
        let back = policy.replaced(
            .call, away, aspect: wide, isExact: false, home: right.identity, before: ([left], 1), now: [left, right])
        #expect(back == rect)
    }

    @Test("a monitor of one pixel, at negative places, and no room at all: a window all the same, never a trap")
    func nonsense() {
        let policy = policy(Rect(x: 1200, y: 90, width: 480, height: 270), on: right)
        for rect in [
            Rect(x: -5000, y: -3000, width: 1, height: 1), Rect(x: 0, y: 0, width: 1, height: 4000),
            Rect(x: -1920, y: 0, width: 1920, height: 1080), .zero,
        ] {
            let odd = Self.monitor("X", rect)
            for kind in PlacementKind.allCases {
                let place = policy.place(kind, aspect: wide, among: [odd])
                #expect(place.map { !$0.rect.isEmpty } == true)
                let now = policy.replaced(
                    kind, Rect(x: 1200, y: 90, width: 480, height: 270), aspect: wide, isExact: false,
                    home: right.identity, before: ([right], 1), now: [odd])
                #expect(!now.isEmpty)
            }
        }
    }

    @Test("what is asked for goes before what is remembered")
    func wishes() {
        let policy = policy(Rect(x: 1200, y: 90, width: 480, height: 270), on: right)
        var wish = PlacementPolicy.Wish()
        wish.position = Point(33, 44)
        wish.size = Size(300, 200)
        #expect(
            policy.place(.call, aspect: wide, wish: wish, among: [left, right])?.rect
                == Rect(x: 33, y: 44, width: 300, height: 200))
        wish.position = nil
        wish.corner = .upperLeft
        #expect(policy.place(.call, aspect: wide, wish: wish, among: [left, right])?.rect.origin == Point(16, 16))
        wish.corner = nil
        #expect(
            policy.place(.call, aspect: wide, wish: wish, among: [left, right])?.rect
                == Rect(x: 1200, y: 90, width: 300, height: 200))
    }

    @Test("M7: what is written down is read again; nonsense in it is told and left out")
    func groups() {
        var memory = PlacementMemory()
        memory.remember(.call, Rect(x: 1200, y: 90, width: 480, height: 270), on: right, scale: 1)
        memory.remember(.live, Rect(x: 16, y: 16, width: 213, height: 120), on: left, scale: 1)
        memory.remember(.call, Rect(x: 500, y: 500, width: 213, height: 120), on: left, scale: 1)
        #expect(PlacementMemory(groups: memory.groups) == memory)
        #expect(PlacementMemory.version(of: memory.groups) == PlacementMemory.version)
        var bad = memory.groups
        bad["a"] = ["kind": "call"]
        bad["b"] = [
            "kind": "call", "output": "DP-9", "corner": "middle", "inset": "1;1", "long-side": "5", "turn": "1",
        ]
        bad["c"] = [
            "kind": "call", "output": "DP-9", "corner": "upper-left", "inset": "1;-99999999", "long-side": "5",
            "turn": "1",
        ]
        bad["d"] = [
            "kind": "call", "output": "DP-9", "corner": "upper-left", "inset": "1;1",
            "long-side": "99999999999999999999", "turn": "1",
        ]
        var told = 0
        #expect(PlacementMemory(groups: bad) { _ in told += 1 } == memory)
        #expect(told == 4)
        #expect(PlacementMemory(groups: [:]) == PlacementMemory())
    }

    @Test("an output whose name is no name of a group is kept all the same")
    func oddNames() {
        var odd = right
        odd.identity = MonitorIdentity(output: "DP]1[\n", edid: "ä;=#")
        var memory = PlacementMemory()
        memory.remember(.view, Rect(x: 1200, y: 90, width: 480, height: 270), on: odd, scale: 1)
        #expect(memory.groups.keys.allSatisfy { !$0.contains("]") && !$0.contains("\n") })
        #expect(PlacementMemory(groups: memory.groups).place(.view, on: odd.identity) != nil)
    }

    @Test("only so many monitors are remembered, those of late")
    func bounded() {
        var memory = PlacementMemory()
        for number in 0..<300 {
            let monitor = Self.monitor("OUT-\(number)", Rect(x: 0, y: 0, width: 1000, height: 800))
            memory.remember(.call, Rect(x: 16, y: 16, width: 213, height: 120), on: monitor, scale: 1)
        }
        #expect(memory.groups.count == 65)
        #expect(memory.place(.call, on: MonitorIdentity(output: "OUT-299")) != nil)
        #expect(memory.place(.call, on: MonitorIdentity(output: "OUT-0")) == nil)
    }
}
