import Geometry

/// What of the server's is held right now: in debug builds every window and segment is entered, with file and line.
///
/// Tests assert that it is empty; in release it costs nothing and knows nothing.
public enum ResourceLedger {
    /// What is counted.
    public enum Kind: String, Sendable, Hashable {
        /// A window of ours.
        case window
        /// A shared-memory segment.
        case segment
        /// An open connection's own things, such as graphics contexts.
        case context
    }
    private struct Key: Hashable {
        let kind: Kind
        let identifier: UInt
        let connection: UInt
    }
    private static let entries = Lock<[Key: String]>([:])

    static func add(
        _ kind: Kind, _ identifier: UInt, connection: UInt = 0, file: String = #fileID, line: Int = #line
    ) {
        #if DEBUG
            entries.withLock {
                $0[Key(kind: kind, identifier: identifier, connection: connection)] = "\(file):\(line)"
            }
        #endif
    }

    static func remove(_ kind: Kind, _ identifier: UInt, connection: UInt = 0) {
        #if DEBUG
            entries.withLock { $0[Key(kind: kind, identifier: identifier, connection: connection)] = nil }
        #endif
    }

    /// One line for each thing that is still held: kind, number, and where it was made.
    public static var leaks: [String] {
        entries.withLock { entries in
            entries.map { "\($0.key.kind.rawValue) 0x\(String($0.key.identifier, radix: 16)) from \($0.value)" }
                .sorted()
        }
    }
}
