import Views

extension KeyEvent.Key {
    /// What a keysym without modifiers means to views (X11 protocol, appendix A).
    init(keysym: UInt) {
        self =
            switch keysym {
            case 0xff09, 0xfe20: .tab
            case 0xff1b: .escape
            case 0xff0d, 0xff8d: .enter
            case 0x20, 0xff80: .space
            case 0xff51, 0xff96: .left
            case 0xff52, 0xff97: .up
            case 0xff53, 0xff98: .right
            case 0xff54, 0xff99: .down
            case 0xff50, 0xff95: .home
            case 0xff57, 0xff9c: .end
            case 0xff08: .backspace
            case 0xffff, 0xff9f: .delete
            case 0xff67: .menu
            default: .other
            }
    }
}
