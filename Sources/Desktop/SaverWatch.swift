import XServer

/// Which windows a screen saver has that says by a property on the root that it has locked the screen.
///
/// One that is killed leaves its word behind (XScreenSaver's `_SCREENSAVER_STATUS`): with the last of its windows that
/// word counts no more.
final class SaverWatch {
    private let server: Connection
    private var questions: [WindowQuestion] = []
    private var windows: Set<WindowID> = []

    init(_ server: Connection) { self.server = server }

    /// Answers are on their way.
    var isWaiting: Bool { !questions.isEmpty }

    /// Looks for the saver's windows among those of the root. Sends nothing yet.
    func look(among candidates: [WindowID]) {
        stop()
        questions = candidates.map { server.ask([.names], of: $0) }
    }

    /// Takes the answers that are there.
    func fetch() {
        while let question = questions.first, let answer = server.answer(to: question) {
            questions.removeFirst()
            let isSaver = answer.names.contains { $0.lowercased().hasPrefix("xscreensaver") }
            if isSaver, !answer.isGone { windows.insert(question.window) }
        }
    }

    /// A window is gone.
    ///
    /// - Returns: it was the saver's last.
    func remove(_ window: WindowID) -> Bool {
        windows.remove(window) != nil && windows.isEmpty && questions.isEmpty
    }

    /// Looks no more, and knows nothing.
    func stop() {
        for question in questions { server.forget(question) }
        questions = []
        windows = []
    }
}
