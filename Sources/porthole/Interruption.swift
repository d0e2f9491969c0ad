import Dispatch
import Glibc
import PortholeKit

/// SIGINT, SIGTERM and SIGHUP: the first asks for an orderly end, the second, or three seconds, force it.
final class Interruption {
    private var sources: [any DispatchSourceSignal] = []
    private var isAsked = false
    private let onFirst: () -> Void

    /// Listens from now on.
    init(_ onFirst: @escaping () -> Void) {
        self.onFirst = onFirst
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { [weak self] in self?.interrupt() }
            source.activate()
            sources.append(source)
        }
    }

    private func interrupt() {
        if isAsked { _exit(ExitCode.interrupted.rawValue) }
        isAsked = true
        // Nothing may hang: a server or a device that no longer answers does not keep the program.
        DispatchQueue.global().asyncAfter(deadline: .now() + 3) { _exit(ExitCode.interrupted.rawValue) }
        onFirst()
    }

    /// Listens no more.
    func stop() {
        for source in sources { source.cancel() }
    }
}
