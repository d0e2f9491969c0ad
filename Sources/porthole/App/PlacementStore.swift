import Dispatch
import Foundation
import PortholeKit

/// Keeps where the user puts mini windows, from run to run, in the state folder (spec M7).
///
/// Nothing of it blocks the main actor: the file is read once at the start, and written on a queue of its own, each time
/// with what other instances wrote meanwhile. What goes wrong is said once; placing goes on from memory.
final class PlacementStore {
    private let path: String
    private let console: Console
    private let queue = DispatchQueue(label: "placement")
    private var isWritable = true
    /// What was said already: the same is not said with every movement of a window.
    private var said: Set<String> = []

    /// The store of a profile, or of the user.
    init(profile: String?, console: Console) {
        path = KeptFolder.state.path(profile: profile) + "/placement"
        self.console = console
    }

    /// What a file holds, and what is to be said of it.
    private struct Found: Sendable {
        var groups: KeyFile.Groups = [:]
        var isWritable = true
        var warning: String?
    }

    /// What is remembered. A file that makes no sense is set aside, with a warning; one of a later form is left alone.
    func load() -> PlacementMemory {
        let found = Self.look(path)
        isWritable = found.isWritable
        if let warning = found.warning { console.warn(warning) }
        return PlacementMemory(groups: found.groups) { [console, path] text in console.detail("\(path): \(text)") }
    }

    /// The user put a window somewhere: it is written down soon. What became of the file since the start is treated as at
    /// the start.
    func remember(_ change: PlacementChange) {
        guard isWritable else { return }
        queue.async { [path, weak self] in
            var found = Self.look(path)
            if found.isWritable {
                var memory = PlacementMemory(groups: found.groups)
                change.apply(to: &memory)
                do throws(KeyFileError) {
                    try KeyFile.write(memory.groups, to: path)
                } catch {
                    found.warning = "places of windows are not kept: \(error.description)"
                }
            }
            guard let words = found.warning else { return }
            let isWritable = found.isWritable
            Task { @MainActor in self?.complain(words, isWritable: isWritable) }
        }
    }

    /// Reads a file, and sets it aside if it makes no sense.
    private nonisolated static func look(_ path: String) -> Found {
        var found = Found()
        do throws(KeyFileError) {
            found.groups = try KeyFile.read(path) ?? [:]
        } catch {
            switch error {
            case .damaged:
                do throws(KeyFileError) {
                    let name = try KeyFile.setAside(path)
                    found.warning = "\(error.description); it is \(name) now, and places are learnt anew"
                } catch let other {
                    found.isWritable = false
                    found.warning = "\(error.description); \(other.description)"
                }
            case .unreadable, .unwritable:
                found.isWritable = false
                found.warning = error.description
            }
        }
        if let version = PlacementMemory.version(of: found.groups), version > PlacementMemory.version {
            found.isWritable = false
            found.warning =
                "\(path) is of a later porthole (form \(version)): what is understood is used, and it is not written over"
        }
        return found
    }

    /// Waits until all is written; at the end of the program.
    func finish() { queue.sync {} }

    private func complain(_ words: String, isWritable: Bool) {
        if !isWritable { self.isWritable = false }
        guard said.insert(words).inserted else { return }
        console.warn(words)
    }
}
