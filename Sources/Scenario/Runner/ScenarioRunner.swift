/// Plays scripts on a stage: line by line, to the first that fails. Holds the deadlines, and no state between runs.
struct ScenarioRunner {
    /// How long an assertion may take that does not say, in seconds.
    static let usualDeadline = 2.0
    /// How long it waits between two looks, in seconds.
    static let interval = 0.01

    /// Where it plays.
    let stage: any ScenarioStage
    /// Whose time counts.
    let clock: any ScenarioClock
    /// Deadlines are this many times longer: sanitised or emulated builds.
    var slow = 1.0
    /// Told each statement before it is played: for whoever watches.
    var onStatement: @Sendable (ScenarioStatement) -> Void = { _ in }

    /// Samples that have begun, by the word at which they end.
    private struct Sample {
        let number: Int
        let statement: ScenarioStatement
        let condition: ScenarioCondition
        let end: String
    }

    /// Plays one script from set-up to taking down.
    func run(_ script: ScenarioScript, manager: String, expectedFailure: String? = nil) async -> ScenarioResult {
        let start = clock.now
        var result = ScenarioResult(
            file: script.file, name: script.name, title: script.title, manager: manager,
            clauses: script.setup.clauses, verdict: .passed, expectedFailure: expectedFailure)
        do throws(StageFailure) {
            try await stage.open(script)
        } catch {
            result.verdict = verdict(error, nil)
        }
        if case .passed = result.verdict { result.verdict = await play(script.statements) }
        do throws(StageFailure) {
            try await stage.endRecording()
        } catch {
            // What failed before is the better reason.
            if case .passed = result.verdict {
                result.verdict = .failed(
                    ScenarioFailure(
                        line: script.statements.last?.line ?? 0, statement: "the recording",
                        expected: "a file of all that was shown", actual: error.description))
            }
        }
        switch result.verdict {
        case .passed, .skipped: break
        case .failed, .managerDown: result.attachments = await stage.evidence(for: script)
        }
        result.attachments += await stage.kept()
        result.measurement = await stage.measurement()
        await stage.close(hasFailed: !result.outcome.isFine)
        result.duration = clock.now - start
        return result
    }

    private func play(_ statements: [ScenarioStatement]) async -> ScenarioVerdict {
        var waiting: [(ScenarioStatement, ScenarioCondition, from: String, to: String)] = []
        var running: [Sample] = []
        for statement in statements {
            onStatement(statement)
            // Before the line at which they end is played: an unlocked screen may show everything again.
            for sample in running where sample.end == statement.word {
                if let failure = await end(sample) { return .failed(failure) }
            }
            running.removeAll { $0.end == statement.word }
            do throws(StageFailure) {
                if case .check(.sample(let condition, let from, let to)) = statement.command {
                    waiting.append((statement, condition, from, to))
                } else if let failure = try await play(statement) {
                    return .failed(failure)
                }
                for sample in waiting where sample.from == statement.word && sample.0 != statement {
                    let number = try await stage.beginSampling(sample.1)
                    running.append(Sample(number: number, statement: sample.0, condition: sample.1, end: sample.to))
                }
                waiting.removeAll { $0.from == statement.word && $0.0 != statement }
            } catch {
                for sample in running { _ = await stage.endSampling(sample.number) }
                return verdict(error, statement)
            }
        }
        return .passed
    }

    /// Plays one line; nil when it did what it says.
    private func play(_ statement: ScenarioStatement) async throws(StageFailure) -> ScenarioFailure? {
        switch statement.command {
        case .setup, .check(.sample): return nil
        case .porthole(let step): try await stage.porthole(step)
        case .input(let step): try await stage.input(step)
        case .intruder(let step): try await stage.intrude(step)
        case .client(let step): try await stage.client(step)
        case .desktop(let step): try await stage.desktop(step)
        case .show(.pause(let seconds)): await clock.sleep(seconds)
        case .show(let step): try await stage.show(step)
        case .check(.mark): await stage.mark()
        case .check(.assert(let condition, let timing)): return await check(condition, timing, statement)
        }
        return nil
    }

    private func check(
        _ condition: ScenarioCondition, _ timing: CheckTiming, _ statement: ScenarioStatement
    ) async -> ScenarioFailure? {
        let start = clock.now
        switch timing {
        case .within(let limit):
            let allowed = (limit ?? Self.usualDeadline) * slow
            while true {
                let isLast = clock.now >= start + allowed
                let reading = await stage.read(condition, since: start)
                if reading.holds { return nil }
                if isLast {
                    return failure(statement, "\(condition) within \(text(allowed))", reading.actual)
                }
                await clock.sleep(Self.interval)
            }
        case .always(let span):
            return await watch(condition, span, statement, wanted: true)
        case .never(let span):
            return await watch(condition, span, statement, wanted: false)
        }
    }

    /// Looks until the time is over, and at its end once more.
    private func watch(
        _ condition: ScenarioCondition, _ span: Double, _ statement: ScenarioStatement, wanted: Bool
    ) async -> ScenarioFailure? {
        let start = clock.now
        while true {
            let elapsed = clock.now - start
            let reading = await stage.read(condition, since: start)
            if reading.holds != wanted {
                let word = wanted ? "always" : "never"
                let after = text((elapsed * 1000).rounded() / 1000)
                return failure(statement, "\(word) \(condition) for \(text(span))", "after \(after): \(reading.actual)")
            }
            if elapsed >= span { return nil }
            await clock.sleep(Self.interval)
        }
    }

    private func end(_ sample: Sample) async -> ScenarioFailure? {
        let tally = await stage.endSampling(sample.number)
        guard tally.samples > 0 else {
            return failure(sample.statement, "never \(sample.condition)", "not one sample could be taken")
        }
        guard tally.hits > 0 else { return nil }
        let first = tally.first ?? "it did"
        return failure(
            sample.statement, "never \(sample.condition)", "in \(tally.hits) of \(tally.samples) samples: \(first)")
    }

    private func failure(_ statement: ScenarioStatement, _ expected: String, _ actual: String) -> ScenarioFailure {
        ScenarioFailure(line: statement.line, statement: statement.text, expected: expected, actual: actual)
    }

    private func verdict(_ failure: StageFailure, _ statement: ScenarioStatement?) -> ScenarioVerdict {
        switch failure {
        case .missing, .notYet: .skipped(failure.description)
        case .managerDown(let reason): .managerDown(reason)
        case .failed(let reason):
            .failed(
                ScenarioFailure(
                    line: statement?.line ?? 0, statement: statement?.text ?? "set-up",
                    expected: statement == nil ? "the set-up is there" : "the line is carried out", actual: reason))
        }
    }

    private func text(_ seconds: Double) -> String {
        seconds == seconds.rounded() && seconds < 1e9 ? "\(Int(seconds)) s" : "\(seconds) s"
    }
}
