/// How `porthole play` plays.
public struct PlayOptions: Sendable, Hashable {
    /// Scenarios, and folders that are searched for them.
    public var paths: [String] = []
    /// Only read them.
    public var checksOnly = false
    /// The form of the report.
    public var report = ReportForm.tap
    /// Where the report goes; nil: standard output.
    public var reportFile: String?
    /// Where screenshots go; nil: none are taken of failures.
    public var frames: String?
    /// Where all of the scenario is recorded, ending in .webm or .mp4; nil: nowhere. One scenario only.
    public var record: String?
    /// Only scenarios whose path or title contains this.
    public var filter: String?
    /// How often each is played; at least 1.
    public var repeats = 1
    /// Deadlines are this many times longer; at least 1.
    public var slow = 1.0
    /// The desktop's scale, in place of what scenarios say; nil: as they say.
    public var scale: Double?
    /// Measure how long mini windows were covered, and how often they were restacked.
    public var measures = false
    /// Leave server and clients up after a failure.
    public var keeps = false
    /// A list of what is expected to fail, `MANAGER SCENARIO # reason` a line.
    public var expectedFailures: String?
    /// The window manager for scenarios that name none, as after `manager`; nil: openbox.
    public var manager: String?
    /// A server that is there already, such as `:1`, for all of them; nil: a private one each.
    public var display: String?
    /// Porthole's path.
    public var program = "/proc/self/exe"

    /// Nothing to play yet.
    public init() {}
}

/// The form of a report.
public enum ReportForm: String, Sendable, Hashable, CaseIterable {
    /// The Test Anything Protocol, version 14.
    case tap
    /// JUnit XML.
    case junit
}
