import Foundation
import PortholeKit

/// Looks at a condition as often as it can, on a thread and a connection of its own: for what must not be seen even for
/// a moment.
final class PixelSampler: Sendable {
    private let tally = Lock(SampleTally())
    private let isOver = Lock(false)
    private let hasEnded = Lock(false)

    /// Begins; the windows are those of the moment.
    init(_ condition: ScenarioCondition, scene: StageScene, display: String) {
        let thread = Thread { [self] in
            defer { hasEnded.withLock { $0 = true } }
            guard let connection = try? Connection(display) else { return }
            let reader = ScreenReader(connection, scene)
            while !isOver.withLock({ $0 }), !connection.isBroken, let reading = reader.read(condition) {
                tally.withLock { tally in
                    tally.samples += 1
                    guard reading.holds else { return }
                    tally.hits += 1
                    if tally.first == nil { tally.first = reading.actual }
                }
                // The server has others to serve.
                usleep(1000)
            }
        }
        thread.name = "sample"
        thread.start()
    }

    /// Stops, and tells what was seen.
    func end(_ clock: any ScenarioClock) async -> SampleTally {
        isOver.withLock { $0 = true }
        _ = await clock.wait(5) { self.hasEnded.withLock { $0 } }
        return tally.withLock { $0 }
    }
}
