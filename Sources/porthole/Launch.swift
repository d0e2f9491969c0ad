import Foundation
import PortholeKit

/// Runs a command that opens windows, to its end: in the instance that runs already, or in a new one.
///
/// - Returns: how the process ends.
func launch(_ command: Command) async -> Int32 {
    let orders = command.orders
    let options = command.sessionOptions
    let console = Console(options.output)
    // What makes no sense needs neither a display nor another process to be said.
    for order in orders {
        do throws(OpenError) {
            try order.check(token: options.token)
        } catch {
            console.complain(error.description)
            return error.code.rawValue
        }
    }
    let display = ProcessInfo.processInfo.environment["DISPLAY"] ?? ""
    let relay = InstanceRelayPoint()
    var server: InstanceServer?
    if !options.isNewInstance, !display.isEmpty {
        do throws(InstanceError) {
            server = try await InstanceServer.start(
                display: display, actions: ControlAction.allCases.map(\.rawValue),
                control: { await relay.control($0) }, open: { relay.open($0, $1) })
            if server == nil, let code = try await HandOver.run(display, options.output) { return code }
        } catch {
            // Alone it does all the same; only `ctl` can't reach it.
            console.detail(error.description)
        }
    }
    let answer: AnswerOptions? = if case .answer(let answer, _) = command { answer } else { nil }
    let code = await run(orders, answer, options, relay: relay, console: console)
    await server?.stop()
    return code.rawValue
}

/// Opens the display, the main window and the sessions; without an order, the lobby, where calls may be waited for.
private func run(
    _ orders: [SessionOrder], _ answer: AnswerOptions?, _ options: SessionOptions, relay: InstanceRelayPoint,
    console: Console
) async -> ExitCode {
    let desktop: DesktopConnection
    do throws(ConnectionError) {
        desktop = try DesktopConnection()
    } catch {
        console.complain(error.description)
        return .missing
    }
    GLibLog.redirect { console.detail($0) }
    let sink = makeEventSink(for: options.output, console: console)
    let app = App(desktop, options: options, console: console, sink: sink, endsWithSessions: !orders.isEmpty)
    let interruption = Interruption { app.quit(.interrupted) }
    app.openMain(title: options.title ?? "Porthole")
    do throws(OpenError) {
        for order in orders {
            try app.open(order.command, order.source, options: options, sink: sink, console: console)
        }
        if let answer { _ = try await app.answer(answer, options: options, sink: sink, console: console) }
    } catch {
        console.complain(error.description)
        app.quit(error.code)
    }
    relay.serve(app)
    let code = await app.run()
    relay.close()
    sink.finish()
    interruption.stop()
    return code
}

/// A session that a command asks for.
nonisolated struct SessionOrder: Sendable, Equatable {
    /// Its kind.
    var command: SessionCommand
    /// What it is played from; nil: a call to the echo peer.
    var source: String?
}

extension Command {
    /// The sessions it asks for, the most important one last: that one is presented.
    nonisolated var orders: [SessionOrder] {
        switch self {
        case .call(let source, let alsoWatch, _):
            (alsoWatch.map { [SessionOrder(command: .watch, source: $0)] } ?? [])
                + [SessionOrder(command: .call, source: source)]
        case .watch(let source, _): [SessionOrder(command: .watch, source: source)]
        case .help, .version, .lobby, .answer, .control, .play, .wmCheck, .doctor: []
        }
    }

    /// Its flags; the defaults for commands that open no window.
    nonisolated var sessionOptions: SessionOptions {
        switch self {
        case .lobby(let options), .call(_, _, let options), .answer(_, let options), .watch(_, let options): options
        case .help, .version, .control, .play, .wmCheck, .doctor: SessionOptions()
        }
    }
}
