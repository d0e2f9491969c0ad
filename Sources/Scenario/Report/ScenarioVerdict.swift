/// How one run of a scenario ended.
enum ScenarioVerdict: Sendable, Hashable {
    /// Every line did what it says.
    case passed
    /// A line did not.
    case failed(ScenarioFailure)
    /// It did not run, and why.
    case skipped(String)
    /// The window manager did not start, and why.
    case managerDown(String)
}

/// The line at which a scenario failed.
struct ScenarioFailure: Sendable, Hashable {
    /// The line, from 1; 0: the set-up.
    var line: Int
    /// The line as it is written.
    var statement: String
    /// What should have been, in one line.
    var expected: String
    /// What was, in one line.
    var actual: String
}

/// Something that was kept for whoever looks into a failure.
struct ScenarioAttachment: Sendable, Hashable {
    /// What it is, such as "window tree".
    var name: String
    /// Where it is, or what it says.
    var content: Content

    /// The thing itself.
    enum Content: Sendable, Hashable {
        /// A file, by its path.
        case file(String)
        /// A text of any number of lines.
        case text(String)
    }
}
