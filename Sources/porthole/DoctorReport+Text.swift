nonisolated extension DoctorReport {
    /// For people: a heading a section, names and texts aligned, the remedy under what needs one, a summary last.
    ///
    /// Ends with a line break.
    var text: String {
        let width = sections.flatMap(\.findings).map(\.name.count).max() ?? 0
        var lines: [String] = []
        for section in sections {
            lines.append(section.topic.heading)
            for finding in section.findings {
                let mark = finding.status.rawValue.padded(to: Status.width)
                lines.append("  \(mark)  \(finding.name.padded(to: width))  \(finding.text)")
                if let remedy = finding.remedy {
                    lines.append(String(repeating: " ", count: 6 + Status.width + width) + "-> \(remedy)")
                }
            }
            lines.append("")
        }
        return lines.joined(separator: "\n") + (lines.isEmpty ? "" : "\n") + summary + "\n"
    }

    /// For programs: one object in one line, without a line break at its end.
    var json: String {
        JSONText.object([
            ("ok", exitCode == .done ? "true" : "false"),
            (
                "sections",
                JSONText.object(
                    sections.map { section in (section.topic.rawValue, JSONText.array(section.findings.map(\.json))) })
            ),
        ])
    }

    private var summary: String {
        let missing = count(of: .missing)
        let warnings = count(of: .warning)
        let rest = warnings == 0 ? "" : warnings == 1 ? ", 1 warning" : ", \(warnings) warnings"
        switch missing {
        case 0: return "All that is needed is here\(rest)."
        case 1: return "1 thing that is needed is missing\(rest)."
        default: return "\(missing) things that are needed are missing\(rest)."
        }
    }
}

nonisolated extension DoctorReport.Finding {
    fileprivate var json: String {
        var fields = [("name", name), ("status", status.rawValue), ("text", text)]
        if let remedy { fields.append(("remedy", remedy)) }
        return JSONText.object(fields.map { ($0.0, JSONText.string($0.1)) })
    }
}

nonisolated extension DoctorReport.Status {
    fileprivate static let width = allCases.map(\.rawValue.count).max() ?? 0
}

nonisolated extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
