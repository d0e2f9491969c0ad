import Foundation
import PortholeKit
import Scenario

/// The program: reads the command line, runs the command, leaves with its exit code.
@main
struct Main {
    static func main() { MainLoop.run { await run() } }

    private static func run() async {
        // A reader that goes away is told by write(), not by a signal that kills.
        signal(SIGPIPE, SIG_IGN)
        // The other side of a call to the echo peer, which starts it by this word: not for people.
        if CommandLine.arguments.dropFirst() == ["echo-peer"] { leave(await EchoPeer.run()) }
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
        case .lobby, .call, .answer, .watch: leave(await launch(command))
        case .play(let options): leave(await ScenarioTool.play(options))
        case .wmCheck(let options): leave(await ScenarioTool.wmCheck(options))
        case .control(let command, let output): leave(await control(command, output))
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

    /// Leaves at once: what had to be ended has been ended, and threads of libraries are no reason to wait.
    private static func leave(_ code: ExitCode) -> Never { leave(code.rawValue) }

    private static func leave(_ code: Int32) -> Never {
        fflush(nil)
        _exit(code)
    }
}
