/// What another client does to a window, without asking anybody.
enum IntruderStep: Sendable, Hashable {
    /// `focus pip a`: gives it the keyboard, as `xdotool windowfocus` does.
    case focus(ScenarioSubject)
    /// `kill pip a`: ends the connection of the client that made it, as `xkill` does.
    case kill(ScenarioSubject)
    /// `pester pip a`: sends it messages with wild values, and events that never happened.
    case pester(ScenarioSubject)
}
