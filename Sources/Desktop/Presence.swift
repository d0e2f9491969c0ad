import PictureInPicture

/// Whether the user has left a main window, judged by what managers tell in different ways (spec B6). Pure.
///
/// Iconifying unmaps the window or, under compositing managers, only marks it in WM_STATE; changing the workspace unmaps
/// the window or only the frame around it, or nothing at all.
nonisolated struct Presence: Sendable, Hashable {
    /// The window and all frames around it are mapped.
    var isMapped: Bool
    /// What WM_STATE says (ICCCM 4.1.3.1): 1 normal, 3 iconic; nil when there is none.
    var state: UInt?
    /// _NET_WM_STATE has hidden.
    var isMarkedHidden: Bool
    /// The workspace it is on; nil when nobody says, or on all.
    var workspace: UInt?
    /// The workspace the user is on; nil when nobody says.
    var currentWorkspace: UInt?

    /// The manager's number for "on all workspaces".
    static let everywhere: UInt = 0xffff_ffff

    /// WM_STATE decides: fvwm leaves the mark behind when a window comes back from its icon.
    private var isIconic: Bool { state.map { $0 == 3 } ?? isMarkedHidden }

    /// How the user left it; nil when it is there.
    var departure: AutomaticPolicy.Departure? {
        let isElsewhere =
            workspace.map { $0 & 0xffff_ffff != Self.everywhere && $0 != currentWorkspace } ?? false
            && currentWorkspace != nil
        if isElsewhere { return .workspaceChanged }
        if isIconic { return .iconified }
        return isMapped ? nil : .hidden
    }
}
