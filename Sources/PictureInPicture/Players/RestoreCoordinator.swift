/// Decides how a session comes back into the app (spec S6). Pure; `PlayerPresenter` carries it out.
public enum RestoreCoordinator {
    /// One step of a way back. No step is animated: the user wants the picture now.
    public enum Step<Player: Hashable & Sendable>: Hashable, Sendable {
        /// What is presented goes; its own session goes on.
        case dismiss(Player)
        /// The original comes back.
        case present(Player)
        /// The window is told whether it worked.
        case complete(Bool)
    }

    /// The way back for `original`.
    ///
    /// - Parameters:
    ///   - original: what floated.
    ///   - presented: what is shown in its stead; nil when nothing is.
    ///   - canPresent: false when there is no window to present in.
    /// - Returns: the steps in order; the last one is always `complete`, and there is no other `complete`.
    public static func plan<Player: Hashable & Sendable>(
        original: Player, presented: Player?, canPresent: Bool = true
    ) -> [Step<Player>] {
        guard canPresent else { return [.complete(false)] }
        guard let presented else { return [.present(original), .complete(true)] }
        // Somebody was faster, such as a click on the way back in the main window.
        if presented == original { return [.complete(true)] }
        return [.dismiss(presented), .present(original), .complete(true)]
    }
}
