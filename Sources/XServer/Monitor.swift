import CX11
public import Geometry

/// One monitor, as RandR 1.5 groups outputs.
public struct Monitor: Sendable, Hashable {
    /// Its name, which is the output's for real ones.
    public let name: String
    /// Where it is on the root.
    public let rect: Rect
    /// The one that panels and new windows go to.
    public let isPrimary: Bool

    /// A monitor.
    public init(name: String, rect: Rect, isPrimary: Bool) {
        self.name = name
        self.rect = rect
        self.isPrimary = isPrimary
    }
}

extension Connection {
    /// The monitors, the primary one first; the whole screen as one where RandR 1.5 is missing. A round trip.
    public func monitors() -> [Monitor] {
        guard !isBroken else { return [] }
        var monitors: [Monitor] = []
        var (major, minor) = (Int32(0), Int32(0))
        if randrBase >= 0, XRRQueryVersion(display, &major, &minor) != 0, (major, minor) >= (1, 5) {
            var count: Int32 = 0
            let list = XRRGetMonitors(display, root, 1, &count)
            defer { if let list { XRRFreeMonitors(list) } }
            for index in 0..<Int(max(0, count)) {
                guard let entry = list?[index], entry.width > 0, entry.height > 0 else { continue }
                let name = XGetAtomName(display, entry.name)
                defer { if let name { XFree(name) } }
                monitors.append(
                    Monitor(
                        name: name.map { String(cString: $0) } ?? "monitor-\(index)",
                        rect: Rect(
                            x: Int(entry.x), y: Int(entry.y), width: Int(entry.width), height: Int(entry.height)),
                        isPrimary: entry.primary != 0))
            }
        }
        if monitors.isEmpty { return [Monitor(name: "screen", rect: Rect(size: screenSize), isPrimary: true)] }
        return monitors.filter(\.isPrimary) + monitors.filter { !$0.isPrimary }
    }

    /// What panels leave free of a monitor, by `_NET_WORKAREA`; the whole of it when nothing says otherwise.
    public func workArea(of monitor: Monitor) -> Rect {
        let desktop = Int(numbers(.currentDesktop, of: rootWindow).first ?? 0)
        let values = numbers(.workArea, of: rootWindow).map { Int(Int32(truncatingIfNeeded: $0)) }
        let start = values.count >= 4 * (desktop + 1) && desktop >= 0 ? 4 * desktop : 0
        guard values.count >= start + 4 else { return monitor.rect }
        let area = Rect(x: values[start], y: values[start + 1], width: values[start + 2], height: values[start + 3])
        let common = area.intersection(monitor.rect)
        // A work area that leaves nothing is nonsense from a manager between two layouts.
        return common.isEmpty ? monitor.rect : common
    }
}
