import Geometry
import PictureInPicture
import Views
import XServer

// Its keyboard: for a while after a click, while the pointer is on it (spec M4).
extension MiniWindow {
    /// How far one press of an arrow moves it, in points.
    private static let step = 16.0
    /// The keys it takes while it has the keyboard, and nothing else: all others go where they always go.
    private static let chords: [KeyChord] = {
        // Escape, Tab, Enter and the keypad's, the arrows, the letters, and what + − ? stand on with and without Shift.
        let plain: [UInt] = [
            0xff1b, 0xff09, 0xff0d, 0xff8d, 0x20, 0xff51, 0xff52, 0xff53, 0xff54, 0x6d, 0x63, 0x72, 0x73, 0x68, 0x2b,
            0x3d, 0x2d, 0x2f, 0x3f, 0xffab, 0xffad,
        ]
        let shifted: [UInt] = [0xff51, 0xff52, 0xff53, 0xff54, 0xff09, 0x3d, 0x2b, 0x2f, 0x3f]
        // Two keysyms on one key are one chord: twice is once.
        return plain.map { KeyChord($0) } + shifted.map { KeyChord($0, .shift) } + [KeyChord(0x77, .control)]
    }()

    /// It takes keys now.
    public var hasKeyboard: Bool { keyboardToken != nil }

    /// Takes its keys from now on, wherever the focus is and stays.
    ///
    /// By passive grabs: a locker that takes the whole keyboard is never kept from it.
    func takeKeyboard() {
        guard keyboardToken == nil, !isLeaving, !isStashed else { return }
        desktop.server.grabKeys(Self.chords)
        desktop.flush()
        keyboardToken = desktop.register(desktop.server.rootWindow) { [weak self] event in
            switch event {
            case .key(let key) where key.isPress: self?.press(key)
            case .buttonAnywhere: self?.clickedSomewhere()
            default: break
            }
        }
        desktop.watchButtons(true)
        hasWandered = false
        hover.setFocused(true)
    }

    /// Gives the keys back.
    func releaseKeyboard() {
        guard let token = keyboardToken else { return }
        keyboardToken = nil
        desktop.unregister(token)
        desktop.watchButtons(false)
        desktop.server.releaseKeys(Self.chords)
        desktop.flush()
        hover.setFocused(false)
    }

    /// A click elsewhere ends it.
    private func clickedSomewhere() {
        guard menu == nil, !presenter.rect.contains(desktop.server.pointerPosition()) else { return }
        releaseKeyboard()
    }

    private func press(_ key: ServerEvent.Key) {
        // While its menu is open, keys are the menu's.
        guard menu == nil else { return }
        let event = KeyEvent(
            KeyEvent.Key(keysym: key.keysym), text: Self.text(key), modifiers: Modifiers(key.modifiers),
            time: animator.clock.now)
        guard
            let action = MiniKey(event, kind: hover.controls.kind, hasFocus: hover.controls.focused != nil)
        else { return }
        perform(action)
    }

    private func perform(_ action: MiniKey) {
        let scale = placer.scale
        switch action {
        case .leave: if hover.showsHelp { hover.toggleHelp() } else { releaseKeyboard() }
        case .restore: onRestore?()
        case .press(let control): report(.pressed(control))
        case .pressFocused:
            if let control = hover.controls.focused { press(control) }
        case .step(let step): hover.stepFocus(by: step)
        case .move(let dx, let dy):
            let pixels = Int((Self.step * scale).rounded())
            hasWandered = true
            nudge(by: Point(dx * pixels, dy * pixels))
        case .grow(let notches):
            hasWandered = true
            scroll(notches)
        case .opacity(let steps):
            // Without a compositor nobody would see it.
            if hasCompositor { setOpacity(opacity + 0.15 * Double(steps)) } else { scroll(steps) }
        case .stash: stash()
        case .hide: report(.hidePressed)
        case .close: onClose?()
        case .help: hover.toggleHelp()
        }
    }

    /// Does what a click on a control does.
    func press(_ control: MiniControls.Control) {
        switch control {
        case .close: onClose?()
        case .restore: onRestore?()
        case .seekBar: break
        default: report(.pressed(control))
        }
    }

    /// With Control held a key types no text: its own letter counts.
    private static func text(_ key: ServerEvent.Key) -> String {
        if key.modifiers.contains(.control), let scalar = UnicodeScalar(UInt32(key.keysym)), scalar.isASCII {
            return String(Character(scalar))
        }
        return key.text
    }
}
