import Geometry
import PictureInPicture
import Testing

/// What is where, in the policy's tests: 1280×800, our window 100 in the lower right.
private let screen = Rect(x: 0, y: 0, width: 1280, height: 800)
private let ours = Rect(x: 1000, y: 640, width: 256, height: 144)
private let over = Rect(x: 900, y: 500, width: 300, height: 250)
private let aside = Rect(x: 10, y: 10, width: 300, height: 250)

@Suite("The stacking policy", .timeLimit(.minutes(10))) struct StackingTests {
    /// One window above ours: what it is, and what has to be done about it.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rect: Rect
        let isOverrideRedirect: Bool
        let findings: WindowFindings
        let expected: Outcome
    }
    enum Outcome: Sendable { case restacked, left, hidden }

    static let cases: [Case] = [
        Case("a client without a frame", over, false, WindowFindings(hasClient: true), .restacked),
        Case("a window that no manager deals with", over, false, WindowFindings(), .restacked),
        Case("a frame", over, false, WindowFindings(hasClient: true, hasChildren: true), .restacked),
        Case("an override-redirect frame", over, true, WindowFindings(hasClient: true), .restacked),
        Case("a fullscreen client", screen, false, WindowFindings(hasClient: true), .restacked),
        Case("a fullscreen override-redirect frame", screen, true, WindowFindings(hasClient: true), .restacked),
        Case("a menu", over, true, WindowFindings(), .left),
        Case("a menu of a toolkit", over, true, WindowFindings(types: .menu), .left),
        Case("a managed notification", over, false, WindowFindings(hasClient: true, types: .notification), .left),
        Case("a managed tooltip", over, false, WindowFindings(hasClient: true, types: .tooltip), .left),
        Case("a torn-off menu", over, false, WindowFindings(hasClient: true, types: .menu), .left),
        Case("a window elsewhere", aside, false, WindowFindings(hasClient: true), .left),
        Case("a window without pixels", screen, false, WindowFindings(hasPixels: false), .left),
        Case("xtrlock's window without pixels", screen, true, WindowFindings(hasPixels: false), .left),
        Case("a game", screen, true, WindowFindings(), .left),
        Case("i3lock", screen, true, WindowFindings(identity: .locker), .hidden),
        Case("a locker without a name", screen, true, WindowFindings(identity: .anonymous), .hidden),
        Case("xsecurelock", screen.inset(by: 1), true, WindowFindings(identity: .locker), .hidden),
        Case("a wallpaper", screen, true, WindowFindings(types: .desktop, identity: .anonymous), .left),
    ]

    @Test("each kind of window above ours", arguments: cases)
    func kinds(_ item: Case) {
        var desk = Desk()
        desk.appear(7, item.rect, item.isOverrideRedirect, item.findings)
        desk.run()
        switch item.expected {
        case .restacked: #expect(desk.order == [7, 100] && desk.isMapped(100) && desk.restacks == 1)
        case .left: #expect(desk.order == [100, 7] && desk.isMapped(100) && desk.restacks == 0)
        case .hidden: #expect(desk.order == [100, 7] && !desk.isMapped(100) && desk.restacks == 0)
        }
        desk.vanish(7)
        desk.run()
        #expect(desk.isMapped(100), "it is back when that is gone")
    }

    @Test("nothing goes over a curtain, whatever is raised above it, and not before it is known either")
    func curtain() {
        for identity in [WindowIdentity.program, .locker, .anonymous] {
            var desk = Desk()
            desk.appear(7, screen, true, WindowFindings(identity: identity))
            desk.appear(8, over, false, WindowFindings(hasClient: true))
            desk.run()
            desk.raise(8)
            desk.run()
            #expect(desk.restacks == 0)
            #expect(desk.order == [100, 7, 8])
            #expect(desk.isMapped(100) == (identity == .program))
            desk.vanish(7)
            desk.run()
            #expect(desk.order == [8, 100] && desk.isMapped(100))
        }
    }

    @Test("a locker that covers one monitor of two hides the window; a game on it leaves it")
    func monitors() {
        let left = Rect(x: 0, y: 0, width: 640, height: 800)
        for (identity, isMapped) in [(WindowIdentity.locker, false), (.program, true)] {
            var desk = Desk()
            desk.send(.screen(screen, monitors: [left, left.offset(by: 640, 0)]))
            desk.appear(7, left.offset(by: 640, 0), true, WindowFindings(identity: identity))
            desk.appear(8, over, false, WindowFindings(hasClient: true))
            desk.run()
            #expect(desk.isMapped(100) == isMapped)
            #expect(desk.restacks == 0)
        }
    }

    @Test("every lock signal hides at once; the last one that ends brings it back above the others")
    func signals() {
        var desk = Desk()
        for signal in LockSignal.allCases { desk.send(.locked(signal, true)) }
        desk.run()
        #expect(!desk.isMapped(100))
        desk.appear(8, over, false, WindowFindings(hasClient: true))
        desk.run()
        for (index, signal) in LockSignal.allCases.enumerated() {
            #expect(!desk.isMapped(100), "after \(index) of them")
            desk.send(.locked(signal, false))
            desk.run()
        }
        #expect(desk.isMapped(100))
        #expect(desk.order == [8, 100])
        #expect(desk.effects.suffix(2) == [.restack(100, above: 8), .show(100)])
    }

    @Test("a window that is not up stays so after a lock; one that is mapped during it is hidden")
    func unmappedDuringLock() {
        var desk = Desk()
        desk.unmap(100)
        desk.send(.locked(.session, true))
        desk.run()
        desk.send(.locked(.session, false))
        desk.run()
        #expect(!desk.isMapped(100))
        desk.send(.locked(.session, true))
        desk.run()
        desk.map(100)
        desk.run()
        #expect(!desk.isMapped(100))
        desk.send(.locked(.session, false))
        desk.run()
        #expect(desk.isMapped(100))
    }

    @Test("two of ours keep their order among each other")
    func twoOfOurs() {
        var desk = Desk()
        desk.appear(101, ours.offset(by: -20, -20), true, WindowFindings())
        desk.send(.kept(101))
        desk.run()
        for id in 1...3 as ClosedRange<UInt> {
            desk.appear(id, over, false, WindowFindings(hasClient: true))
            desk.run()
            #expect(desk.order.suffix(2) == [100, 101])
        }
    }

    @Test("a frame that gets its client later is dealt with then, also without a word from its manager")
    func lateClient() {
        var desk = Desk()
        desk.appear(7, over, true, WindowFindings(hasChildren: true))
        desk.run()
        #expect(desk.order == [100, 7])
        desk.findings[7] = WindowFindings(hasClient: true, hasChildren: true)
        desk.advance(0.1)
        #expect(desk.order == [100, 7])
        desk.advance(0.2)
        #expect(desk.order == [7, 100])

        desk.appear(8, over, true, WindowFindings())
        desk.run()
        desk.findings[8] = WindowFindings(hasClient: true)
        desk.send(.clientsChanged)
        desk.run()
        #expect(desk.order == [7, 8, 100])
    }

    @Test("what was there before is learnt from the top, a bounded number at a time")
    func learnt() {
        var desk = Desk(isEmpty: true)
        for id in 1...700 as ClosedRange<UInt> { desk.place(id, over, false, WindowFindings(hasClient: true)) }
        desk.place(100_000, ours, true, WindowFindings())
        desk.begin(keeping: 100_000)
        desk.run()
        #expect(desk.mostQuestions <= 256 + 64)
        desk.raise(5)
        desk.run()
        #expect(desk.order.suffix(2) == [5, 100_000])
    }

    @Test("a list that contradicts the server is asked for anew")
    func lostList() {
        var desk = Desk()
        desk.appear(7, over, false, WindowFindings(hasClient: true))
        desk.run()
        desk.send(.configured(7, over, above: 4711, isOverrideRedirect: false))
        desk.send(.configured(4712, over, above: 7, isOverrideRedirect: false))
        desk.run()
        #expect(desk.effects.contains(.list))
        #expect(desk.order == [7, 100])
        #expect(desk.isInStep)
    }

    @Test("a windows list of names knows lockers, programs and those without a name")
    func identities() {
        for name in ["i3lock", "XScreenSaver", "xsecurelock", "slock", "mate-screensaver", "kscreenlocker_greet"] {
            #expect(WindowIdentity(names: ["", name]) == .locker, "\(name)")
        }
        for name in ["SDL_App", "slop", "flameshot", "blockout", "Clock", "unlocked - Notes"] {
            #expect(WindowIdentity(names: [name]) == .program, "\(name)")
        }
        #expect(WindowIdentity(names: []) == .anonymous)
        #expect(WindowIdentity(names: ["", ""]) == .anonymous)
    }

    @Test("an alarm that rings a little early does not leave the window covered for ever")
    func earlyAlarm() {
        var desk = Desk()
        desk.appear(7, over, false, WindowFindings(hasClient: true))
        desk.run()
        // Raised until the policy waits before it answers.
        for _ in 0..<10 where desk.order == [7, 100] {
            desk.raise(7)
            desk.run()
        }
        #expect(desk.order == [100, 7])
        desk.advance(10, early: 0.0005)
        #expect(desk.order == [7, 100])
    }
}

extension StackingTests.Case {
    fileprivate init(
        _ name: String, _ rect: Rect, _ isOverrideRedirect: Bool, _ findings: WindowFindings,
        _ expected: StackingTests.Outcome
    ) {
        self.init(
            testDescription: name, rect: rect, isOverrideRedirect: isOverrideRedirect, findings: findings,
            expected: expected)
    }
}
