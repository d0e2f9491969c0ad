import Foundation
import PortholeKit

@main
struct Main {
    static func main() async {
        let code = await run(Array(CommandLine.arguments.dropFirst()))
        exit(code.rawValue)
    }

    private static func run(_ words: [String]) async -> ExitCode {
        let command: Command
        do {
            command = try Arguments.parse(words)
        } catch {
            Console().error(error)
            return .usage
        }
        switch command {
        case .help(let name): return printed(Help.text(for: name))
        case .version: return printed(Help.version + "\n")
        case .doctor(let options):
            let report = await Doctor.examine()
            let said = printed(options.asJSON ? report.json + "\n" : report.text)
            return said == .done ? report.exitCode : said
        case .watch(let source, let options):
            Console(options.output).error(
                source, why: "this build has no player", remedy: "Build it with the Media room")
            return .failed
        }
    }

    /// What was asked for, on stdout; a reader that has seen enough is no error to report.
    private static func printed(_ text: String) -> ExitCode {
        signal(SIGPIPE, SIG_IGN)
        return writeWhole(text, to: STDOUT_FILENO) || errno == EPIPE ? .done : .failed
    }
}
