/// How things stand now, as far as one condition goes.
struct ScenarioReading: Sendable, Hashable {
    /// The condition holds.
    let holds: Bool
    /// What is there instead, or in detail, in one line.
    let actual: String

    /// A reading.
    init(_ holds: Bool, _ actual: String) {
        self.holds = holds
        self.actual = actual
    }
}

/// What was seen while a condition was sampled.
struct SampleTally: Sendable, Hashable {
    /// How often was looked.
    var samples = 0
    /// How often the condition held.
    var hits = 0
    /// What was there when it held first.
    var first: String?
}
