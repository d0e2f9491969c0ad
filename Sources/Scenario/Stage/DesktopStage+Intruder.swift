import PortholeKit

extension DesktopStage {
    func intrude(_ step: IntruderStep) async throws(StageFailure) {
        let connection = try current().connection
        switch step {
        case .focus(let subject): connection.requestFocus(try await window(of: subject))
        case .kill(let subject): connection.killClient(of: try await window(of: subject))
        case .pester(let subject): connection.pester(try await window(of: subject))
        }
        await fence()
    }

    /// A window that is there.
    private func window(of subject: ScenarioSubject) async throws(StageFailure) -> WindowID {
        let run = try current()
        let scene = await scene(with: [subject])
        guard let window = scene.entries[subject]?.window, run.connection.facts(of: window) != nil else {
            throw .failed("\(subject) is gone")
        }
        return window
    }
}
