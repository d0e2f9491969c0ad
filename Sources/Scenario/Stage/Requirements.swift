/// Finds out before a run whether all its programs are there.
enum Requirements {
    /// - Throws: `missing` or `notYet` with the reason to skip.
    static func check(
        _ script: ScenarioScript, manager: ManagerChoice, options: StageOptions, path: String? = path()
    ) throws(StageFailure) {
        var programs = ManagerRecipe(manager)?.programs ?? []
        if script.setup.compositor != .none { programs.append(script.setup.compositor.rawValue) }
        for statement in script.statements {
            switch statement.command {
            case .desktop(.managerReplace(let choice)): programs += ManagerRecipe(choice)?.programs ?? []
            case .desktop(.compositorStart(let kind)) where kind != .none: programs.append(kind.rawValue)
            case .desktop(.lock(let locker)): programs.append(locker.rawValue)
            case .show(.recordStart): programs.append("ffmpeg")
            case .porthole(.incoming), .porthole(.accept), .porthole(.decline):
                throw .notYet("incoming calls, line \(statement.line)")
            case .porthole(.participant): throw .notYet("scripted participants, line \(statement.line)")
            case .porthole(.answerRestore): throw .notYet("answers to restore, line \(statement.line)")
            case .porthole(.act(.pausePlayback, _)): throw .notYet("pausing, line \(statement.line)")
            default: break
            }
        }
        for program in programs where ChildProcess.find(program, in: path) == nil {
            throw .missing("\(program) is not installed")
        }
    }

    /// Where programs are looked for.
    static func path() -> String? { StageHome.own["PATH"] }
}
