import Foundation
import PortholeKit

@testable import Scenario

/// A stage that writes down what it is asked to do, and answers as it is told.
final class RecordingStage: ScenarioStage {
    struct Script {
        var log: [String] = []
        var failures: [String: StageFailure] = [:]
        var tally = SampleTally(samples: 3)
        /// What is read, by the time on the clock.
        var reading: @Sendable (Double) -> ScenarioReading = { _ in ScenarioReading(true, "so") }
    }
    private let script = Lock(Script())
    let clock: SteppedClock

    init(_ clock: SteppedClock) { self.clock = clock }

    var log: [String] { script.withLock { $0.log } }
    func set(_ change: (inout Script) -> Void) { script.withLock { change(&$0) } }

    private func note(_ text: String) throws(StageFailure) {
        let failure = script.withLock { script -> StageFailure? in
            script.log.append(text)
            return script.failures.first { text.hasPrefix($0.key) }?.value
        }
        if let failure { throw failure }
    }

    func open(_ script: ScenarioScript) async throws(StageFailure) { try note("open \(script.name)") }
    func porthole(_ step: PortholeStep) async throws(StageFailure) { try note("porthole \(step)") }
    func input(_ step: InputStep) async throws(StageFailure) { try note("input") }
    func client(_ step: ClientStep) async throws(StageFailure) {
        switch step {
        case .make(let window): try note("make \(window.name)")
        case .act(let action, let window): try note("\(window) \(action)")
        case .insist(let window, _): try note("\(window) insist")
        }
    }
    func intrude(_ step: IntruderStep) async throws(StageFailure) { try note("intrude \(step)") }
    func desktop(_ step: DesktopStep) async throws(StageFailure) { try note("desktop \(step)") }
    func show(_ step: ShowStep) async throws(StageFailure) { try note("show") }
    func read(_ condition: ScenarioCondition, since start: Double) async -> ScenarioReading {
        script.withLock { $0.reading }(clock.now)
    }
    func mark() async { try? note("mark") }
    func beginSampling(_ condition: ScenarioCondition) async throws(StageFailure) -> Int {
        try note("sample begins")
        return 1
    }
    func endSampling(_ number: Int) async -> SampleTally {
        try? note("sample ends")
        return script.withLock { $0.tally }
    }
    func evidence(for script: ScenarioScript) async -> [ScenarioAttachment] {
        try? note("evidence")
        return [ScenarioAttachment(name: "tree", content: .text("root"))]
    }
    func endRecording() async throws(StageFailure) {
        if let failure = script.withLock({ $0.failures["recording"] }) { throw failure }
    }
    func kept() async -> [ScenarioAttachment] { [] }
    func measurement() async -> ScenarioMeasurement? { nil }
    func close(hasFailed: Bool) async { try? note("close \(hasFailed ? "failed" : "fine")") }
}

/// A clock that moves only when someone sleeps on it.
final class SteppedClock: ScenarioClock {
    private let time = Lock(100.0)
    var now: Double { time.withLock { $0 } }
    func sleep(_ seconds: Double) async { time.withLock { $0 += seconds } }
}
