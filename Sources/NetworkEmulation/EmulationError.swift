/// Why two peers can't be tried with each other, or did not do what they were waited for.
public struct EmulationError: Error, Sendable, CustomStringConvertible {
    /// What happened, in words.
    public let description: String

    init(_ description: String) { self.description = description }
}
