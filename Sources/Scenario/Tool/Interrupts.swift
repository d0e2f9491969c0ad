import Dispatch
import Foundation

/// While scenarios run, SIGINT, SIGTERM and SIGHUP end their servers, managers and clients too: these are in process
/// groups of their own, which no terminal reaches.
final class Interrupts {
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]
    private var sources: [any DispatchSourceSignal] = []

    /// Listens from now on; on a queue of its own, for the main one may be busy.
    init() {
        let queue = DispatchQueue(label: "interrupts")
        for number in Self.numbers {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                RecorderRegistry.stopAll()
                ChildRegistry.killAll()
                _exit(128 + number)
            }
            source.activate()
            sources.append(source)
        }
    }

    /// Listens no more.
    func stop() {
        for source in sources { source.cancel() }
        for number in Self.numbers { signal(number, SIG_DFL) }
    }
}
