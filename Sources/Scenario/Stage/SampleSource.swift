import Foundation
import PortholeKit

/// `sample:NAME#PERSON`: a sample video that plays on and on, for demos; a test picture where there is none. The person
/// is who is seen in it, and may be left out.
///
/// The samples are those of `scripts/samples`, in `$PORTHOLE_SAMPLES` or the cache. They last a few seconds, and a call
/// does not end because its picture does: ffmpeg puts copies of one behind each other, without decoding it.
enum SampleSource {
    static let scheme = "sample:"
    /// How long it goes on, in seconds: longer than any demo.
    private static let length = 600

    /// Where a sample is; nil where there is none.
    static func path(of source: String, environment: [String: String]) -> String? {
        guard source.hasPrefix(scheme) else { return nil }
        let name = source.dropFirst(scheme.count).prefix { $0 != "#" }
        let folder = environment["PORTHOLE_SAMPLES"] ?? XDGPaths(environment: environment).cache + "/samples"
        let path = "\(folder)/\(name)"
        return name.isEmpty || name.contains("/") || access(path, R_OK) != 0 ? nil : path
    }

    /// Who is seen in a sample.
    static func person(in source: String) -> String {
        let parts = source.split(separator: "#", maxSplits: 1)
        let person = parts.count == 2 ? parts[1].filter { $0 != "/" && $0 != "\0" } : ""
        return person.isEmpty || person.hasPrefix(".") ? "Guest" : String(person)
    }

    /// What Porthole is to play for a source of a scenario.
    static func resolve(
        _ source: String, home: StageHome, clock: any ScenarioClock
    ) async -> String {
        guard source.hasPrefix(scheme) else { return source }
        // Who is seen is called as the file is.
        let goal = "\(home.path)/\(person(in: source))"
        guard let path = path(of: source, environment: StageHome.own),
            let child = try? ChildProcess(
                [
                    "ffmpeg", "-v", "error", "-nostdin", "-y", "-stream_loop", "-1", "-t", "\(length)", "-i", path,
                    "-an",
                    "-c", "copy", "-f", "matroska", goal,
                ], environment: home.environment(display: nil))
        else { return "test:" }
        let status = await child.waitForExit(20, clock)
        await child.stop(clock)
        return status == 0 ? goal : "test:"
    }
}
