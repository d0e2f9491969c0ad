import Foundation
import PortholeKit

/// Starts the app for a command, and runs it to its end.
enum Launch {
    /// A session that a command asks for.
    struct Order {
        var command: SessionCommand
        var source: String
    }

    /// Opens the display, the main window and the sessions; without an order, the lobby.
    ///
    /// - Returns: how the process ends.
    static func run(_ orders: [Order], _ options: SessionOptions) async -> ExitCode {
        let console = Console(options.output)
        // What makes no sense needs no display to be said.
        for order in orders {
            do throws(MediaError) {
                _ = try MediaSource(order.source)
            } catch {
                let problem = OpenError(error)
                console.complain(problem.description)
                return problem.code
            }
        }
        let desktop: DesktopConnection
        do throws(ConnectionError) {
            desktop = try DesktopConnection()
        } catch {
            console.complain(error.description)
            return .missing
        }
        let sink = makeEventSink(for: options.output, console: console)
        let app = App(desktop, options: options, console: console, endsWithSessions: !orders.isEmpty)
        let interruption = Interruption { app.quit(.interrupted) }
        app.openMain(title: options.title ?? "Porthole")
        var problem: OpenError?
        for order in orders where problem == nil {
            do throws(OpenError) {
                try app.open(order.command, order.source, options: options, sink: sink)
            } catch {
                console.complain(error.description)
                problem = error
            }
        }
        if let problem { app.quit(problem.code) }
        let code = await app.run()
        sink.finish()
        interruption.stop()
        return code
    }
}
