import Geometry
import PictureInPicture
import Views
import XServer

// Clicks that go to what is below it.
extension MiniWindow {
    /// Leaves click-through, wherever the focus is: Control, Alt and P.
    nonisolated static let clickThroughKey = KeyChord(0x70, [.control, .alt])

    /// Lets clicks through to what is below it, or takes them again.
    ///
    /// While they go through a global key, `ctl` and the main window leave it again; where another program has the key,
    /// `onNotice` says so.
    public func setClickThrough(_ isOn: Bool) {
        guard isOn != isClickThrough, !isGone else { return }
        isClickThrough = isOn
        if isOn {
            closeMenu()
            releaseKeyboard()
            hover.pointerLeft()
            hasClickThroughKey = desktop.holdKey(Self.clickThroughKey)
            clickThroughToken = desktop.register(desktop.server.rootWindow) { [weak self] event in
                guard case .key(let key) = event, key.isPress, key.keysym == Self.clickThroughKey.keysym,
                    key.modifiers.isSuperset(of: Self.clickThroughKey.modifiers)
                else { return }
                self?.setClickThrough(false)
            }
            if hasClickThroughKey {
                hover.say("Clicks go through · Ctrl+Alt+P", for: 4)
            } else {
                onNotice?("another program has Ctrl+Alt+P: take clicks again with 'porthole ctl click-through off'")
                hover.say("Clicks go through", for: 4)
            }
        } else {
            releaseClickThroughKey()
            hover.say("Takes clicks again", for: 2)
        }
        onClickThrough?(isOn)
        desktop.flush()
    }

    /// Gives up the key; another window that lets clicks through keeps it.
    func releaseClickThroughKey() {
        clickThroughToken.map(desktop.unregister)
        clickThroughToken = nil
        if hasClickThroughKey { desktop.releaseKey(Self.clickThroughKey) }
        hasClickThroughKey = false
    }
}
