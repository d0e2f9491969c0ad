/// What `porthole doctor` found: sections of checks, in the order they are told.
nonisolated struct DoctorReport: Sendable, Equatable {
    /// The sections with at least one finding.
    var sections: [Section] = []

    /// Findings about one matter.
    struct Section: Sendable, Equatable {
        /// The matter.
        var topic: DoctorTopic
        /// What was found.
        var findings: [Finding]
    }

    /// What one check found.
    struct Finding: Sendable, Equatable {
        /// What was looked at.
        var name: String
        /// How it stands.
        var status: Status
        /// What was found, in words.
        var text: String
        /// What to do about it; nil when nothing has to be done.
        var remedy: String?
    }

    /// How a matter stands.
    enum Status: String, Sendable, CaseIterable {
        /// As it should be.
        case ok
        /// Video still floats, but something around it does not work.
        case warning
        /// Without it no video can float.
        case missing
    }

    /// `done` when all that is needed is there, else `missing`.
    var exitCode: ExitCode { count(of: .missing) == 0 ? .done : .missing }

    /// How many findings stand so.
    func count(of status: Status) -> Int {
        sections.reduce(0) { $0 + $1.findings.count { $0.status == status } }
    }

    /// Puts a finding at the end of its section; sections keep the order of `DoctorTopic`.
    mutating func add(_ finding: Finding, to topic: DoctorTopic) {
        if let index = sections.firstIndex(where: { $0.topic == topic }) {
            sections[index].findings.append(finding)
        } else {
            let order = DoctorTopic.allCases
            let place = sections.firstIndex { section in
                (order.firstIndex(of: section.topic) ?? 0) > (order.firstIndex(of: topic) ?? 0)
            }
            sections.insert(Section(topic: topic, findings: [finding]), at: place ?? sections.endIndex)
        }
    }
}

/// The matters of the report, in its order; the raw value is the key in JSON.
nonisolated enum DoctorTopic: String, Sendable, CaseIterable {
    /// The X server, its extensions and the way pixels reach it.
    case display
    /// The window manager and the compositor.
    case desktop
    /// Codecs, sound and cameras.
    case media
    /// D-Bus, the lock, folders.
    case session
    /// Sample videos.
    case samples

    /// The heading in the text.
    var heading: String {
        switch self {
        case .display: "Display"
        case .desktop: "Desktop"
        case .media: "Media"
        case .session: "Session"
        case .samples: "Samples"
        }
    }
}

nonisolated extension DoctorReport.Finding {
    /// All is well.
    static func ok(_ text: String) -> Self { Self(name: "", status: .ok, text: text, remedy: nil) }
    /// Video still floats, but something around it does not work.
    static func warning(_ text: String, remedy: String? = nil) -> Self {
        Self(name: "", status: .warning, text: text, remedy: remedy)
    }
    /// Without it no video can float.
    static func missing(_ text: String, remedy: String) -> Self {
        Self(name: "", status: .missing, text: text, remedy: remedy)
    }
}
