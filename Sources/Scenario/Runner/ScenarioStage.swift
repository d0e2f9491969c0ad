/// Where a scenario is played: a desktop with its manager, its windows and Porthole, or in tests a double.
///
/// Each function returns when the server and the manager have dealt with what it asked for.
protocol ScenarioStage: Sendable {
    /// Brings up what a script needs, all of it: server, monitors, manager, compositor.
    ///
    /// - Throws: also for programs that only later lines need, so that nothing half-runs.
    func open(_ script: ScenarioScript) async throws(StageFailure)
    /// Porthole.
    func porthole(_ step: PortholeStep) async throws(StageFailure)
    /// Pointer and keys.
    func input(_ step: InputStep) async throws(StageFailure)
    /// What another client does to a window.
    func intrude(_ step: IntruderStep) async throws(StageFailure)
    /// Test windows.
    func client(_ step: ClientStep) async throws(StageFailure)
    /// Manager, compositor, monitors, lock.
    func desktop(_ step: DesktopStep) async throws(StageFailure)
    /// Captions, pictures, recordings; `pause` is the runner's.
    func show(_ step: ShowStep) async throws(StageFailure)
    /// How things stand now. Never waits.
    ///
    /// - Parameter start: when the assertion began, on the runner's clock: what "advancing" compares with.
    func read(_ condition: ScenarioCondition, since start: Double) async -> ScenarioReading
    /// Counters start here.
    func mark() async
    /// Looks at a condition as often as it can from now on.
    ///
    /// - Returns: a number for `endSampling`.
    func beginSampling(_ condition: ScenarioCondition) async throws(StageFailure) -> Int
    /// Stops to look.
    func endSampling(_ number: Int) async -> SampleTally
    /// What helps to understand a failure: screenshot, window tree, what the manager said.
    func evidence(for script: ScenarioScript) async -> [ScenarioAttachment]
    /// Ends the recording that runs, if any: its file plays then.
    func endRecording() async throws(StageFailure)
    /// What was asked to be kept all along: screenshots and recordings of the script's own.
    func kept() async -> [ScenarioAttachment]
    /// What was measured since `open`; nil when nothing was. Ends the measuring.
    func measurement() async -> ScenarioMeasurement?
    /// Takes all of it down again; also after an `open` that failed.
    ///
    /// - Parameter hasFailed: then it may be left up for whoever looks into it.
    func close(hasFailed: Bool) async
}
