import Foundation
import PortholeKit

/// What the program needs while it waits for direct calls: the server, who rings, and how that is told.
final class AnswerDesk {
    /// A call that rings.
    struct Ringing {
        /// The call.
        let call: IncomingCall
        /// What it is called in events and by `ctl`, now and when it was accepted.
        let session: String
        /// Lies over the window.
        let view: RingView
    }

    /// The flags of the command that waits.
    let options: SessionOptions
    /// Where its events go.
    let sink: any EventSink
    /// Who hears of it in words.
    let console: Console
    /// Makes the sound.
    let tone = RingTone()
    /// Tells the desktop.
    let notifier: Notifier
    /// Waits; nil until it does.
    var server: AnswerServer?
    /// Who rings now.
    var ringing: Ringing?
    /// Told with the code of the process that asked for it, once, when nobody waits any more.
    var onEnd: ((ExitCode) -> Void)?

    /// A desk that waits for nobody yet.
    init(_ options: SessionOptions, sink: any EventSink, console: Console) {
        self.options = options
        self.sink = sink
        self.console = console
        notifier = Notifier(environment: ProcessInfo.processInfo.environment) { console.detail($0) }
    }

    /// Tells something about a call that has no screen.
    func tell(_ session: String, _ change: SessionEvent.Change) {
        sink.record(SessionEvent(session: session, change: change))
    }
}
