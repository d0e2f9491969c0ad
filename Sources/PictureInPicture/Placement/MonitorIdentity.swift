/// How a monitor is known again: by its output and what its EDID says, never by its index (spec M7).
public struct MonitorIdentity: Sendable, Hashable {
    /// The output's name, as `DP-1`.
    public var output: String
    /// Maker, product and serial number, as text; nil when the monitor tells nothing.
    public var edid: String?

    /// A monitor on an output.
    public init(output: String, edid: String? = nil) {
        self.output = output
        self.edid = edid
    }

    /// How sure it is that both are the same monitor; 0 for not at all.
    ///
    /// The same monitor on another output is the same monitor. Two with one EDID, as cheap ones have, are told apart by
    /// their outputs. Where one of both tells nothing the output decides.
    func likeness(to other: MonitorIdentity) -> Int {
        switch (edid, other.edid) {
        case let (mine?, theirs?) where mine == theirs: output == other.output ? 3 : 2
        case (.some, .some): 0
        default: output == other.output ? (edid == other.edid ? 3 : 1) : 0
        }
    }
}
