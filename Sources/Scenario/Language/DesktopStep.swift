import PortholeKit

/// A command that changes what the windows live in.
enum DesktopStep: Sendable, Hashable {
    /// `monitor NAME WxH+X+Y` while it runs.
    case plug(String, Rect)
    /// `monitor NAME off`
    case unplug(String)
    /// `workspace N`, from 1.
    case workspace(Int)
    /// `manager restart`
    case managerRestart
    /// `manager replace NAME`
    case managerReplace(ManagerChoice)
    /// `manager kill`
    case managerKill
    /// `manager freeze`: it hangs, and serves no request.
    case managerFreeze
    /// `manager thaw`: it goes on.
    case managerThaw
    /// `compositor start NAME`
    case compositorStart(CompositorKind)
    /// `compositor kill`
    case compositorKill
    /// `lock NAME`
    case lock(LockerName)
    /// `unlock`: ends the locker.
    case unlock
}

/// A screen locker.
enum LockerName: String, Sendable, Hashable, CaseIterable {
    case i3lock, xsecurelock, xscreensaver
}
