/// How a stage is set up, besides what the scripts say.
struct StageOptions: Sendable {
    /// Porthole's path.
    var program = "/proc/self/exe"
    /// The manager for scripts that name none.
    var manager = ManagerChoice.named(.openbox)
    /// Limits are this many times longer.
    var slow = 1.0
    /// The desktop's scale, in place of what scripts say; nil: as they say.
    var scale: Double?
    /// Where screenshots and recordings go; nil: none are taken of failures, those of scripts go to the current folder.
    var frames: String?
    /// Where all of a run is recorded; nil: nowhere.
    var record: String?
    /// Leave server and clients up after a failure.
    var keeps = false
    /// One server and manager for scenarios that follow each other, as far as these leave nothing behind.
    var reuses = false
    /// Measure how long mini windows are covered.
    var measures = false
    /// A server that is there already, instead of a private one.
    var display: String?
}
