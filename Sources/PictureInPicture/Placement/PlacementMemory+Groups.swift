import Geometry

// How places are written down: groups of keys and values, as key files have them.
extension PlacementMemory {
    /// The number of the form. A file of a later one is read as far as it is understood, and not written over.
    public static let version = 1
    /// The group that says which form the others have.
    private static let head = "placement"

    /// Groups as they were read from a file. What makes no sense is left out, the rest counts.
    ///
    /// - Parameter complain: told of each group that makes no sense, in words.
    public init(groups: [String: [String: String]], complain: (String) -> Void = { _ in }) {
        for (name, keys) in groups where name != Self.head {
            guard let entry = Entry(keys) else {
                complain("[\(name)] is no place of a window")
                continue
            }
            entries.append(entry)
        }
        entries.sort { $0.turn < $1.turn }
        // One place a kind and monitor: the latest.
        var seen: Set<String> = []
        entries = entries.reversed().filter { seen.insert($0.name).inserted }.reversed()
        if entries.count > Self.limit { entries.removeFirst(entries.count - Self.limit) }
        for index in entries.indices { entries[index].turn = index + 1 }
    }

    /// The number of the form that a file says it has; nil for a file that says none.
    public static func version(of groups: [String: [String: String]]) -> Int? {
        groups[head]?["version"].flatMap { Int($0) }
    }

    /// Groups to be written to a file.
    public var groups: [String: [String: String]] {
        var groups = [Self.head: ["version": "\(Self.version)"]]
        for entry in entries { groups[entry.name] = entry.keys }
        return groups
    }
}

extension PlacementMemory.Entry {
    /// A group's name: for people who look into the file, and so that no two have one.
    fileprivate var name: String {
        // Brackets and control characters can't be in the name of a group.
        let text = "\(kind.rawValue) \(monitor.output) \(monitor.edid ?? "")"
        return String(
            text.map { "[]".contains($0) || $0.isNewline || $0.asciiValue.map { $0 < 32 } == true ? "_" : $0 })
    }

    fileprivate var keys: [String: String] {
        var keys = [
            "kind": kind.rawValue, "output": monitor.output, "corner": place.corner.rawValue,
            "inset": "\(place.inset.width);\(place.inset.height)", "long-side": "\(place.longSide)", "turn": "\(turn)",
        ]
        keys["edid"] = monitor.edid
        return keys
    }

    fileprivate init?(_ keys: [String: String]) {
        // X11 has no window beyond this, so no place is.
        let sane = 0...32_767
        guard let kind = keys["kind"].flatMap(PlacementKind.init(rawValue:)), let output = keys["output"],
            !output.isEmpty,
            let corner = keys["corner"].flatMap(Corner.init(rawValue:)),
            let inset = keys["inset"]?.split(separator: ";", omittingEmptySubsequences: false).map({ Int($0) }),
            inset.count == 2, let width = inset[0], let height = inset[1], sane.contains(width), sane.contains(height),
            let longSide = keys["long-side"].flatMap({ Int($0) }), longSide > 0, sane.contains(longSide),
            let turn = keys["turn"].flatMap({ Int($0) })
        else { return nil }
        self.init(
            kind: kind, monitor: MonitorIdentity(output: output, edid: keys["edid"]),
            place: PlacementMemory.Place(corner: corner, inset: Size(width, height), longSide: longSide), turn: turn)
    }
}
