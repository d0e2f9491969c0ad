import XServer

/// In which frame each watched window is: managers put them there, and only frames are in the root's list.
struct WatchedClients {
    private var frames: [WindowID: WindowID] = [:]

    /// A window is in a frame now, or is its own.
    mutating func note(_ window: WindowID, in frame: WindowID) { frames[window] = frame }

    /// Forgets a window.
    ///
    /// - Returns: the frame it was in.
    mutating func forget(_ window: WindowID) -> WindowID? { frames.removeValue(forKey: window) }

    /// Which watched window is in a frame; the frame itself if none is.
    func client(in frame: WindowID) -> WindowID { frames.first { $0.value == frame }?.key ?? frame }
}
