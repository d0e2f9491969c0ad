/// One line of a scenario, understood. Each command of the language is one case of one of these groups.
enum ScenarioCommand: Sendable, Hashable {
    /// What has to be there before anything runs.
    case setup(SetupStep)
    /// What Porthole does.
    case porthole(PortholeStep)
    /// Pointer and keys.
    case input(InputStep)
    /// Plain test windows.
    case client(ClientStep)
    /// What another client does to a window.
    case intruder(IntruderStep)
    /// The manager, the compositor, the monitors, the lock.
    case desktop(DesktopStep)
    /// Assertions, and what belongs to them.
    case check(ScenarioCheck)
    /// Show and tell.
    case show(ShowStep)
}
