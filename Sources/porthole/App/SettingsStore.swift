import Dispatch
import Foundation
import PortholeKit

/// Keeps what the user chose once for all, from run to run, in the file `settings` of the configuration folder.
///
/// The file is read once at the start and written on a queue of its own, each time with what others wrote meanwhile. A file
/// that makes no sense, or can't be written, is left as it is and said once: the choice holds for this run.
final class SettingsStore {
    /// What can be chosen.
    enum Key: String, CaseIterable {
        /// `yes`: mini windows hide while the screen is shared that they are on.
        case hidesWhileSharing = "hide-while-sharing"
        /// The camera, by its name.
        case camera
        /// The microphone, by its name.
        case microphone
        /// The speaker, by its name.
        case speaker
    }
    nonisolated private static let group = "porthole"
    private let path: String
    private let console: Console
    private let queue = DispatchQueue(label: "settings")
    private var values: [String: String] = [:]
    private var hasComplained = false

    /// The settings of a profile, or of the user.
    init(profile: String?, console: Console) {
        path = KeptFolder.config.path(profile: profile) + "/settings"
        self.console = console
        do throws(KeyFileError) {
            values = try KeyFile.read(path)?[Self.group] ?? [:]
        } catch {
            complain(error.description)
        }
    }

    /// What was chosen; nil: nothing was.
    func value(_ key: Key) -> String? { values[key.rawValue] }

    /// The user has chosen; nil takes the choice back.
    func set(_ key: Key, _ value: String?) {
        guard values[key.rawValue] != value else { return }
        values[key.rawValue] = value
        queue.async { [path, weak self] in
            do throws(KeyFileError) {
                var groups = try KeyFile.read(path) ?? [:]
                groups[Self.group, default: [:]][key.rawValue] = value
                try KeyFile.write(groups, to: path)
            } catch {
                let words = "the setting \(key.rawValue) is not kept: \(error.description)"
                Task { @MainActor in self?.complain(words) }
            }
        }
    }

    /// Waits until all is written; at the end of the program.
    func finish() { queue.sync {} }

    private func complain(_ words: String) {
        guard !hasComplained else { return }
        hasComplained = true
        console.warn(words)
    }
}
