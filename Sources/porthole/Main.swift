import Foundation
import PortholeKit

/// The program: reads the command line, runs the command, leaves with its exit code.
@main
struct Main {
    static func main() async {
        // A reader that goes away is told by write(), not by a signal that kills.
        signal(SIGPIPE, SIG_IGN)
        let command: Command
        do throws(ArgumentError) {
            command = try Arguments.parse(Array(CommandLine.arguments.dropFirst()))
        } catch {
            Console().error(error)
            leave(.usage)
        }
        switch command {
        case .help(let name): leave(printed(Help.text(for: name)))
        case .version: leave(printed(Help.version + "\n"))
        case .watch(let source, let options): leave(await watch(source, options))
        case .doctor(let options):
            let report = await Doctor.examine()
            let said = printed(options.asJSON ? report.json + "\n" : report.text)
            leave(said == .done ? report.exitCode : said)
        }
    }

    /// What was asked for, on stdout; a reader that has seen enough is no error to report.
    private static func printed(_ text: String) -> ExitCode {
        writeWhole(text, to: STDOUT_FILENO) || errno == EPIPE ? .done : .failed
    }

    private static func watch(_ text: String, _ options: SessionOptions) async -> ExitCode {
        let console = Console(options.output)
        let source: MediaSource
        do throws(MediaError) {
            source = try MediaSource(text)
        } catch {
            console.complain(error.description)
            return error.code == .usage ? .usage : error.needsInstallation ? .missing : .failed
        }
        let desktop: DesktopConnection
        do throws(ConnectionError) {
            desktop = try DesktopConnection()
        } catch {
            console.complain(error.description)
            return .missing
        }
        let sink: any EventSink = options.output.printsEvents ? EventLog() : Narrator(console)
        let session = WatchSession(source, options: options, desktop: desktop, console: console, sink: sink)
        let interruption = Interruption { session.handle(.interrupted) }
        let code = await session.run()
        sink.finish()
        interruption.stop()
        return code
    }

    /// Leaves at once: what had to be ended has been ended, and threads of libraries are no reason to wait.
    private static func leave(_ code: ExitCode) -> Never {
        fflush(nil)
        _exit(code.rawValue)
    }
}
