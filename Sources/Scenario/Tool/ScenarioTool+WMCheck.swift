import Foundation

extension ScenarioTool {
    /// Plays scenarios with each of some window managers, several at the same time, and prints the matrix.
    ///
    /// - Returns: as `play`; 69 when no manager or no scenario can be found.
    public static func wmCheck(_ options: WMCheckOptions) async -> Int32 {
        do throws(ScenarioFiles.Problem) {
            let scripts = filtered(
                try ScenarioFiles.read(try ScenarioFiles.find(try paths(options))), by: options.filter)
            guard !scripts.isEmpty else {
                return complain("no scenario contains '\(options.filter ?? "")' in its path or title", Exit.usage)
            }
            let expected = try expectedFailures(options.expectedFailures)
            let choices = try managers(options)
            let signals = Interrupts()
            defer { signals.stop() }
            var stage = stageOptions(options.program, options.slow, options.frames)
            stage.reuses = true
            stage.measures = options.measures
            stage.scale = options.scale
            let base = stage
            // Whoever measures times wants the machine for each alone.
            let results = await together(choices, jobs: options.measures ? 1 : options.jobs) { manager in
                var stage = base
                stage.manager = manager
                let fitting = scripts.filter { $0.setup.manager == nil || $0.setup.manager == manager }
                return await run(fitting, stage, expected)
            }
            let code = finish(results, options.report, options.reportFile)
            let matrix = ManagerMatrix(results)
            tell(matrix.text + MeasureTable.text(of: results), options.report, options.reportFile)
            if let file = options.matrixFile {
                let text = file.hasSuffix(".md") ? matrix.markdown : matrix.json
                if say(text, to: file) != Exit.done { return Exit.failed }
            }
            return code
        } catch {
            return complain(error.description, error.isMissing ? Exit.missing : Exit.usage)
        }
    }

    /// Plays with some managers, so many at the same time; the results in the managers' order.
    static func together(
        _ managers: [ManagerChoice], jobs: Int,
        _ play: @Sendable @escaping (ManagerChoice) async -> [ScenarioResult]
    ) async -> [ScenarioResult] {
        await withTaskGroup(of: (Int, [ScenarioResult]).self) { group in
            var found: [Int: [ScenarioResult]] = [:]
            for (index, manager) in managers.enumerated() {
                if index >= max(1, jobs), let (done, results) = await group.next() { found[done] = results }
                group.addTask { (index, await play(manager)) }
            }
            for await (done, results) in group { found[done] = results }
            return managers.indices.flatMap { found[$0] ?? [] }
        }
    }

    /// The managers to check: those that were named, else all that are installed, and none.
    private static func managers(_ options: WMCheckOptions) throws(ScenarioFiles.Problem) -> [ManagerChoice] {
        var found: [ManagerChoice] = []
        for name in options.managers { found.append(try choice(name)) }
        if let command = options.command {
            found.append(
                .command(
                    command, name: options.name ?? command.split(separator: " ").first.map(String.init) ?? "custom"))
        }
        if !found.isEmpty { return found }
        let installed = ManagerName.allCases.filter { name in
            ManagerRecipe.named(name).programs.allSatisfy { ChildProcess.find($0, in: Requirements.path()) != nil }
        }
        guard !installed.isEmpty else {
            throw ScenarioFiles.Problem(
                description: "no window manager is installed. Try apt-get install openbox", isMissing: true)
        }
        return installed.map(ManagerChoice.named) + [.none]
    }

    static func paths(_ options: WMCheckOptions) throws(ScenarioFiles.Problem) -> [String] {
        if !options.paths.isEmpty { return options.paths }
        guard let library = ScenarioFiles.library(program: options.program) else {
            throw ScenarioFiles.Problem(
                description: "Resources/Scenarios is neither above the current folder nor above the program. "
                    + "Run this in the project's folder, or name scenarios",
                isMissing: true)
        }
        return ["stacking", "lifecycle"].map { "\(library)/\($0)" }.filter {
            FileManager.default.fileExists(atPath: $0)
        }
    }
}
