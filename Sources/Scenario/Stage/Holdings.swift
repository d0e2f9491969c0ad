import Foundation
import PortholeKit

/// What a process holds, as far as leaks go.
struct Holdings: Sendable, Hashable {
    /// Open file descriptors.
    var descriptors = 0
    /// Threads.
    var threads = 0
    /// System V segments that it made.
    var segments = 0
    /// Windows that are on the root and say that they are its.
    var windows = 0

    /// Nothing at all.
    static let nothing = Holdings()

    private init() {}

    /// What a process holds now; all zero, but segments and windows, when it is gone.
    init(of process: pid_t, _ connection: Connection) {
        descriptors = Self.entries("/proc/\(process)/fd")
        threads = Self.entries("/proc/\(process)/task")
        let table = (try? String(contentsOfFile: "/proc/sysvipc/shm", encoding: .utf8)) ?? ""
        // key shmid perms size cpid …
        segments = table.split(separator: "\n").dropFirst().count { line in
            let fields = line.split(separator: " ")
            return fields.count > 4 && fields[4] == "\(process)"
        }
        windows = connection.children(of: connection.rootWindow).count {
            connection.numbers(.wmPID, of: $0).first == UInt(process)
        }
    }

    /// What of it is more than before, in words; empty for nothing.
    func surplus(over before: Holdings) -> String {
        [
            ("file descriptors", descriptors - before.descriptors), ("threads", threads - before.threads),
            ("segments", segments - before.segments), ("windows", windows - before.windows),
        ].filter { $0.1 > 0 }.map { "\($0.1) more \($0.0)" }.joined(separator: ", ")
    }

    private static func entries(_ folder: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
    }
}
