import Foundation
import PortholeKit

/// The process groups that run for scenarios right now: so that an interrupt leaves none of them behind.
enum ChildRegistry {
    private static let groups = Lock<Set<pid_t>>([])

    /// A group runs.
    static func add(_ group: pid_t) { groups.withLock { _ = $0.insert(group) } }

    /// A group is gone.
    static func remove(_ group: pid_t) { groups.withLock { _ = $0.remove(group) } }

    /// Ends all of them at once, for a process that is about to leave.
    static func killAll() {
        for group in groups.withLock({ $0 }) { kill(-group, SIGKILL) }
    }
}
