import Views
import XServer

/// Gives the keyboard back when it was forced on a window of ours (spec M4).
///
/// Every event about the focus only leads to a question who has it: what the answer says is true, whatever grabs,
/// details and modes an event is made of.
final class FocusGuard {
    /// More often than this in a second is a fight about the keyboard, which nobody wins.
    private static let limit = 5

    private let server: Connection
    private let clock: any FrameClock
    private var question: FocusQuestion?
    private var asksAgain = false
    private var last = WindowID.none
    private var returns: [Double] = []
    /// Which windows are ours, and never get it back.
    var isKept: (WindowID) -> Bool = { _ in false }
    /// Which of them may have it for the moment.
    var allowed: Set<WindowID> = []

    init(_ server: Connection, clock: any FrameClock) {
        self.server = server
        self.clock = clock
    }

    /// An answer is on its way.
    var isWaiting: Bool { question != nil }

    /// Somebody else may have the focus now. The question has to be sent.
    func look() {
        if question == nil { question = server.askFocus() } else { asksAgain = true }
    }

    /// Gives up the question.
    func stop() {
        if let question { server.forget(question) }
        question = nil
        asksAgain = false
    }

    /// Takes the answer if it has arrived.
    ///
    /// - Returns: whether there is something to be sent.
    func fetch() -> Bool {
        guard let asked = question, let focus = server.answer(to: asked) else { return false }
        question = nil
        var hasSent = false
        if !isKept(focus) {
            last = focus
        } else if !allowed.contains(focus), mayReturn() {
            server.setFocus(last)
            // When that window is gone or hidden, nobody in particular gets it.
            last = .none
            asksAgain = true
            hasSent = true
        }
        if asksAgain {
            asksAgain = false
            look()
            hasSent = true
        }
        return hasSent
    }

    private func mayReturn() -> Bool {
        let now = clock.now
        returns.removeAll { $0 < now - 1 }
        guard returns.count < Self.limit else { return false }
        returns.append(now)
        return true
    }
}
