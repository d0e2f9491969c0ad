import Foundation
import TestSupport

/// The real program in the clothes of the one to come: it floats from the start, and answers some of `ctl`.
enum PortholeStandIn {
    /// Writes it into a folder; its path.
    static func make(in folder: String) throws -> String {
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
        try Data(script.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    /// The program that was built beside the tests.
    private static func real() throws -> String {
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
