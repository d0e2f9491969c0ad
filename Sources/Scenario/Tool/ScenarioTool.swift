import Foundation
import PortholeKit

/// `porthole play` and `porthole wm-check`: options in, an exit code out.
///
/// Reports go to standard output or their file, errors to standard error. Any thread; one call at a time.
public enum ScenarioTool {
    /// Exit codes, as scripts rely on them.
    enum Exit {
        static let done: Int32 = 0
        static let failed: Int32 = 1
        static let usage: Int32 = 2
        static let missing: Int32 = 69
        /// `git bisect run` skips what exits with this.
        static let managerDown: Int32 = 125
    }

    /// Plays scenarios.
    ///
    /// - Returns: 0 when each passed, was skipped or failed as expected; 1 when one failed; 2 when a file or the command
    ///   line makes no sense; 125 when a manager did not start.
    public static func play(_ options: PlayOptions) async -> Int32 {
        guard !options.paths.isEmpty else {
            return complain("play needs a SCENARIO or a folder. Try porthole play Resources/Scenarios", Exit.usage)
        }
        do throws(ScenarioFiles.Problem) {
            let scripts = filtered(
                try ScenarioFiles.read(try ScenarioFiles.find(options.paths)), by: options.filter)
            guard !scripts.isEmpty else {
                return complain("no scenario contains '\(options.filter ?? "")' in its path or title", Exit.usage)
            }
            if options.checksOnly {
                return say(scripts.map { "\($0.file): fine, \($0.title)\n" }.joined(), to: nil)
            }
            let expected = try expectedFailures(options.expectedFailures)
            var stage = stageOptions(options.program, options.slow, options.frames)
            stage.keeps = options.keeps
            stage.scale = options.scale
            stage.display = options.display
            stage.measures = options.measures
            if let file = options.record {
                if let code = refuses(file, scripts, options.repeats) { return code }
                stage.record = file
            }
            if let manager = options.manager { stage.manager = try choice(manager) }
            let all = scripts.flatMap { Array(repeating: $0, count: max(1, options.repeats)) }
            let signals = Interrupts()
            defer { signals.stop() }
            let results = await run(all, stage, expected)
            let code = finish(results, options.report, options.reportFile)
            tell(MeasureTable.text(of: results), options.report, options.reportFile)
            return code
        } catch {
            return complain(error.description, error.isMissing ? Exit.missing : Exit.usage)
        }
    }

    /// Whether a recording makes no sense, told before anything runs; nil when it does.
    private static func refuses(_ file: String, _ scripts: [ScenarioScript], _ repeats: Int) -> Int32? {
        guard scripts.count == 1, repeats <= 1, let script = scripts.first else {
            return complain(
                "--record takes one scenario, not \(scripts.count * max(1, repeats)). Name its file, or choose it with "
                    + "--filter", Exit.usage)
        }
        let own = script.statements.first { if case .show(.recordStart) = $0.command { true } else { false } }
        if let own {
            return complain(
                "\(script.file):\(own.line): the scenario records by itself. Leave --record out", Exit.usage)
        }
        do throws(MediaError) {
            try VideoFileForm(path: file).check()
        } catch {
            return complain(error.description, error.code == .missingPlugin ? Exit.missing : Exit.usage)
        }
        return nil
    }

    // MARK: Running

    /// Plays scripts one after the other, and says on standard error what became of each.
    static func run(
        _ scripts: [ScenarioScript], _ options: StageOptions, _ expected: ExpectedFailures
    ) async -> [ScenarioResult] {
        let clock = SystemClock()
        let stage = DesktopStage(options, clock: clock)
        let runner = ScenarioRunner(stage: stage, clock: clock, slow: options.slow)
        var results: [ScenarioResult] = []
        for script in scripts.map({ $0.inPixels(scale: options.scale) }) {
            let manager = (script.setup.manager ?? options.manager).description
            let reason = expected.reason(manager: manager, scenario: script.name)
            let result = await runner.run(script, manager: manager, expectedFailure: reason)
            FileHandle.standardError.write(
                Data("\(result.outcome.rawValue): \(script.name) [\(manager)]\n".utf8))
            results.append(result)
        }
        await stage.leave()
        return results
    }

    static func finish(_ results: [ScenarioResult], _ form: ReportForm, _ file: String?) -> Int32 {
        let text =
            switch form {
            case .tap: TAPReport.text(of: results)
            case .junit: JUnitReport.text(of: results)
            }
        guard say(text, to: file) == Exit.done else { return Exit.failed }
        return exitCode(results)
    }

    /// What some results come to. Pure.
    static func exitCode(_ results: [ScenarioResult]) -> Int32 {
        let outcomes = Set(results.map(\.outcome))
        if outcomes.contains(.failed) || outcomes.contains(.unexpectedlyPassed) { return Exit.failed }
        return outcomes.contains(.managerDown) ? Exit.managerDown : Exit.done
    }

    /// Prints a table for people beside a report: as comments where that is TAP in the same stream, and elsewhere
    /// than a report in another form.
    static func tell(_ table: String, _ form: ReportForm, _ file: String?) {
        switch (file, form) {
        case (nil, .tap): _ = say(table.split(separator: "\n").map { "# \($0)\n" }.joined(), to: nil)
        case (nil, .junit): try? FileHandle.standardError.write(contentsOf: Data(table.utf8))
        default: _ = say(table, to: nil)
        }
    }

    // MARK: Options

    static func stageOptions(_ program: String, _ slow: Double, _ frames: String?) -> StageOptions {
        var stage = StageOptions()
        // A link to ourselves would mean another program in a child.
        stage.program = URL(fileURLWithPath: program).resolvingSymlinksInPath().path
        stage.slow = max(1, slow)
        stage.frames = frames
        return stage
    }

    static func filtered(_ scripts: [ScenarioScript], by filter: String?) -> [ScenarioScript] {
        guard let filter else { return scripts }
        return scripts.filter { $0.file.contains(filter) || $0.title.contains(filter) }
    }

    static func expectedFailures(_ file: String?) throws(ScenarioFiles.Problem) -> ExpectedFailures {
        guard let file else { return .none }
        guard let data = FileManager.default.contents(atPath: file) else {
            throw ScenarioFiles.Problem(description: "\(file): the list of expected failures can't be read")
        }
        do throws(ScenarioMistakes) {
            return try ExpectedFailures(String(decoding: data, as: UTF8.self), file: file)
        } catch {
            throw ScenarioFiles.Problem(description: error.description)
        }
    }

    static func choice(_ name: String) throws(ScenarioFiles.Problem) -> ManagerChoice {
        if name == "none" { return .none }
        if let known = ManagerName(rawValue: name) { return .named(known) }
        let near = nearestWord(to: name, in: ManagerName.allCases.map(\.rawValue) + ["none"])
        throw ScenarioFiles.Problem(
            description: "\(name): no window manager of that name is known. Try "
                + (near ?? "--command \"\(name)\" --name \(name)"))
    }

    // MARK: Saying

    static func say(_ text: String, to file: String?) -> Int32 {
        guard let file else {
            // A reader that has seen enough is no error to report.
            try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
            return Exit.done
        }
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
            return Exit.done
        } catch {
            return complain("\(file): it can't be written: \(error.localizedDescription)", Exit.failed)
        }
    }

    static func complain(_ text: String, _ code: Int32) -> Int32 {
        FileHandle.standardError.write(Data((text.split(separator: "\n").map { "porthole: \($0)\n" }.joined()).utf8))
        return code
    }
}
