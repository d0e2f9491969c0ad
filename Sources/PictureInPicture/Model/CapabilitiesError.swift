/// Why a manifest can't be read, with the line.
public enum CapabilitiesError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A line is neither a group, nor a key with a value, nor a comment.
    case notAKey(line: Int, text: String)
    /// A key stands before the first group.
    case noGroup(line: Int)
    /// A group's name is empty or not closed by a bracket.
    case badGroup(line: Int, text: String)
    /// The file can't be read; the reason in words.
    case unreadable(path: String, reason: String)

    /// What is wrong and what to do about it, in one line.
    public var description: String {
        switch self {
        case .notAKey(let line, let text):
            "manifest, line \(line): '\(text)' is no key=value. Write one key a line, or start it with #."
        case .noGroup(let line): "manifest, line \(line): there is no group yet. Put [Capabilities] above it."
        case .badGroup(let line, let text): "manifest, line \(line): '\(text)' is no group. Write it as [Capabilities]."
        case .unreadable(let path, let reason):
            "manifest \(path): \(reason). Give the path of a readable file with a group [Capabilities]."
        }
    }
}
