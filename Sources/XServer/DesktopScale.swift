import CX11

/// How many device pixels a logical pixel has, as the desktop says.
///
/// XSETTINGS 0.5 first: `Gdk/WindowScalingFactor`, then `Xft/DPI`; then the resource `Xft.dpi`. 96 dots an inch are 1.
public struct DesktopScale: Sendable, Hashable {
    /// 1 to 4, in steps of a quarter.
    public let factor: Double

    /// A scale, rounded to what is sane.
    init(_ factor: Double) {
        guard factor.isFinite else {
            self.factor = 1
            return
        }
        self.factor = min(4, max(1, (factor * 4).rounded() / 4))
    }

    /// The scale that settings and resources tell; nil when neither does.
    init?(settings: [UInt8], resources: String) {
        let values = Self.integers(settings)
        if let factor = values["Gdk/WindowScalingFactor"], factor > 1 {
            self.init(Double(factor))
        } else if let dpi = values["Xft/DPI"], dpi > 0 {
            self.init(Double(dpi) / 1024 / 96)
        } else if let dpi = Self.dpi(resources) {
            self.init(dpi / 96)
        } else {
            return nil
        }
    }

    private static func dpi(_ resources: String) -> Double? {
        for line in resources.split(separator: "\n") where line.hasPrefix("Xft.dpi:") {
            let text = line.dropFirst("Xft.dpi:".count).filter { !$0.isWhitespace }
            if let dpi = Double(text), dpi > 0 { return dpi }
        }
        return nil
    }

    /// The numbers among settings in the form of XSETTINGS 0.5; what is cut off or makes no sense is left out.
    static func integers(_ bytes: [UInt8]) -> [String: Int32] {
        guard let order = bytes.first, order <= 1 else { return [:] }
        var (place, found) = (8, [String: Int32]())
        func number(_ count: Int) -> UInt32? {
            guard place + count <= bytes.count else { return nil }
            let part = bytes[place..<(place + count)]
            place += count
            return (order == 0 ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | UInt32($1) }
        }
        guard let count = number(4) else { return found }
        for _ in 0..<min(count, 4096) {
            guard place < bytes.count else { return found }
            let type = bytes[place]
            place += 2
            guard let length = number(2), place + Int(length) <= bytes.count else { return found }
            let name = String(decoding: bytes[place..<(place + Int(length))], as: UTF8.self)
            place += (Int(length) + 3) / 4 * 4 + 4
            switch type {
            case 0:
                guard let value = number(4) else { return found }
                found[name] = Int32(bitPattern: value)
            case 1:
                guard let length = number(4), length < 1 << 20 else { return found }
                place += (Int(length) + 3) / 4 * 4
            case 2: place += 8
            default: return found
            }
        }
        return found
    }
}

extension Connection {
    /// The desktop's scale; 1 where nothing says otherwise. A few round trips.
    ///
    /// Watches what tells it: properties of the settings' owner and of the root then arrive as events.
    public func desktopScale() -> DesktopScale {
        guard !isBroken else { return DesktopScale(1) }
        let owner = WindowID(UInt(XGetSelectionOwner(display, atom(.settingsOwner))))
        var settings: [UInt8] = []
        if owner != .none {
            if !isOwn(owner) { select([.structure, .properties], on: owner) }
            settings = bytes(.settings, of: owner)
        }
        let resources = text(.resources, of: rootWindow) ?? ""
        return DesktopScale(settings: settings, resources: resources) ?? DesktopScale(1)
    }
}
