/// An Xvfb of a test's own, ended when the closure that was given it returns.
public struct PrivateServer: Sendable {
    /// Its name for `XOpenDisplay`, such as `:3`.
    public let display: String
    /// The server.
    public let child: Child

    /// Starts Xvfb with one screen, and hands it to `body` when it takes clients.
    ///
    /// - Parameters:
    ///   - screen: size and depth.
    ///   - arguments: more of Xvfb's options, such as `["-extension", "MIT-SHM"]`.
    public static func with<Result>(
        _ screen: String = "800x600x24", arguments: [String] = [],
        _ body: (PrivateServer) async throws -> Result
    ) async throws -> Result {
        // Without -noreset it forgets its monitors when the last client leaves.
        let words = ["Xvfb", "-displayfd", "1", "-noreset", "-screen", "0", screen, "-nolisten", "tcp"] + arguments
        return try await Child.with(words, mergeErrors: false) { child in
            try await child.waitForOutput("\n")
            let number = child.output.prefix { $0 != "\n" }
            return try await body(PrivateServer(display: ":\(number)", child: child))
        }
    }
}
