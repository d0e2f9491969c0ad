import Foundation
import PortholeKit

/// What an action that came from outside led to.
nonisolated struct ControlOutcome: Sendable, Equatable {
    /// How the process that asked ends.
    var code = ExitCode.done
    /// What it prints: JSON, or what is wrong and what to do.
    var text = ""
}

extension App {
    /// Carries out an action for a session, the current one when none is named.
    func control(_ action: ControlAction, _ argument: String?, session name: String?) -> ControlOutcome {
        if action == .state { return ControlOutcome(text: state.json) }
        if action == .hideWhileSharing { return controlHidesWhileSharing(argument) }
        if action == .camera, argument == "list" { return ControlOutcome(text: DeviceMenu.cameras(CameraDevice.all())) }
        if action == .accept || action == .decline { return answerRinging(action) }
        if action == .quit {
            quit(.done)
            return ControlOutcome()
        }
        let found: SessionScreen?
        if let name {
            found = screen(name)
        } else {
            found = current(for: action)
        }
        guard let screen = found, !screen.isOver else { return missing(action, name) }
        return carryOut(action, argument, screen)
    }

    /// For what is done to a mini window, the session that has one; for a hang-up, the call that is not on hold; else
    /// the one in front.
    private func current(for action: ControlAction) -> SessionScreen? {
        switch action {
        case .stop, .restore, .close, .hide, .stash, .corner, .opacity, .clickThrough:
            if let floating = screens.last(where: { $0.controller.snapshot.hasWindow }) { return floating }
        case .hangUp, .share:
            let calls = screens.filter { $0.session.kind == .call }
            return calls.last { !$0.isHeld } ?? calls.last
        case .hold:
            let calls = screens.filter { $0.session.kind == .call && !$0.isOver }
            return calls.last { !$0.isHeld } ?? calls.last
        case .resume, .swap: return screens.last { $0.isHeld && !$0.isOver }
        case .full:
            if let tile = scene.tile { return screen(tile) }
        default: break
        }
        return scene.current.flatMap { screen($0) }
    }

    private func missing(_ action: ControlAction, _ name: String?) -> ControlOutcome {
        let names = screens.map(\.name)
        if let name {
            let others = names.isEmpty ? "no session runs" : "there are: " + names.joined(separator: ", ")
            return ControlOutcome(code: .failed, text: "no session '\(name)': \(others)")
        }
        let what =
            switch action {
            case .hangUp, .hold: "no call runs"
            case .resume, .swap: "no call is on hold"
            default: "no session runs"
            }
        return ControlOutcome(code: .failed, text: "can't \(action.rawValue): \(what)")
    }

    private func carryOut(_ action: ControlAction, _ argument: String?, _ screen: SessionScreen) -> ControlOutcome {
        let controller = screen.controller
        switch action {
        case .pip:
            let obstacle = controller.snapshot.hasWindow ? nil : controller.obstacle
            // A start that may not happen is told to the session as well (spec S3).
            controller.startPictureInPicture()
            if let obstacle {
                // Spec S2: what can't be here at all is a missing thing, not a failure.
                let isUnsupported = if case .unsupported = obstacle { true } else { false }
                return ControlOutcome(code: isUnsupported ? .missing : .failed, text: obstacle.description)
            }
        case .stop, .restore, .close, .hide:
            guard controller.snapshot.hasWindow else {
                return ControlOutcome(
                    code: .failed,
                    text: "can't \(action.rawValue): '\(screen.name)' does not float. Start it with: porthole ctl pip")
            }
            switch action {
            case .stop: controller.stopPictureInPicture()
            case .restore: controller.restorePictureInPicture()
            case .close: controller.closePictureInPicture()
            default: controller.hidePictureInPicture()
            }
        case .tile: send(.minimise(screen.name))
        case .full: send(.maximise(screen.name))
        case .hangUp:
            guard case .call(let call) = screen.session else { return wrongKind(action, screen, "a call") }
            call.hangUp()
        case .hold:
            guard case .call(let call) = screen.session else { return wrongKind(action, screen, "a call") }
            call.hold()
        case .resume, .swap:
            guard case .call(let call) = screen.session else { return wrongKind(action, screen, "a call") }
            guard call.state.value.isHeld else {
                return ControlOutcome(
                    code: .failed, text: "can't \(action.rawValue) '\(screen.name)': it is not on hold")
            }
            resume(screen)
        case .mute: return mute(argument, screen)
        case .camera:
            guard case .call(let call) = screen.session else { return wrongKind(action, screen, "a call") }
            guard let isOn = wanted(argument, now: call.state.value.isCameraOn) else {
                return useCamera(argument ?? "", in: screen)
            }
            call.setCamera(isOn)
        case .quality:
            guard case .call(let call) = screen.session else { return wrongKind(action, screen, "a call") }
            guard let isShown = wanted(argument, now: call.isQualityShown) else { return badArgument(action) }
            call.isQualityShown = isShown
        case .volume:
            guard let percent = argument.flatMap(Int.init), (0...100).contains(percent) else {
                return ControlOutcome(code: .usage, text: "volume needs a number from 0 to 100")
            }
            screen.volume = Double(percent) / 100
        case .pause:
            guard case .live(let live) = screen.session else { return wrongKind(action, screen, "a live") }
            guard let isPaused = wanted(argument, now: live.phase.value == .paused) else { return badArgument(action) }
            live.setPlaying(!isPaused)
        case .stash, .corner, .opacity, .clickThrough: return arrange(action, argument, screen)
        case .share: return controlShare(argument, screen)
        case .script: return script(argument, screen)
        case .hideWhileSharing, .state, .quit, .accept, .decline, .microphone, .speaker: break
        }
        return ControlOutcome()
    }

    /// What is done to a mini window itself.
    private func arrange(_ action: ControlAction, _ argument: String?, _ screen: SessionScreen) -> ControlOutcome {
        guard let window = mini(of: screen) else {
            return ControlOutcome(
                code: .failed,
                text: "can't \(action.rawValue): '\(screen.name)' does not float. Start it with: porthole ctl pip")
        }
        switch action {
        case .stash:
            guard let isStashed = wanted(argument, now: window.isStashed) else { return badArgument(action) }
            if isStashed { window.stash() } else { window.unstash() }
        case .clickThrough:
            guard let isThrough = wanted(argument, now: window.isClickThrough) else { return badArgument(action) }
            window.setClickThrough(isThrough)
        case .corner:
            guard let corner = argument.flatMap(Corner.init(rawValue:)) else {
                let names = Corner.allCases.map(\.rawValue).joined(separator: ", ")
                return ControlOutcome(code: .usage, text: "corner needs one of \(names)")
            }
            window.move(toCorner: corner)
        default:
            guard let opacity = argument.flatMap(Double.init), (0.2...1).contains(opacity) else {
                return ControlOutcome(code: .usage, text: "opacity needs a number from 0.2 to 1")
            }
            window.setOpacity(opacity)
        }
        return ControlOutcome()
    }

    /// Its mini window, while it floats.
    func mini(of screen: SessionScreen) -> MiniWindow? {
        floats.windows.last { $0.layer === screen.layer && !$0.isLeaving }
    }

    private func mute(_ argument: String?, _ screen: SessionScreen) -> ControlOutcome {
        switch screen.session {
        case .call(let call):
            guard let isMuted = wanted(argument, now: !call.state.value.isMicrophoneOn) else {
                return badArgument(.mute)
            }
            call.setMicrophone(!isMuted)
        case .live(let live):
            guard let isMuted = wanted(argument, now: live.isMuted) else { return badArgument(.mute) }
            live.isMuted = isMuted
        }
        return ControlOutcome()
    }

    /// What `on`, `off` or nothing asks for; nil when it is another word.
    func wanted(_ argument: String?, now: Bool) -> Bool? {
        switch argument {
        case nil, "": !now
        case "on": true
        case "off": false
        default: nil
        }
    }

    func badArgument(_ action: ControlAction) -> ControlOutcome {
        ControlOutcome(code: .usage, text: "\(action.rawValue) takes on, off, or nothing for the other of both")
    }

    func wrongKind(_ action: ControlAction, _ screen: SessionScreen, _ kind: String) -> ControlOutcome {
        ControlOutcome(code: .failed, text: "can't \(action.rawValue) '\(screen.name)': it is not \(kind)")
    }
}
