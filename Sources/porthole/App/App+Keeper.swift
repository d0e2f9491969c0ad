import Foundation
import PortholeKit

// What the stacking keeper does for the app's windows (spec M1 to M4, B6).
extension App {
    /// Connects the keeper to the app: lockers, fights, and what is wholly covered.
    func setUpKeeper(_ main: MainWindow) {
        keeper.onHide = { [weak self] in self?.window($0)?.setSuspended(true) }
        keeper.onShow = { [weak self] in self?.window($0)?.setSuspended(false) }
        keeper.onContested = { [weak self] window, other in self?.contested(window, by: other) }
        keeper.onCoverage = { [weak self] window, isCovered in self?.covered(window, isCovered) }
        keeper.watchCoverage(of: main.id)
        locks = LockWatch(environment: ProcessInfo.processInfo.environment) { source, isLocked in
            Task { @MainActor [weak self] in
                self?.keeper.setLocked(isLocked, by: source == .session ? .session : .screenSaverService)
            }
        }
    }

    /// Keeps a mini window above the others from now on.
    func keep(_ window: MiniWindow) {
        // One that a manager has is the manager's: only what is covered is looked at.
        if window.isManaged { return keeper.watchCoverage(of: window.id) }
        // By it the stacking scenarios are shown to fail without a keeper.
        guard ProcessInfo.processInfo.environment["PORTHOLE_WITHOUT_KEEPER"] == nil else { return }
        keeper.keep(window.id)
    }

    private func window(_ id: WindowID) -> MiniWindow? { floats.windows.first { $0.id == id } }

    private func contested(_ id: WindowID, by other: WindowID) {
        guard let window = window(id), let screen = screens.first(where: { $0.layer === window.layer }) else { return }
        console.detail("window \(other) fights for the top place")
        tell(screen, .pipContested)
    }

    private func covered(_ id: WindowID, _ isCovered: Bool) {
        if let window = window(id) { return window.setCovered(isCovered) }
        guard let main, main.id == id else { return }
        main.setCovered(isCovered)
        guard environment.automaticPolicy.floatsWhenCovered else { return }
        if isCovered { environment.leaveApp(by: .covered) } else if main.isSeen { environment.returnToApp() }
    }
}
