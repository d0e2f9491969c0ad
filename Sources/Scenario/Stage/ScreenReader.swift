import PortholeKit

/// Reads from the server how windows stand: the tree, the properties and the pixels. Never waits.
struct ScreenReader {
    /// How far a pixel may be off its colour: scaling and conversion round.
    static let tolerance = 6
    /// How far from a corner's edges a window still sits in that corner, in points.
    static let cornerReach = 24
    /// Types that may lie over a mini window (spec M2).
    private static let overTypes = [
        "_NET_WM_WINDOW_TYPE_NOTIFICATION", "_NET_WM_WINDOW_TYPE_TOOLTIP", "_NET_WM_WINDOW_TYPE_MENU",
        "_NET_WM_WINDOW_TYPE_DROPDOWN_MENU", "_NET_WM_WINDOW_TYPE_POPUP_MENU",
    ]

    /// Confined to whoever reads.
    let connection: Connection
    /// What there is to read.
    let scene: StageScene
    /// Numbers of the types that may lie over a mini window.
    private let exempt: Set<UInt>

    init(_ connection: Connection, _ scene: StageScene) {
        self.connection = connection
        self.scene = scene
        exempt = Set(Self.overTypes.compactMap { connection.number(ofName: $0) })
    }

    /// How things stand; nil for conditions that are not about windows.
    func read(_ condition: ScenarioCondition) -> ScenarioReading? {
        switch condition {
        case .onTop(let subject): onTop(subject)
        case .stacking(let order): stacking(order)
        case .sight(let subject, let wanted):
            ScenarioReading(sight(of: subject).sight == wanted, sight(of: subject).words)
        case .at(let subject, let corner, let monitor): at(subject, corner, monitor)
        case .size(let subject, let size):
            with(subject) { ScenarioReading(isSize($0.rect.size, size), "\($0.rect.size)") }
        case .opacity(let subject, let percent): opacity(subject, percent)
        case .inside(let subject, let monitor): inside(subject, monitor)
        case .mapped(let subject, let wanted):
            with(subject) { ScenarioReading($0.isMapped == wanted, $0.isMapped ? "mapped" : "not mapped") }
        case .listed(let subject, let wanted): listed(subject, wanted)
        case .className(let subject, let name): named(subject, name)
        case .focus(let subject): focus(subject)
        case .managed(let subject): managed(subject)
        case .ringed(let subject): ringed(subject)
        case .menu, .advancing, .dropped, .session, .caller, .ringing, .events, .restacks, .shown, .noLeaks: nil
        }
    }

    // MARK: Sight

    /// What is seen of a window, and why.
    func sight(of subject: ScenarioSubject) -> (sight: Sight, words: String) {
        guard let entry = scene.entries[subject], let window = entry.window,
            let facts = connection.facts(of: window)
        else { return (.gone, "\(subject) gone") }
        guard facts.isViewable else { return (.hidden, "\(subject) hidden: not mapped") }
        let seen = shown(window, facts, entry)
        return seen.isEmpty ? (.hidden, "\(subject) hidden: covered") : (.visible, "\(subject) visible: \(seen)")
    }

    /// What shows of a window that is viewable, in words; empty for nothing.
    private func shown(_ window: WindowID, _ facts: WindowFacts, _ entry: StageScene.Entry) -> String {
        if scene.trustsPixels, let color = entry.color {
            let share = connection.share(of: color, tolerance: Self.tolerance, in: facts.rect)
            return share.matching == 0 ? "" : "\(share.matching) of \(share.looked) pixels"
        }
        let points = uncovered(window, facts.rect)
        return points == 0 ? "" : "\(points) of 144 points lie under nothing"
    }

    /// How many of 16 × 9 points of a window's place are on the screen and under no other window.
    private func uncovered(_ window: WindowID, _ rect: Rect) -> Int {
        let covers = above(window).map(\.facts.rect)
        let screen = Rect(size: connection.screenSize)
        var count = 0
        for row in 0..<9 {
            for column in 0..<16 {
                let point = Point(
                    rect.x + (2 * column + 1) * rect.width / 32, rect.y + (2 * row + 1) * rect.height / 18)
                if screen.contains(point), !covers.contains(where: { $0.contains(point) }) { count += 1 }
            }
        }
        return count
    }

    // MARK: Stacking

    /// The top-level window that a window is in.
    private func top(of window: WindowID) -> WindowID { connection.ancestors(of: window).last ?? window }

    /// The viewable top-level windows above a window that have pixels, bottom to top.
    private func above(_ window: WindowID) -> [(window: WindowID, facts: WindowFacts)] {
        let own = top(of: window)
        let order = connection.children(of: connection.rootWindow)
        guard let place = order.firstIndex(of: own) else { return [] }
        return order[(place + 1)...].compactMap { other in
            guard let facts = connection.facts(of: other), facts.isViewable, facts.hasPixels else { return nil }
            return (other, facts)
        }
    }

    private func onTop(_ subject: ScenarioSubject) -> ScenarioReading {
        guard let entry = scene.entries[subject], let window = entry.window, let facts = connection.facts(of: window)
        else { return ScenarioReading(false, "\(subject) is gone") }
        guard facts.isViewable else { return ScenarioReading(false, "\(subject) is not mapped") }
        let covers = above(window).filter { other in
            other.facts.rect.intersects(facts.rect) && isManaged(other.window, other.facts)
                && !isExempt(other.window)
        }
        guard covers.isEmpty else {
            let names = covers.map { scene.name(of: client(in: $0.window) ?? $0.window) }
            return ScenarioReading(false, "\(subject) is below \(names.joined(separator: ", "))")
        }
        guard scene.trustsPixels else { return ScenarioReading(true, "\(subject) is above, by the tree") }
        if let color = entry.color {
            let share = connection.share(of: color, tolerance: Self.tolerance, in: facts.rect)
            // Controls may lie over a part of the picture.
            let isShown = share.looked > 0 && share.matching * 10 >= share.looked * 7
            return ScenarioReading(isShown, "\(subject) shows \(share.matching) of \(share.looked) pixels")
        }
        for (other, rival) in scene.entries where other != subject && rival.isClient {
            guard let color = rival.color, let window = rival.window, !isExempt(window),
                let rivalFacts = connection.facts(of: window), !rivalFacts.isOverrideRedirect
            else { continue }
            let share = connection.share(of: color, tolerance: 0, in: facts.rect.inset(by: 2))
            // A picture may have a few pixels of any colour.
            guard share.matching * 20 <= share.looked else {
                return ScenarioReading(
                    false, "\(other) shows in \(share.matching) of \(share.looked) pixels of \(subject)")
            }
        }
        return ScenarioReading(true, "\(subject) is above")
    }

    private func stacking(_ subjects: [ScenarioSubject]) -> ScenarioReading {
        let order = connection.children(of: connection.rootWindow)
        var places: [(subject: ScenarioSubject, place: Int)] = []
        for subject in subjects {
            guard let window = scene.entries[subject]?.window, let place = order.firstIndex(of: top(of: window)) else {
                return ScenarioReading(false, "\(subject) is gone")
            }
            places.append((subject, place))
        }
        let holds = zip(places, places.dropFirst()).allSatisfy { $0.place < $1.place }
        let actual = places.sorted { $0.place < $1.place }.map(\.subject.description)
        return ScenarioReading(holds, actual.joined(separator: " "))
    }

    /// A manager has it: no override-redirect window, or a frame (managers' frames are often override-redirect).
    private func isManaged(_ window: WindowID, _ facts: WindowFacts) -> Bool {
        !facts.isOverrideRedirect || client(in: window) != nil
    }

    /// The client in a frame, itself included: what has WM_STATE, within three levels.
    private func client(in window: WindowID) -> WindowID? {
        var level = [window]
        for _ in 0..<4 {
            if let found = level.first(where: { !connection.numbers(.wmState, of: $0).isEmpty }) { return found }
            level = level.flatMap { connection.children(of: $0) }
        }
        return nil
    }

    /// A managed window with pixels that a mini window has to be above.
    func isRival(_ window: WindowID) -> Bool {
        guard let facts = connection.facts(of: window) else { return false }
        return facts.hasPixels && isManaged(window, facts) && !isExempt(window)
    }

    private func isExempt(_ window: WindowID) -> Bool {
        let types = connection.numbers(.wmWindowType, of: client(in: window) ?? window)
        return types.contains { exempt.contains($0) }
    }

    // MARK: Place

    private func with(_ subject: ScenarioSubject, _ body: (WindowFacts) -> ScenarioReading) -> ScenarioReading {
        guard let window = scene.entries[subject]?.window, let facts = connection.facts(of: window) else {
            return ScenarioReading(false, "\(subject) is gone")
        }
        return body(facts)
    }

    /// The monitor of a name, or the one that a window is on.
    private func monitor(_ name: String?, for rect: Rect) -> Monitor? {
        let all = connection.monitors()
        if let name { return all.first { $0.name == name } }
        return all.first { $0.rect.contains(rect.center) } ?? all.first
    }

    private func at(_ subject: ScenarioSubject, _ corner: Corner, _ name: String?) -> ScenarioReading {
        with(subject) { facts in
            guard let monitor = monitor(name, for: facts.rect) else {
                return ScenarioReading(false, "no monitor is called \(name ?? "")")
            }
            let (rect, area) = (facts.rect, connection.workArea(of: monitor))
            let across = corner.isLeft ? rect.x - area.x : area.maxX - rect.maxX
            let down = corner.isUpper ? rect.y - area.y : area.maxY - rect.maxY
            let reach = 0...Int(Double(Self.cornerReach) * scene.scale)
            return ScenarioReading(reach ~= across && reach ~= down, "\(rect) on \(monitor.name), work area \(area)")
        }
    }

    /// To the point: what is half a point is one pixel more or less at scale 2.
    private func isSize(_ size: Size, _ wanted: Size) -> Bool {
        let slack = Int(scene.scale.rounded(.up)) - 1
        return abs(size.width - wanted.width) <= slack && abs(size.height - wanted.height) <= slack
    }

    /// The middle of the left rim has the colour of the ring.
    private func ringed(_ subject: ScenarioSubject) -> ScenarioReading {
        with(subject) { facts in
            let (rect, width) = (facts.rect, Int(4 * scene.scale))
            let rim = Rect(x: rect.x, y: rect.y + rect.height / 3, width: width, height: rect.height / 3)
            let share = connection.share(of: Theme.dark.accent.rgb, tolerance: Self.tolerance, in: rim)
            return ScenarioReading(
                share.looked > 0 && share.matching * 8 >= share.looked,
                "\(share.matching) of \(share.looked) pixels of the rim")
        }
    }

    private func opacity(_ subject: ScenarioSubject, _ wanted: Int) -> ScenarioReading {
        guard let window = scene.entries[subject]?.window else { return ScenarioReading(false, "\(subject) is gone") }
        let told = connection.numbers(.wmWindowOpacity, of: window).first
        let percent = told.map { Int((Double($0 & 0xffff_ffff) / Double(UInt32.max) * 100).rounded()) } ?? 100
        return ScenarioReading(percent == wanted, "\(subject) is \(percent)% opaque")
    }

    private func inside(_ subject: ScenarioSubject, _ name: String?) -> ScenarioReading {
        with(subject) { facts in
            guard let monitor = monitor(name, for: facts.rect) else {
                return ScenarioReading(false, "no monitor is called \(name ?? "")")
            }
            let area = name == nil ? connection.workArea(of: monitor) : monitor.rect
            return ScenarioReading(area.contains(facts.rect), "\(facts.rect), not inside \(area)")
        }
    }

    private func listed(_ subject: ScenarioSubject, _ wanted: Bool) -> ScenarioReading {
        guard let window = scene.entries[subject]?.window else { return ScenarioReading(false, "\(subject) is gone") }
        let lists: [AtomName] = [.clientList, .clientListStacking]
        let holders = lists.filter { connection.numbers($0, of: connection.rootWindow).contains(window.rawValue) }
        return ScenarioReading(
            holders.isEmpty != wanted,
            holders.isEmpty ? "\(subject) is in no list" : "\(subject) is in \(holders.map(\.rawValue))")
    }

    private func named(_ subject: ScenarioSubject, _ name: String) -> ScenarioReading {
        guard let window = scene.entries[subject]?.window else { return ScenarioReading(false, "\(subject) is gone") }
        let names = connection.classNames(of: window)
        return ScenarioReading(
            names.contains(name), names.isEmpty ? "\(subject) has none" : names.joined(separator: " "))
    }

    private func focus(_ subject: ScenarioSubject) -> ScenarioReading {
        guard let window = scene.entries[subject]?.window else { return ScenarioReading(false, "\(subject) is gone") }
        let focused = connection.focusedWindow()
        let active = connection.numbers(.activeWindow, of: connection.rootWindow).first.map(WindowID.init)
        let hasInput = focused == window || connection.ancestors(of: focused).contains(window)
        // A manager without EWMH has no active window to say.
        let isActive = active == nil || active == window || !connection.managerSupports("_NET_ACTIVE_WINDOW")
        return ScenarioReading(
            hasInput && isActive,
            "input focus \(scene.name(of: focused)), active window \(active.map { scene.name(of: $0) } ?? "none")")
    }

    // MARK: Managed

    /// It is a client of the manager's, as far as the manager tells of such things.
    private func managed(_ subject: ScenarioSubject) -> ScenarioReading {
        guard let window = scene.entries[subject]?.window, connection.facts(of: window) != nil else {
            return ScenarioReading(false, "\(subject) is gone")
        }
        guard !connection.numbers(.wmState, of: window).isEmpty else {
            return ScenarioReading(false, "\(subject) is not managed: it has no WM_STATE")
        }
        let list = connection.numbers(.clientList, of: connection.rootWindow)
        let states = Set(connection.names(.wmStateEWMH, of: window))
        let lacking = [AtomName.wmStateAbove, .wmStateSticky, .wmStateSkipTaskbar, .wmStateSkipPager].filter {
            !states.contains($0) && connection.managerSupports($0.rawValue)
        }
        guard lacking.isEmpty else {
            let names = lacking.map(\.rawValue).joined(separator: ", ")
            return ScenarioReading(false, "\(subject) is managed without \(names)")
        }
        let isListed = list.contains(window.rawValue) || !connection.managerSupports("_NET_CLIENT_LIST")
        return ScenarioReading(isListed, "\(subject) is managed\(isListed ? "" : " and not in _NET_CLIENT_LIST")")
    }
}
