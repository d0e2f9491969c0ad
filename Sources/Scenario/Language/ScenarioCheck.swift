/// A command that finds out whether things are as they should be.
enum ScenarioCheck: Sendable, Hashable {
    /// `assert …`
    case assert(ScenarioCondition, CheckTiming)
    /// `sample pip a never visible from lock to unlock`: looks all the while between two commands that come later.
    case sample(ScenarioCondition, from: String, to: String)
    /// `mark`: counters start here.
    case mark
}

/// When a condition has to hold.
enum CheckTiming: Sendable, Hashable {
    /// At some time until so many seconds have passed; nil: the usual two.
    case within(Double?)
    /// All the time for so many seconds.
    case always(Double)
    /// At no time for so many seconds.
    case never(Double)
}
