/// How good a call's connection is, in words and figures; a plain value.
public struct QualityModel: Sendable, Hashable {
    /// One figure.
    public struct Row: Sendable, Hashable {
        /// What it is.
        public var name: String
        /// How much.
        public var value: String
        /// It is worse than it should be.
        public var isBad: Bool

        /// A figure.
        public init(_ name: String, _ value: String, isBad: Bool = false) {
            self.name = name
            self.value = value
            self.isBad = isBad
        }
    }

    /// The figures, from top to bottom.
    public var rows: [Row] = []
    /// What came in each of the last sixty seconds, the newest last, each from 0 to 1 of the most; nil: not known.
    public var history: [Double?] = []
    /// What the history is of, and how much its highest bar is.
    public var caption = ""

    /// Nothing is known.
    public init() {}
}
