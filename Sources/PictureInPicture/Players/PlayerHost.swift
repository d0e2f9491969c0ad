/// The window that presents one player controller at a time: the stage of the main window. Main actor.
@MainActor public protocol PlayerHost: AnyObject {
    /// What it presents; nil when it shows something else.
    var presentedPlayer: (any RestorablePlayer)? { get }
    /// False when there is no window to present in.
    var canPresent: Bool { get }
    /// Presents `player`, which must not seek, pause or restart it; `completion` once when it is there.
    func present(_ player: any RestorablePlayer, animated: Bool, completion: @escaping @MainActor () -> Void)
    /// Presents nothing; the session of what was presented goes on. `completion` once when it is gone.
    func dismissPlayer(animated: Bool, completion: @escaping @MainActor () -> Void)
}
