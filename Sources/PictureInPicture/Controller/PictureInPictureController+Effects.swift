import Frames
import Geometry
import Views

// What it does.
extension PictureInPictureController {
    func carryOut(_ effect: PictureInPictureEffect) {
        switch effect {
        case .enterActiveSet:
            environment.activeSet.insert(self)
            heldPlayer = playerViewController
        case .leaveActiveSet:
            environment.activeSet.remove(self)
            heldPlayer = nil
        case .notify(let notice): notify(notice)
        case .openWindow: openWindow()
        case .reshapeWindow(let size): window?.reshape(to: size)
        case .closeWindow(let exit): closeWindow(exit)
        case .askRestore(let id): askRestore(id)
        case .awaitStageFrame: awaitStageFrame()
        case .schedule(let deadline):
            timers[deadline] = environment.clock.after(deadline.seconds) { [weak self] in
                self?.post(.deadlinePassed(deadline))
            }
        case .cancel(let deadline): timers.removeValue(forKey: deadline)?.cancel()
        case .present(let stage): stagePresentation.set(stage)
        case .renderSizeChanged(let size):
            contentSource.renderSizeChanged(size, self)
        case .carryOut(let meaning): contentSource.carryOut(meaning)
        case .warn(let message): environment.log(message)
        }
    }

    private func notify(_ notice: PictureInPictureEffect.Notice) {
        switch notice {
        case .willStart: delegate?.pictureInPictureControllerWillStartPictureInPicture(self)
        case .didStart: delegate?.pictureInPictureControllerDidStartPictureInPicture(self)
        case .failedToStart(let error):
            delegate?.pictureInPictureController(self, failedToStartPictureInPictureWithError: error)
        case .willStop: delegate?.pictureInPictureControllerWillStopPictureInPicture(self)
        case .didStop: delegate?.pictureInPictureControllerDidStopPictureInPicture(self)
        }
    }

    private func openWindow() {
        let request = FloatingWindowRequest(
            kind: kind, contentSize: state.contentSize.isEmpty ? ContentSource.usualSize : state.contentSize,
            layer: contentSource.displayLayer, origin: contentSource.stage?.frameOnScreen, title: title)
        do {
            guard let windows = environment.windows else { throw PictureInPictureError.unsupported(.noDisplay) }
            let window = try windows.makeWindow(request)
            self.window = window
            window.delegate = self
            invalidatePlaybackState()
            window.controls = controls
            window.show()
        } catch PictureInPictureError.displayLost {
            post(.displayLost)
        } catch PictureInPictureError.windowFailed(let reason) {
            post(.windowFailed(reason))
        } catch PictureInPictureError.unsupported(let reason) {
            post(.windowFailed(reason.description))
        } catch {
            post(.windowFailed("\(error)"))
        }
    }

    private func closeWindow(_ exit: PictureInPictureEffect.Exit) {
        guard let window else {
            // It was never made: there is nothing to wait for.
            if exit != .atOnce { post(.windowClosed) }
            return
        }
        switch exit {
        case .atOnce:
            window.delegate = nil
            self.window = nil
            window.close(.atOnce)
        case .fade: window.close(.fade)
        case .toStage:
            if let rect = contentSource.stage?.frameOnScreen, !rect.isEmpty {
                window.close(.move(to: rect))
            } else {
                window.close(.fade)
            }
        }
    }

    private func askRestore(_ id: Int) {
        guard let delegate else { return post(.restoreAnswered(id: id, false)) }
        delegate.pictureInPictureController(self) { [weak self] answer in
            self?.post(.restoreAnswered(id: id, answer))
        }
    }

    private func awaitStageFrame() {
        guard let stage = contentSource.stage else { return post(.stageShowedFrame) }
        let id = state.restoreID
        stage.whenFrameShown { [weak self] in
            // A frame that was awaited for an earlier request says nothing about this one.
            if let self, self.state.restoreID == id { self.post(.stageShowedFrame) }
        }
    }
}
