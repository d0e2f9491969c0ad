import Foundation

/// Waits until `done` is true, without holding a thread of the cooperative pool.
///
/// For what has no event of its own. The time is a limit for failures, not a measure.
///
/// - Returns: whether it became true.
public func settle(_ timeout: Double = 60, _ done: () -> Bool) async -> Bool {
    let end = Date().addingTimeInterval(timeout)
    while Date() < end {
        if done() { return true }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return done()
}
