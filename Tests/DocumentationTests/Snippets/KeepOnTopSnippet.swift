import PortholeKit

/// Keeps the mini windows that somebody makes above all managed windows.
@MainActor func keepOnTop(_ floats: FloatingMiniWindows, on desktop: DesktopConnection) -> StackingKeeper {
    // snippet: keep-on-top
    let keeper = StackingKeeper(desktop, clock: PictureInPictureEnvironment.shared.clock)
    // Before it is mapped, so that it is never seen below another window.
    floats.onMade = { keeper.keep($0.id) }
    // Behind a screen locker nothing is drawn.
    keeper.onHide = { id in floats.windows.first { $0.id == id }?.setSuspended(true) }
    keeper.onShow = { id in floats.windows.first { $0.id == id }?.setSuspended(false) }
    // Another program puts its window above ours again and again: the keeper answers ever more slowly.
    keeper.onContested = { id, other in print("\(other) fights for the place of \(id)") }
    // end
    return keeper
}
