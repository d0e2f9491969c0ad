import Foundation
import PortholeKit

/// Looks at the next mini window from outside: on a connection and a thread of its own.
final class MiniWindowWitness: Sendable {
    /// What was seen; times by `HostTime`.
    struct Sighting: Sendable {
        /// When it was mapped.
        var mapped: UInt64?
        /// When it first showed a picture.
        var picture: UInt64?
        /// It was once black while it was mapped.
        var wasBlack = false
        /// Each place that differs from the one before, by ConfigureNotify, with its time.
        var places: [(time: UInt64, rect: Rect)] = []
    }
    /// A place that every mini window has, and no button lies on.
    private static let point = Point(56, 40)

    private let seen = Lock(Sighting())
    private let isOver = Lock(false)
    private let done = DispatchSemaphore(value: 0)

    /// Looks from now on: returns when it does.
    init() throws {
        let connection = try Connection()
        connection.select([.substructure], on: connection.rootWindow)
        connection.sync()
        let view = View(connection)
        let thread = Thread { [self] in
            view.run(seen, isOver)
            done.signal()
        }
        thread.name = "witness"
        thread.start()
    }

    /// What it has seen so far.
    var sighting: Sighting { seen.withLock { $0 } }

    /// Ends it, waiting for its thread.
    func stop() -> Sighting {
        isOver.withLock { $0 = true }
        done.wait()
        return sighting
    }

    /// What the thread has for itself; handed over once.
    private final class View: @unchecked Sendable {
        private let connection: Connection
        private var window: WindowID?
        private var isMapped = false
        private var last: Rect?

        init(_ connection: Connection) { self.connection = connection }

        func run(_ seen: borrowing Lock<Sighting>, _ isOver: borrowing Lock<Bool>) {
            while !isOver.withLock({ $0 }), !connection.isBroken {
                while let event = connection.nextEvent() {
                    if case .rootChange(let change) = event { take(change, seen) }
                }
                var hasPicture = false
                if isMapped, let window, let pixel = connection.pixel(of: window, at: MiniWindowWitness.point) {
                    let now = HostTime.now()
                    hasPicture = seen.withLock { seen in
                        // The darkest picture is a grey of 90.
                        if pixel & 0xff < 64 { seen.wasBlack = true } else { seen.picture = seen.picture ?? now }
                        return seen.picture != nil
                    }
                }
                usleep(hasPicture ? 1000 : 200)
            }
        }

        private func take(_ change: RootChange, _ seen: borrowing Lock<Sighting>) {
            let now = HostTime.now()
            switch change {
            case .created(let new, let rect, isOverrideRedirect: true) where window == nil: (window, last) = (new, rect)
            case .mapped(window, _):
                isMapped = true
                seen.withLock { $0.mapped = now }
            case .configured(window, let rect, _, _) where rect != last:
                last = rect
                if isMapped { seen.withLock { $0.places.append((now, rect)) } }
            case .unmapped(window), .destroyed(window): isMapped = false
            default: break
            }
        }
    }
}
