import Foundation
import TestSupport

/// The real program in the clothes of the one to come: it floats from the start, and answers some of `ctl`.
enum PortholeStandIn {
    /// Writes it into a folder; its path.
    static func make(in folder: String) async throws -> String {
        let path = folder + "/porthole-stand-in"
        let script = """
            #!/bin/bash
            case $1 in
            watch) exec "\(try real())" watch "$2" --pip --keep-stage --events --no-audio ;;
            ctl)
                case $2 in
                pip) ;;
                state) echo '{"sessions":[{"name":"live","kind":"live","phase":"floating","windows":{}}]}' ;;
                *) echo "porthole: $2: this stand-in can't" >&2; exit 1 ;;
                esac ;;
            *) echo "porthole: $1: this stand-in can't" >&2; exit 2 ;;
            esac

            """
        // By another process: one that is started while this one has the file open for writing would inherit it, and
        // what is open for writing can't be run.
        let made = try await Child.run(
            ["/bin/sh", "-c", "printf %s \"$1\" >\"$2\" && chmod 755 \"$2\"", "sh", script, path])
        guard made.status == 0 else { throw Child.Failure(made.output) }
        return path
    }

    /// The program that was built beside the tests.
    static func real() throws -> String {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") || $0.contains(".xctest/") }
        for place in [bundle, Bundle.main.executablePath].compactMap({ $0 }) {
            var folder = URL(fileURLWithPath: place)
            while folder.path != "/" {
                folder.deleteLastPathComponent()
                let candidate = folder.appendingPathComponent("porthole").path
                if FileManager.default.isExecutableFile(atPath: candidate), !candidate.hasSuffix("Sources/porthole") {
                    return candidate
                }
            }
        }
        throw Child.Failure("porthole is not built beside the tests")
    }
}
