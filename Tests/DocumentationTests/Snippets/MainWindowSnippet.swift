import PortholeKit

/// The user closes the main window.
@MainActor func closeMainWindow(_ center: SessionCenter, presenting call: CallSession) -> Bool {
    // snippet: main-window
    // Hangs up a call, stops watching a live: the same as the mini window's close button.
    let appEnds = center.closeMainWindow(presenting: .call(call))
    // end
    return appEnds
}
