import Foundation

/// The time that a runner and its stage go by: nobody else asks for it, so that tests can step it.
protocol ScenarioClock: Sendable {
    /// Seconds since some moment; never runs backwards.
    var now: Double { get }
    /// Lets time pass without holding a thread.
    func sleep(_ seconds: Double) async
}

/// The machine's own clock.
struct SystemClock: ScenarioClock {
    var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    func sleep(_ seconds: Double) async { try? await Task.sleep(for: .seconds(max(0, seconds))) }
}

extension ScenarioClock {
    /// Looks again and again until `done` is true; for what has no event of its own.
    ///
    /// - Parameter limit: seconds, a limit for failures and no measure.
    /// - Returns: whether it became true.
    func wait(
        _ limit: Double, until done: () async -> Bool
    ) async -> Bool {
        let end = now + limit
        while now < end {
            if await done() { return true }
            await sleep(0.004)
        }
        return await done()
    }
}
