import CX11
import Glibc
public import Geometry

/// What a panel reserves at one edge of the screen (EWMH 1.5 _NET_WM_STRUT_PARTIAL).
public struct Strut: Sendable, Hashable {
    /// The reserved part of the screen.
    public let rect: Rect
    /// The edge it is reserved at.
    public let edge: Edge

    /// An edge of the screen.
    public enum Edge: Sendable, Hashable, CaseIterable {
        /// The left edge.
        case left
        /// The right edge.
        case right
        /// The upper edge.
        case top
        /// The lower edge.
        case bottom
    }

    /// The struts that a property's numbers tell: 12 of _NET_WM_STRUT_PARTIAL, or 4 of _NET_WM_STRUT.
    ///
    /// - Parameter screen: the size of the root window, which the widths are measured from.
    static func list(_ numbers: [UInt], screen: Size) -> [Strut] {
        guard numbers.count >= 4 else { return [] }
        // A panel may write anything: sizes beyond the screen mean all of it, an end before the beginning nothing.
        func length(_ index: Int, _ most: Int) -> Int { Int(min(numbers[index], UInt(max(0, most)))) }
        func span(_ index: Int, _ most: Int) -> (start: Int, length: Int) {
            guard numbers.count >= 12 else { return (0, most) }
            let (start, end) = (length(index, most), length(index + 1, most - 1))
            return (start, end - start + 1)
        }
        let (width, height) = (screen.width, screen.height)
        let (left, right, top, bottom) = (length(0, width), length(1, width), length(2, height), length(3, height))
        let (atLeft, atRight, atTop, atBottom) = (span(4, height), span(6, height), span(8, width), span(10, width))
        let all = [
            Strut(rect: Rect(x: 0, y: atLeft.start, width: left, height: atLeft.length), edge: .left),
            Strut(rect: Rect(x: width - right, y: atRight.start, width: right, height: atRight.length), edge: .right),
            Strut(rect: Rect(x: atTop.start, y: 0, width: atTop.length, height: top), edge: .top),
            Strut(
                rect: Rect(x: atBottom.start, y: height - bottom, width: atBottom.length, height: bottom),
                edge: .bottom),
        ]
        return all.filter { !$0.rect.isEmpty }
    }
}

extension [Strut] {
    /// What they leave free of a monitor. One that would leave nothing does not count: it belongs to another monitor,
    /// or is nonsense.
    public func workArea(of monitor: Rect) -> Rect {
        var area = monitor
        for strut in self {
            let part = strut.rect.intersection(monitor)
            guard !part.isEmpty else { continue }
            var next = area
            switch strut.edge {
            case .left:
                next.width = area.maxX - Swift.max(area.x, part.maxX)
                next.x = Swift.max(area.x, part.maxX)
            case .right: next.width = Swift.min(area.maxX, part.x) - area.x
            case .top:
                next.height = area.maxY - Swift.max(area.y, part.maxY)
                next.y = Swift.max(area.y, part.maxY)
            case .bottom: next.height = Swift.min(area.maxY, part.y) - area.y
            }
            if !next.isEmpty { area = next }
        }
        return area
    }
}

extension Connection {
    /// What windows and those inside them reserve: managers put panels into frames, and some, such as i3, leave them out
    /// of the list of clients.
    ///
    /// Asked all at once: a round trip for each level of the tree, however many windows there are.
    ///
    /// - Returns: by the window that was asked about: whose strut it is, and what it reserves. Windows that reserve
    ///   nothing are left out.
    public func struts(below tops: [WindowID]) -> [WindowID: [(holder: WindowID, strut: Strut)]] {
        guard !isBroken else { return [:] }
        let xcb = XGetXCBConnection(display)
        let names = [atom(.strutPartial), atom(.strut)].map { UInt32(truncatingIfNeeded: $0) }
        var found: [WindowID: [(holder: WindowID, strut: Strut)]] = [:]
        var level = tops.map { (top: $0, window: $0) }
        for depth in 0...3 where !level.isEmpty {
            let asked = level.map { entry in
                let id = UInt32(truncatingIfNeeded: entry.window.rawValue)
                return (
                    entry, names.map { xcb_get_property(xcb, 0, id, $0, 0, 0, 12) },
                    depth < 3 ? xcb_query_tree(xcb, id) : nil
                )
            }
            level = []
            for (entry, properties, tree) in asked {
                let lists = properties.map { cookie -> [Strut] in
                    let reply = xcb_get_property_reply(xcb, cookie, nil)
                    defer { free(reply) }
                    return Strut.list(numbers(UnsafeMutableRawPointer(reply)), screen: screenSize)
                }
                let struts = lists.first { !$0.isEmpty } ?? []
                if !struts.isEmpty { found[entry.top, default: []] += struts.map { (entry.window, $0) } }
                guard let tree, let reply = xcb_query_tree_reply(xcb, tree, nil) else { continue }
                defer { free(reply) }
                let count = Int(xcb_query_tree_children_length(reply))
                let children = UnsafeBufferPointer(start: xcb_query_tree_children(reply), count: count)
                // A program's own windows inside its window are nobody's panels: many are left out.
                if count <= 16 { level += children.map { (entry.top, WindowID(UInt($0))) } }
            }
        }
        // A panel that is not mapped reserves nothing, whatever it says.
        found = found.compactMapValues { list in
            let seen = list.filter { facts(of: $0.holder)?.isViewable ?? false }
            return seen.isEmpty ? nil : seen
        }
        reportQueued()
        return found
    }

    /// What panels leave free of each monitor. A few round trips.
    ///
    /// As `_GTK_WORKAREAS_D` of the workspace says, monitor by monitor, where a manager tells it; else what the struts
    /// of its clients leave of it. `_NET_WORKAREA` is one rectangle for all monitors: it counts where there is one
    /// monitor, or no strut, as with a manager that draws its panel itself.
    public func workAreas(of monitors: [Monitor], struts: [Strut]) -> [Rect] {
        // 32 bits that managers may fill with anything: bspwm leaves −1 behind.
        let desktop = Int(Int32(truncatingIfNeeded: numbers(.currentDesktop, of: rootWindow).first ?? 0))
        let known = rects(numbers(named: "_GTK_WORKAREAS_D\(desktop)", of: rootWindow))
        let common = rects(numbers(.workArea, of: rootWindow))
        let whole = desktop >= 0 && desktop < common.count ? common[desktop] : common.first
        return monitors.map { monitor in
            let own = known.filter { monitor.rect.contains($0) && !$0.isEmpty }
            if own.count == 1 { return own[0] }
            let left = struts.workArea(of: monitor.rect)
            guard let whole, monitors.count == 1 || struts.isEmpty else { return left }
            let both = whole.intersection(left)
            // A work area that leaves nothing is nonsense from a manager between two layouts.
            return both.isEmpty ? left : both
        }
    }

    /// What panels leave free of one monitor. Round trips for each managed window: not while playing.
    public func workArea(of monitor: Monitor) -> Rect {
        let all = monitors()
        let reserved = struts(below: children(of: rootWindow)).values.flatMap { $0.map(\.strut) }
        let areas = workAreas(of: all, struts: reserved)
        return all.firstIndex(of: monitor).map { areas[$0] } ?? workAreas(of: [monitor], struts: reserved)[0]
    }

    private func rects(_ numbers: [UInt]) -> [Rect] {
        let values = numbers.map { Int(Int32(truncatingIfNeeded: $0)) }
        return stride(from: 0, to: values.count - values.count % 4, by: 4).map {
            Rect(x: values[$0], y: values[$0 + 1], width: values[$0 + 2], height: values[$0 + 3])
        }
    }
}
