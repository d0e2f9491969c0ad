/// What became of one run of one scenario.
struct ScenarioResult: Sendable, Hashable {
    /// The file, as it was named.
    var file: String
    /// The name of the file without folder and `.scenario`.
    var name: String
    /// What it is about.
    var title: String
    /// The manager it ran with.
    var manager: String
    /// What of a standard is tested.
    var clauses: [String] = []
    /// How it ended.
    var verdict: ScenarioVerdict
    /// Why its failing is expected; nil: it has to pass.
    var expectedFailure: String?
    /// How long it took, in seconds.
    var duration = 0.0
    /// What was measured; nil: nothing.
    var measurement: ScenarioMeasurement?
    /// What was kept for whoever looks into it.
    var attachments: [ScenarioAttachment] = []

    /// How it counts, with what was expected taken into account.
    var outcome: ScenarioOutcome {
        switch verdict {
        case .passed: expectedFailure == nil ? .passed : .unexpectedlyPassed
        case .failed: expectedFailure == nil ? .failed : .failedAsExpected
        case .skipped: .skipped
        case .managerDown: .managerDown
        }
    }
}

/// How one run of a scenario counts. Raw values are the words of the matrix and its JSON.
enum ScenarioOutcome: String, Sendable, Hashable, CaseIterable {
    case passed, failed, skipped
    /// It failed, as the list of expected failures says: that is fine.
    case failedAsExpected = "xfail"
    /// It passed, though the list says that it fails: the list is out of date, and that counts as a failure.
    case unexpectedlyPassed = "xpass"
    /// The manager did not start: nothing was tested.
    case managerDown = "manager-down"

    /// Nothing has to be done about it.
    var isFine: Bool { self == .passed || self == .skipped || self == .failedAsExpected }
}
