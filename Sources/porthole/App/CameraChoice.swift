import PortholeKit

/// Which camera calls use, in the words of `--camera` and `ctl camera`. Pure.
nonisolated enum CameraChoice {
    /// Why there is no such camera.
    struct Problem: Error, Sendable, Equatable, CustomStringConvertible {
        /// What was asked for.
        let word: String
        /// Those that are there.
        let there: [String]

        /// What, why and the remedy in one line.
        var description: String {
            let found =
                there.isEmpty
                ? "there is none on this machine. Plug one in, or name a SOURCE such as test:bars"
                : "there are: \(there.joined(separator: ", ")). Name one of them, camera:N or a SOURCE such as test:"
            return "no camera '\(word)': \(found)"
        }
    }

    /// The source that a word means: a source as it is, else the camera whose name is the word, or alone has it in it.
    static func source(_ word: String, among cameras: [CameraDevice]) throws(Problem) -> String {
        if word.contains(":"), (try? MediaSource(word)) != nil { return word }
        let wanted = word.lowercased()
        let exact = cameras.filter { $0.name.lowercased() == wanted || $0.path == word }
        let found = exact.isEmpty ? cameras.filter { $0.name.lowercased().contains(wanted) } : exact
        guard let camera = found.first, !word.isEmpty, !exact.isEmpty || found.count == 1 else {
            throw Problem(word: word, there: cameras.map(\.name))
        }
        return "camera:\(camera.path)"
    }
}
