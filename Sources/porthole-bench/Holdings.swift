import Foundation
import PortholeKit

/// What this process holds of the kernel's and the server's at a moment.
struct Holdings {
    let threads: Int
    let descriptors: Int
    /// Mappings of memory that is shared with the server.
    let segments: Int
    /// Children of the root window: ours, and those of everybody else.
    let windows: Int
    /// Resident memory, in KiB.
    let memory: Int

    /// What is held now, by `/proc/self` and the server; without a connection no windows are counted.
    init(_ connection: Connection? = nil) {
        let files = FileManager.default
        threads = (try? files.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
        // Without the one that reads the folder.
        descriptors = ((try? files.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 1) - 1
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        segments = maps.split(separator: "\n").count { $0.contains("/memfd:") || $0.contains("/SYSV") }
        windows = connection.map { $0.children(of: $0.rootWindow).count } ?? 0
        memory = residentMemory()
    }

    /// One line of figures, as what came since `start`.
    func growth(since start: Holdings) -> String {
        "windows \(windows - start.windows), threads \(threads - start.threads), descriptors "
            + "\(descriptors - start.descriptors), segments \(segments - start.segments), "
            + "memory \(memory - start.memory) KiB"
    }

    /// Dispatch makes and ends workers and timers of its own accord: so many say nothing about hundreds of cycles.
    private static let slack = 4

    /// True when something is held that was not held at `start`. Memory is not counted: allocators keep some.
    func isMore(than start: Holdings) -> Bool {
        windows > start.windows || segments > start.segments || threads > start.threads + Self.slack
            || descriptors > start.descriptors + Self.slack
    }
}
