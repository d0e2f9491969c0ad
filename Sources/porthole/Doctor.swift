import Foundation

/// One thing that `porthole doctor` looks at.
nonisolated struct DoctorCheck: Sendable {
    /// The section it is told in.
    let topic: DoctorTopic
    /// What is looked at, two or three words.
    let name: String
    /// Looks. It may wait a few seconds, never for ever.
    let look: @Sendable (DoctorSurroundings) async -> DoctorReport.Finding

    /// A check: where it is told, what it is called, and how it looks.
    init(
        _ topic: DoctorTopic, _ name: String,
        look: @escaping @Sendable (DoctorSurroundings) async -> DoctorReport.Finding
    ) {
        self.topic = topic
        self.name = name
        self.look = look
    }
}

/// What the checks look at, so that tests can show them something else.
nonisolated struct DoctorSurroundings: Sendable {
    /// The environment variables.
    var environment = ProcessInfo.processInfo.environment
    /// The folder of the device files.
    var devices = "/dev"

    /// A variable that is set and not empty.
    subscript(variable: String) -> String? { environment[variable].flatMap { $0.isEmpty ? nil : $0 } }
}

/// Carries out the checks and makes the report.
nonisolated enum Doctor {
    /// Looks at everything, all at once, and reports in the order of the checks.
    static func examine(
        _ surroundings: DoctorSurroundings = DoctorSurroundings(), checks: [DoctorCheck] = DoctorCheck.all
    ) async -> DoctorReport {
        let findings = await withTaskGroup(of: (Int, DoctorReport.Finding).self) { group in
            for (index, check) in checks.enumerated() {
                group.addTask {
                    var finding = await check.look(surroundings)
                    finding.name = check.name
                    return (index, finding)
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        var report = DoctorReport()
        for (index, check) in checks.enumerated() {
            if let finding = findings[index] { report.add(finding, to: check.topic) }
        }
        return report
    }
}
