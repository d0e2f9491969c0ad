import Foundation

/// How `porthole wm-check` checks window managers.
public struct WMCheckOptions: Sendable, Hashable {
    /// Managers by name; none: all of the table that are installed.
    public var managers: [String] = []
    /// One more manager: what a shell would run.
    public var command: String?
    /// What that one is called in the report.
    public var name: String?
    /// Scenarios and folders; none: `stacking` and `lifecycle` of the project's own.
    public var paths: [String] = []
    /// The form of the report.
    public var report = ReportForm.tap
    /// Where the report goes; nil: standard output.
    public var reportFile: String?
    /// Where the matrix goes, as Markdown when the name ends in `.md`, else as JSON; nil: nowhere.
    public var matrixFile: String?
    /// Where screenshots of failures go; nil: none are taken.
    public var frames: String?
    /// Only scenarios whose path or title contains this.
    public var filter: String?
    /// Deadlines are this many times longer; at least 1.
    public var slow = 1.0
    /// The desktop's scale, in place of what scenarios say; nil: as they say.
    public var scale: Double?
    /// How many managers are checked at the same time; at least 1.
    public var jobs = ProcessInfo.processInfo.activeProcessorCount
    /// Measure how long mini windows were covered, and how often they were restacked; one manager at a time.
    public var measures = false
    /// A list of what is expected to fail, `MANAGER SCENARIO # reason` a line.
    public var expectedFailures: String?
    /// Porthole's path.
    public var program = "/proc/self/exe"

    /// All installed managers, all of the project's scenarios.
    public init() {}
}
