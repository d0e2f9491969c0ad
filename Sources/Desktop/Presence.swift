import PictureInPicture

/// Whether the user has left a main window, judged by what managers tell in different ways (spec B6). Pure.
///
/// Iconifying unmaps the window or, under compositing managers, only marks it; changing the workspace unmaps the window
/// or only the frame around it, or nothing at all.
nonisolated struct Presence: Sendable, Hashable {
    /// The window and all frames around it are mapped.
    var isMapped: Bool
    /// WM_STATE says iconic (ICCCM 4.1.3.1), or _NET_WM_STATE has hidden.
    var isIconic: Bool
    /// The workspace it is on; nil when nobody says, or on all.
    var workspace: UInt?
    /// The workspace the user is on; nil when nobody says.
    var currentWorkspace: UInt?

    /// The manager's number for "on all workspaces".
    static let everywhere: UInt = 0xffff_ffff

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
