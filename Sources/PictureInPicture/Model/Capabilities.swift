internal import Foundation

/// What an app declares that it does in the background, read from its manifest (spec S9).
///
/// The manifest is a key file as the desktop entry specification writes it (freedesktop.org, "Basic format of the
/// file"): `[Capabilities]`, then `BackgroundModes=audioPictureInPicture`, several values separated by semicolons.
public struct Capabilities: Sendable, Hashable {
    /// The background mode that system picture in picture needs.
    public static let audioPictureInPicture = "audioPictureInPicture"

    /// What the app may do while it is not in front.
    public var backgroundModes: Set<String>

    /// Capabilities that are known in code.
    public init(backgroundModes: Set<String> = []) { self.backgroundModes = backgroundModes }

    /// Those of a manifest's text. Unknown groups, keys and modes are let through: later versions may know them.
    public init(manifest text: String) throws(CapabilitiesError) {
        backgroundModes = []
        var group: String?
        for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = raw.trimmingCharacters(in: .whitespaces)
            if line.isEmpty || line.hasPrefix("#") { continue }
            if line.hasPrefix("[") {
                let name = line.dropFirst().dropLast()
                guard line.hasSuffix("]"), !name.isEmpty, !name.contains(where: { "[]".contains($0) }) else {
                    throw .badGroup(line: index + 1, text: line)
                }
                group = String(name)
                continue
            }
            guard let separator = line.firstIndex(of: "="), separator != line.startIndex else {
                throw .notAKey(line: index + 1, text: line)
            }
            guard let group else { throw .noGroup(line: index + 1) }
            let key = line[..<separator].trimmingCharacters(in: .whitespaces)
            guard group == "Capabilities", key == "BackgroundModes" else { continue }
            let values = line[line.index(after: separator)...].split(separator: ";")
            // A key that stands twice counts as GLib's reader has it: the last one wins.
            backgroundModes = Set(values.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty })
        }
    }

    /// Those of a manifest in a file.
    public init(contentsOf path: String) throws(CapabilitiesError) {
        let text: String
        do {
            text = try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            let isThere = FileManager.default.fileExists(atPath: path)
            throw .unreadable(path: path, reason: isThere ? "it can't be read as UTF-8 text" : "there is no such file")
        }
        try self.init(manifest: text)
    }

    /// True when mini windows may be shown.
    public var allowsPictureInPicture: Bool { backgroundModes.contains(Self.audioPictureInPicture) }
}
