import PortholeKit

// Calls on hold (spec S8).
extension App {
    /// Goes on with a call that is on hold, in the main window unless it floats: the one that ran is put on hold.
    func resume(_ screen: SessionScreen) {
        guard case .call(let call) = screen.session else { return }
        call.resume()
        if !screen.controller.snapshot.hasWindow { send(.maximise(screen.name)) }
    }

    /// Goes on with another call that is on hold.
    func swap(from name: String) {
        if let other = other(than: name) { resume(other) }
    }

    /// Each call's window offers to go on with another one that is on hold.
    func refreshOthers() {
        for screen in screens {
            guard case .call(let call) = screen.session else { continue }
            let other = other(than: screen.name)?.title
            if call.view.model.other != other { call.view.model.other = other }
        }
    }

    private func other(than name: String) -> SessionScreen? {
        screens.last { $0.isHeld && !$0.isOver && $0.name != name }
    }
}

extension SessionScreen {
    /// What people call it.
    var title: String { options.title ?? source }
}
