import Foundation
import PortholeKit

// Commands of other processes.
extension App {
    /// An action in the words of the bus.
    func control(_ request: ControlRequest, _ done: @escaping @MainActor @Sendable (ControlOutcome) -> Void) {
        guard let action = ControlAction(rawValue: request.action) else {
            return done(ControlOutcome(code: .usage, text: "no such action: \(request.action)"))
        }
        if let part = SoundPart(rawValue: action.rawValue) {
            return controlSound(part, request.arguments.first ?? "list", done)
        }
        done(control(action, request.arguments.first, session: request.session))
    }

    /// Begins a command line that another process handed over; its end is that process's end.
    func take(_ request: OpenRequest, _ caller: InstanceCaller) {
        let console = Console { caller.message($0) }
        let command: Command
        do throws(ArgumentError) {
            command = try Arguments.parse(request.words)
        } catch {
            console.error(error)
            return caller.done(ExitCode.usage.rawValue)
        }
        let options = command.sessionOptions
        if case .answer(let wanted, _) = command { return answer(wanted, options, caller, console, request.folder) }
        let orders = command.orders
        guard !orders.isEmpty else {
            // The lobby: it is here.
            main?.present()
            return caller.done(ExitCode.done.rawValue)
        }
        let sink = CallerSink(caller, options.output)
        var opened: [SessionScreen] = []
        do throws(OpenError) {
            for order in orders {
                opened.append(
                    try open(
                        order.command, order.source.map { MediaSource.absolute($0, from: request.folder) },
                        options: options,
                        sink: sink, console: console))
            }
        } catch {
            console.complain(error.description)
            for screen in opened { screen.end(.quit) }
            return caller.done(error.code.rawValue)
        }
        let sessions = opened
        let party = Party(sessions.count) { caller.done($0.rawValue) }
        for screen in sessions { screen.onEnd = { party.leave($0) } }
        caller.onGone { [weak self] in
            Task { @MainActor in
                party.isInterrupted = true
                for screen in sessions where self != nil { screen.end(.quit) }
            }
        }
        if let duration = options.duration {
            DispatchQueue.main.asyncAfter(deadline: .now() + duration) { for screen in sessions { screen.end(.quit) } }
        }
        if !options.startsFloating { main?.present() }
    }
}

extension App {
    /// Waits for calls in another process's stead, as long as that one is there.
    private func answer(
        _ wanted: AnswerOptions, _ options: SessionOptions, _ caller: InstanceCaller, _ console: Console,
        _ folder: String
    ) {
        Task {
            do throws(OpenError) {
                let desk = try await answer(
                    wanted.absolute(from: folder), options: options, sink: CallerSink(caller, options.output),
                    console: console)
                desk.onEnd = { caller.done($0.rawValue) }
                caller.onGone { [weak self, weak desk] in
                    Task { @MainActor in
                        if let self, let desk { self.stopAnswering(for: desk, .interrupted) }
                    }
                }
                if let duration = options.duration {
                    DispatchQueue.main.asyncAfter(deadline: .now() + duration) { [weak self, weak desk] in
                        if let self, let desk { self.stopAnswering(for: desk, .done) }
                    }
                }
                main?.present()
            } catch {
                console.complain(error.description)
                caller.done(error.code.rawValue)
            }
        }
    }
}

extension App {
    /// Waits for calls no more, if it is still for this one; what had only stayed for it leaves.
    private func stopAnswering(for desk: AnswerDesk, _ code: ExitCode) {
        guard answering === desk else { return }
        stopAnswering(code)
        leaveIfDone()
    }
}

/// The sessions of one command: the command ends with the last, with the first code that says that something failed.
private final class Party {
    var isInterrupted = false
    private var left: Int
    private var code = ExitCode.done
    private let onEnd: (ExitCode) -> Void

    init(_ count: Int, _ onEnd: @escaping (ExitCode) -> Void) {
        left = count
        self.onEnd = onEnd
    }

    func leave(_ code: ExitCode) {
        left -= 1
        if self.code == .done { self.code = code }
        if left == 0 { onEnd(isInterrupted ? .interrupted : self.code) }
    }
}

/// Tells another process what happens to its sessions, in the way it asked for.
private nonisolated struct CallerSink: EventSink {
    private let caller: InstanceCaller
    private let narrator: Narrator?

    init(_ caller: InstanceCaller, _ output: OutputOptions) {
        self.caller = caller
        narrator = output.printsEvents ? nil : Narrator(Console(output) { caller.message($0) })
    }

    func record(_ event: SessionEvent) {
        if let narrator { return narrator.record(event) }
        caller.event(event.json(at: monotonicNanoseconds()))
    }

    func finish() {}
}
