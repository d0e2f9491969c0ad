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
    /// Maker, product and serial number as its EDID has them; nil when it tells nothing.
    public let edid: String?

    /// A monitor.
    public init(name: String, rect: Rect, isPrimary: Bool, edid: String? = nil) {
        self.name = name
        self.rect = rect
        self.isPrimary = isPrimary
        self.edid = edid
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
                        isPrimary: entry.primary != 0,
                        edid: entry.noutput > 0 ? entry.outputs.flatMap { edid(of: $0[0]) } : nil))
            }
        }
        if monitors.isEmpty { return [Monitor(name: "screen", rect: Rect(size: screenSize), isPrimary: true)] }
        return monitors.filter(\.isPrimary) + monitors.filter { !$0.isPrimary }
    }

    /// What the EDID of an output says, as text; nil without one. A round trip.
    private func edid(of output: RROutput) -> String? {
        let name = XInternAtom(display, "EDID", 1)
        guard name != 0 else { return nil }
        var (type, format, count, rest) = (CX11.Atom(0), Int32(0), UInt(0), UInt(0))
        var data: UnsafeMutablePointer<UInt8>?
        let status = XRRGetOutputProperty(
            display, output, name, 0, 128, 0, 0, CX11.Atom(AnyPropertyType), &type, &format, &count, &rest, &data)
        defer { if let data { XFree(data) } }
        guard status == Success, let data, format == 8 else { return nil }
        return EDID.identity(Array(UnsafeBufferPointer(start: data, count: Int(count))))
    }
}
