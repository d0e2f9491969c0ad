import PortholeKit

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
            case .show(.recordStart(let name)):
                do throws(MediaError) {
                    try VideoFileForm(path: name).check()
                } catch {
                    throw .missing(error.description)
                }
            // Who calls has a desktop of their own.
            case .porthole(.incoming): programs.append("Xvfb")
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
