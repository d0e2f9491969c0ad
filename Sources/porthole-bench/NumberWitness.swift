import Foundation
import PortholeKit

/// Looks at a place of the screen all the time, and notes when it first shows each number of `CounterPattern`.
///
/// It looks every two milliseconds, on a connection of its own: what is noted may be that much too late.
final class NumberWitness: Sendable {
    private let seen = Lock<[(number: Int, at: UInt64)]>([])
    private let isOver = Lock(false)
    private let done = DispatchSemaphore(value: 0)

    /// What belongs to the thread.
    private final class Eye: @unchecked Sendable {
        let connection: Connection
        let window: WindowID
        let image: PresentImage

        init(_ rect: Rect) throws {
            let connection = try Connection()
            self.connection = connection
            // The window at that place: a picture of the root would not be shared with the server in one piece.
            guard
                let window = connection.rootChildren().last(where: {
                    connection.facts(of: $0)?.rect == rect && connection.facts(of: $0)?.isViewable == true
                })
            else { throw BenchError("no window to look at") }
            self.window = window
            image = try PresentImage(connection, connection.chooseTransport().transport, size: rect.size)
        }
    }

    /// Looks from now on.
    ///
    /// - Parameter rect: of the window, on the root.
    init(_ rect: Rect) throws {
        let eye = try Eye(rect)
        let thread = Thread { [self] in
            var last = -1
            while !isOver.withLock({ $0 }) {
                if eye.image.fill(from: eye.window),
                    let number = CounterPattern.read(
                        pixels: eye.image.pixels, stride: eye.image.stride, size: rect.size), number != last
                {
                    last = number
                    let now = HostTime.now()
                    seen.withLock { $0.append((number, now)) }
                }
                usleep(2000)
            }
            done.signal()
        }
        thread.name = "witness"
        thread.start()
    }

    /// Ends it, waiting for its thread.
    func stop() -> [(number: Int, at: UInt64)] {
        isOver.withLock { $0 = true }
        done.wait()
        return seen.withLock { $0 }
    }
}
