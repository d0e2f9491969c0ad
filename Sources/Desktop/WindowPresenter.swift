/// What draws a window, from a thread and an X connection of its own. Its methods may be called on any thread.
public nonisolated protocol WindowPresenter: AnyObject, Sendable {
    /// Whether anything of the window can be seen. While not, nothing is converted and frames count as dropped.
    func setVisible(_ isVisible: Bool)
    /// Draws everything again, as after an exposure.
    func redraw()
    /// Ends the thread, before the window is destroyed. Blocks for one frame at most; when the server hangs, for a
    /// second, and the thread ends when it can.
    func stop()
    /// What was done so far, of all that the window shows.
    var counts: PresenterCounts { get }
}

extension Presenter: WindowPresenter {}
