/// How one window manager is started for a scenario, as it was measured.
struct ManagerRecipe: Sendable, Hashable {
    /// A file that it wants in its home.
    struct File: Sendable, Hashable {
        /// From the home.
        let path: String
        /// What is in it.
        let text: String
        /// It is run, not read.
        var isProgram = false
    }

    /// What may leave a compositor with old pixels.
    enum StaleCause: Sendable, Hashable {
        /// Another workspace was shown.
        case workspace
        /// It found windows that were there before it, having been started again or in place of another.
        case takeover
    }

    /// Its name in reports.
    let name: String
    /// What is started; the first word is the program.
    let words: [String]
    /// Besides the usual environment.
    var environment: [String: String] = [:]
    /// What it wants in its home.
    var files: [File] = []
    /// It wants a session bus.
    var needsBus = false
    /// With this word it takes over from a running manager; nil: it can't.
    var replaceWord: String?

    /// It is a compositor too: another can't be started beside it.
    var composites = false
    /// It leaves when another takes over (ICCCM 2.8, 4.3): most that can take over do.
    var givesWay: Bool
    /// It is not ready before its first window has the focus.
    var focusesWhenReady = false
    /// After which changes its compositor keeps old pixels: they tell nothing then.
    var stalePixels: Set<StaleCause> = []

    /// All that has to be installed.
    var programs: [String] { (needsBus ? ["dbus-run-session"] : []) + words.prefix(1) }

    /// The command line.
    func commandLine(replacing: Bool = false) -> [String] {
        (needsBus ? ["dbus-run-session", "--"] : []) + words + (replacing ? [replaceWord].compactMap { $0 } : [])
    }

    /// The recipe of a choice; nil for none.
    init?(_ choice: ManagerChoice) {
        switch choice {
        case .none: return nil
        case .named(let name): self = Self.named(name)
        case .command(let command, let name): self.init(name: name, words: ["/bin/sh", "-c", "exec \(command)"])
        }
    }

    init(
        name: String, words: [String], environment: [String: String] = [:], files: [File] = [], needsBus: Bool = false,
        replaceWord: String? = nil
    ) {
        self.name = name
        self.words = words
        self.environment = environment
        self.files = files
        self.needsBus = needsBus
        self.replaceWord = replaceWord
        givesWay = replaceWord != nil
    }
}
