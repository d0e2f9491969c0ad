import Foundation
import PortholeKit

/// A step of a scenario that only the app itself can do.
nonisolated struct ScriptStep: Decodable {
    /// Another side of a call: comes, or changes.
    struct Guest: Decodable {
        var id: String
        var name: String
        var avatar: String?
        var camera: Bool?
        var speaking: Bool?
    }
    var participant: Guest?
    /// How the app answers from now on when it is to restore its window.
    var restore: RestoreAnswer?
}

/// How the app answers when it is asked to restore its user interface (spec B6).
nonisolated enum RestoreAnswer: String, Decodable {
    case yes = "true"
    case no = "false"
    case never
}

extension App {
    /// Whether scenarios may script this process: `PORTHOLE_SCRIPTED` is set, which their stage does.
    static let isScripted = ProcessInfo.processInfo.environment["PORTHOLE_SCRIPTED"] == "1"

    /// Carries out a step of a scenario.
    func script(_ text: String?, _ screen: SessionScreen) -> ControlOutcome {
        guard Self.isScripted else {
            return ControlOutcome(code: .failed, text: "can't script: it was not started with PORTHOLE_SCRIPTED=1")
        }
        let step: ScriptStep
        do {
            step = try JSONDecoder().decode(ScriptStep.self, from: Data((text ?? "").utf8))
        } catch {
            return ControlOutcome(code: .usage, text: "script: not a step: \(error)")
        }
        if let answer = step.restore { screen.restoreAnswer = answer }
        guard let guest = step.participant else { return ControlOutcome() }
        guard let transport = screen.scripted else { return wrongKind(.script, screen, "a call to a source") }
        var participant = Participant(id: guest.id, name: guest.name)
        participant.avatarPath = guest.avatar
        participant.isCameraOn = guest.camera ?? true
        participant.isSpeaking = guest.speaking ?? false
        transport.bring(participant)
        return ControlOutcome()
    }
}
