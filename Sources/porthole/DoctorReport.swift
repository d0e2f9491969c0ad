import Foundation

/// What `porthole doctor` found: lines by section, as text for people and as JSON for programs. Pure.
nonisolated struct DoctorReport: Sendable, Equatable {
    /// How one thing stands.
    enum Status: String, Sendable, Codable {
        /// It works.
        case ok
        /// It is missing, and most things work without it.
        case warning
        /// It is missing, and the main job does not work without it.
        case missing
    }
    /// One thing that was looked at.
    struct Check: Sendable, Equatable, Codable {
        /// What was looked at.
        var name: String
        /// How it stands.
        var status: Status
        /// What was found.
        var text: String
        /// What to do; nil when nothing has to be done.
        var remedy: String?
    }
    /// Checks that belong together.
    struct Section: Sendable, Equatable, Codable {
        /// What they are about.
        var title: String
        /// In the order they are shown.
        var checks: [Check]
    }

    /// In the order they are shown.
    var sections: [Section] = []

    /// Something that the main job needs is missing.
    var isMissingSomething: Bool { sections.contains { $0.checks.contains { $0.status == .missing } } }

    /// For people: aligned, one line a check, remedies below.
    var text: String {
        let width = sections.flatMap(\.checks).map(\.name.count).max() ?? 0
        var lines: [String] = []
        for section in sections {
            lines.append(section.title)
            for check in section.checks {
                let mark =
                    switch check.status {
                    case .ok: "ok     "
                    case .warning: "warning"
                    case .missing: "missing"
                    }
                let name = check.name.padding(toLength: width, withPad: " ", startingAt: 0)
                lines.append("  \(mark)  \(name)  \(check.text)")
                if let remedy = check.remedy {
                    lines.append("           \(String(repeating: " ", count: width))  → \(remedy)")
                }
            }
            lines.append("")
        }
        return lines.dropLast().joined(separator: "\n")
    }

    /// For programs: one object with `sections`.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = (try? encoder.encode(["sections": sections])) ?? Data("{}".utf8)
        return String(decoding: data, as: UTF8.self)
    }
}
