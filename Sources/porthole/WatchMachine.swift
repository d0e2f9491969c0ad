/// The life of one watched source as a pure state machine: what happened goes in, what is to be done comes out.
nonisolated struct WatchMachine: Sendable, Equatable {
    /// Where the mini window is in its life.
    enum Floating: Sendable, Equatable {
        /// Nothing floats.
        case no
        /// Wanted as soon as there is a picture.
        case wanted
        /// Opened, and not on the screen yet.
        case opening
        /// On the screen.
        case up
    }
    /// What happened.
    enum Event: Sendable, Equatable {
        /// The first picture is in the layer.
        case firstFrame
        /// The person, or `--pip`, wants it to float, or no more.
        case floatPressed
        /// The mini window is on the screen.
        case miniMapped(window: UInt)
        /// The mini window can't show anything.
        case miniFailed(String)
        /// The mini window's close button: stop watching.
        case miniClosed
        /// The mini window's restore button.
        case restorePressed
        /// The main window's close button: the same as the mini window's (spec B8).
        case mainClosed
        /// The main window can't show anything.
        case mainFailed(String)
        /// The source is over.
        case streamEnded
        /// The source failed; `isMissing` when something has to be installed.
        case streamFailed(String, isMissing: Bool)
        /// The X server is gone.
        case displayLost
        /// SIGINT, SIGTERM or SIGHUP.
        case interrupted
        /// `--duration` is over.
        case timeOver
    }
    /// What is to be done, in order.
    enum Effect: Sendable, Equatable {
        /// Tell what has changed.
        case tell(SessionEvent.Change)
        /// Open the mini window.
        case openMini
        /// Close the mini window.
        case closeMini
        /// Bring the main window to the front.
        case presentMain
        /// Say an error on the console.
        case complain(String)
        /// End everything and leave with this code.
        case leave(ExitCode)
    }

    private(set) var floating = Floating.no
    private(set) var hasFrame = false
    private(set) var isOver = false

    /// A session that has not started.
    ///
    /// - Parameter startsFloating: `--pip`.
    init(startsFloating: Bool) { floating = startsFloating ? .wanted : .no }

    /// Takes what happened; says what is to be done. After the end nothing is done any more.
    mutating func reduce(_ event: Event) -> [Effect] {
        guard !isOver else { return [] }
        switch event {
        case .firstFrame:
            guard !hasFrame else { return [] }
            hasFrame = true
            return [.tell(.connected)] + (floating == .wanted ? start() : [])
        case .floatPressed: return toggle()
        case .miniMapped(let window):
            guard floating == .opening else { return [] }
            floating = .up
            return [.tell(.pipDidStart(window: window))]
        case .miniFailed(let reason): return miniFailed(reason)
        case .miniClosed: return floating == .no ? [] : end(.stopWatching, .done)
        case .restorePressed:
            guard floating == .up || floating == .opening else { return [] }
            return [.tell(.pipRestore), .presentMain] + stop()
        case .mainClosed: return end(.stopWatching, .done)
        case .mainFailed(let reason): return [.complain(reason)] + end(.failed, .failed)
        case .streamEnded: return end(.endOfStream, .done)
        case .streamFailed(let reason, let isMissing):
            return [.complain(reason)] + end(.failed, isMissing ? .missing : .failed)
        case .displayLost: return [.complain("the X display was lost while playing")] + end(.displayLost, .failed)
        case .interrupted: return end(.quit, .interrupted)
        case .timeOver: return end(.quit, .done)
        }
    }

    private mutating func toggle() -> [Effect] {
        switch floating {
        case .no where hasFrame: return start()
        case .no: floating = .wanted
        case .wanted: floating = .no
        case .opening, .up: return stop()
        }
        return []
    }

    private mutating func start() -> [Effect] {
        floating = .opening
        return [.tell(.pipWillStart), .openMini]
    }

    /// Every start ends in exactly one did-stop or failed (spec S3).
    private mutating func stop() -> [Effect] {
        let was = floating
        floating = .no
        switch was {
        case .no, .wanted: return []
        case .opening: return [.closeMini, .tell(.pipFailed(error: "stopped before it was on the screen"))]
        case .up: return [.tell(.pipWillStop), .closeMini, .tell(.pipDidStop)]
        }
    }

    private mutating func miniFailed(_ reason: String) -> [Effect] {
        let was = floating
        floating = .no
        switch was {
        case .no, .wanted: return []
        case .opening: return [.closeMini, .tell(.pipFailed(error: reason))]
        case .up: return [.tell(.pipWillStop), .closeMini, .tell(.pipDidStop)]
        }
    }

    private mutating func end(_ reason: EndReason, _ code: ExitCode) -> [Effect] {
        let stopping = stop()
        isOver = true
        return stopping + [.tell(.ended(reason)), .leave(code)]
    }
}
