/// What was measured in a run: times in seconds.
struct ScenarioMeasurement: Sendable, Hashable {
    /// How long mini windows were mapped, all together.
    var floating = 0.0
    /// How long they were below a managed window, all together.
    var covered = 0.0
    /// The longest of these times.
    var longest = 0.0
    /// How many there were.
    var covers = 0
    /// How often a mini window was put elsewhere in the stack.
    var restacks = 0

    /// Restacks a second of floating; nil when nothing floated.
    var rate: Double? { floating > 0 ? Double(restacks) / floating : nil }

    /// One more time of being covered.
    mutating func add(cover time: Double) {
        covered += time
        longest = max(longest, time)
        covers += 1
    }
}
