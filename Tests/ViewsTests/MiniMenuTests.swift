import Frames
import Geometry
import Testing
import Views

@Suite(.timeLimit(.minutes(10))) struct MiniMenuTests {
    static let actions: [MiniMenu.Action] =
        [.restore, .hide, .stash, .clickThrough, .hideWhileSharing, .resetSize, .help, .close]
        + MiniMenu.opacities.map { .opacity($0) } + Corner.allCases.map { .corner($0) }

    @Test("everything can be chosen, in its own place inside the menu", arguments: [1.0, 1.25, 2])
    func places(_ scale: Double) throws {
        for kind in MiniControls.Kind.allCases {
            let menu = MiniMenu(kind: kind)
            let rects = menu.rects(scale: scale)
            #expect(Set(rects.keys) == Set(Self.actions))
            for (action, rect) in rects {
                #expect(Rect(size: menu.size(scale: scale)).contains(rect), "\(action) leaves the menu")
                #expect(menu.hitTest(rect.center, scale: scale) == action)
                #expect(rect.height >= Int(22 * scale), "\(action) is only \(rect.height) high")
                for (other, place) in rects where other != action {
                    #expect(!place.intersects(rect), "\(action) is over \(other)")
                }
            }
            #expect(menu.hitTest(.zero, scale: scale) == nil)
            #expect(menu.hitTest(Point(-4, 40), scale: scale) == nil)
        }
    }

    @Test("closing says the consequence and is the only item that ends anything")
    func closing() {
        for kind in MiniControls.Kind.allCases {
            let menu = MiniMenu(kind: kind)
            #expect(menu.item(.close)?.title == kind.closeTitle)
            #expect(Self.actions.filter { menu.item($0)?.isDestructive == true } == [.close])
            // No single letter ends a session.
            #expect((menu.item(.close)?.shortcut?.count ?? 0) > 1)
        }
        #expect(MiniMenu(kind: .call).item(.hide)?.title == "Hide, stay in the call")
        #expect(MiniMenu(kind: .live).item(.hide)?.title == "Hide, keep watching")
    }

    @Test("options tell their state")
    func options() {
        var state = MiniMenu.State()
        #expect(MiniMenu(kind: .call).item(.clickThrough)?.isChecked == false)
        state.isClickThrough = true
        state.hidesWhileSharing = true
        state.opacity = 70
        state.corner = .lowerRight
        let menu = MiniMenu(kind: .call, state: state)
        #expect(menu.item(.clickThrough)?.isChecked == true)
        #expect(menu.item(.hideWhileSharing)?.isChecked == true)
        #expect(MiniMenu.opacities.filter { menu.item(.opacity($0))?.isChecked == true } == [70])
        #expect(Corner.allCases.filter { menu.item(.corner($0))?.isChecked == true } == [.lowerRight])
    }

    @Test("without a compositor opacity can't be chosen, and the menu says why")
    func noCompositor() {
        var state = MiniMenu.State()
        state.hasCompositor = false
        let menu = MiniMenu(kind: .live, state: state)
        #expect(menu.item(.opacity(85))?.isEnabled == false)
        #expect(menu.rects()[.opacity(85)] == nil)
        let reasons = menu.entries.compactMap { entry in
            if case .choices(_, _, let reason) = entry { reason } else { nil }
        }
        #expect(reasons == ["needs a compositor"])
        #expect(walk(menu).allSatisfy { if case .opacity = $0 { false } else { true } })
    }

    @Test("a window that is tucked away can be brought back, but not sized or placed")
    func stashed() throws {
        var state = MiniMenu.State()
        state.isStashed = true
        let menu = MiniMenu(kind: .view, state: state)
        #expect(menu.item(.stash)?.title == "Bring back")
        let corner = try #require(menu.rects()[.corner(.upperLeft)])
        #expect(menu.hitTest(corner.center) == nil)
        #expect(menu.item(.resetSize)?.isEnabled == false)
    }

    private func walk(_ menu: MiniMenu) -> [MiniMenu.Action] {
        var steps: [MiniMenu.Action] = []
        var now = menu.next(after: nil)
        while let action = now, !steps.contains(action) {
            steps.append(action)
            now = menu.next(after: action)
        }
        return steps
    }

    @Test("keys go through the rows and round, and sideways through cells")
    func keys() {
        var state = MiniMenu.State()
        state.opacity = 85
        let menu = MiniMenu(kind: .call, state: state)
        #expect(
            walk(menu) == [
                .restore, .hide, .stash, .clickThrough, .hideWhileSharing, .opacity(85), .corner(.upperLeft),
                .resetSize, .help, .close,
            ])
        #expect(menu.next(after: .close) == .restore)
        #expect(menu.previous(before: nil) == .close)
        #expect(menu.previous(before: .restore) == .close)
        #expect(menu.previous(before: .corner(.lowerRight)) == .opacity(85))
        #expect(menu.beside(.opacity(85), by: 1) == .opacity(70))
        #expect(menu.beside(.opacity(100), by: -1) == nil)
        #expect(menu.beside(.restore, by: 1) == nil)
        #expect(MiniMenu(entries: []).next(after: nil) == nil)
        #expect(MiniMenu(entries: [.separator]).previous(before: .close) == nil)
    }

    @Test("the picture has round corners, and shows what is pointed at", arguments: [1.0, 2])
    func picture(_ scale: Double) throws {
        let menu = MiniMenu(kind: .call)
        let calm = menu.bitmap(scale: scale)
        #expect(calm.size == menu.size(scale: scale))
        #expect(calm.alpha(at: .zero) == 0 && calm.alpha(at: Point(calm.size.width / 2, 1)) == 255)
        let place = try #require(menu.rects(scale: scale)[.close])
        let inside = Point(place.maxX - Int(4 * scale), place.center.y)
        #expect(calm.rgb(at: inside) == Theme.dark.panel.rgb)
        #expect(menu.bitmap(highlighted: .close, scale: scale).rgb(at: inside) == Theme.dark.danger.rgb)
        #expect(menu.bitmap(highlighted: .hide, scale: scale).rgb(at: inside) == Theme.dark.panel.rgb)
    }
}
