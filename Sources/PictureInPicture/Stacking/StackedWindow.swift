public import Geometry

/// A child of the root window, as the stacking policy sees it (spec M1 to M3).
public struct StackedWindow: Sendable, Hashable {
    /// The X identifier.
    public let id: UInt
    /// Place on the root and size with the border, in device pixels.
    public var rect: Rect
    /// It is mapped, and so viewable: the root always is.
    public var isMapped: Bool
    /// Managers leave it alone; their own frames often are of this kind too.
    public var isOverrideRedirect: Bool
    /// What only a question to the server tells; nil until it was asked.
    public var findings: WindowFindings?

    /// `rect` is true; without it nothing is said about what it covers.
    public internal(set) var isPlaced = true
    /// `isMapped` and `isOverrideRedirect` are true.
    var hasMapState = true
    /// A question about it is on its way.
    var isInspecting = false
    /// Something may have changed since it was asked about.
    var isStale = false
    /// It was looked at once more a little later, when managers are done with it.
    var isRelooked = false

    /// A window of which everything but `findings` is known.
    public init(
        _ id: UInt, _ rect: Rect, isMapped: Bool = true, isOverrideRedirect: Bool = false,
        findings: WindowFindings? = nil
    ) {
        self.id = id
        self.rect = rect
        self.isMapped = isMapped
        self.isOverrideRedirect = isOverrideRedirect
        self.findings = findings
    }

    /// A window of which nothing but its place in the list is known.
    init(unknown id: UInt) {
        self.init(id, .zero, isMapped: false)
        isPlaced = false
        hasMapState = false
    }

    /// It can be seen, as far as is known.
    var isSeen: Bool { isMapped && isPlaced && hasMapState }

    /// Nobody's frame and nobody's client: a menu, a tooltip, a locker, a game.
    var isBare: Bool { isOverrideRedirect && findings?.hasClient == false }
}

/// What a question to the server tells of a window.
public struct WindowFindings: Sendable, Hashable {
    /// It has pixels (InputOutput).
    public var hasPixels: Bool
    /// It, or a window up to three levels in it, holds WM_STATE: a manager's client (ICCCM 4.1.3.1).
    public var hasClient: Bool
    /// It has children, so a client may still turn up.
    public var hasChildren: Bool
    /// Nothing shines through: no alpha channel, no opacity below one, no shape.
    public var isOpaque: Bool
    /// What it and its client say they are.
    public var types: WindowTypes
    /// Who made it, by its names.
    public var identity: WindowIdentity

    /// What was found; by default an opaque window of a program.
    public init(
        hasPixels: Bool = true, hasClient: Bool = false, hasChildren: Bool = false, isOpaque: Bool = true,
        types: WindowTypes = [], identity: WindowIdentity = .program
    ) {
        self.hasPixels = hasPixels
        self.hasClient = hasClient
        self.hasChildren = hasChildren
        self.isOpaque = isOpaque
        self.types = types
        self.identity = identity
    }

    /// Of a window that is gone, or of which nothing could be learnt: it covers nothing.
    public static let nothing = WindowFindings(hasPixels: false, isOpaque: false)
}

/// The kinds of EWMH _NET_WM_WINDOW_TYPE that the policy tells apart.
public struct WindowTypes: OptionSet, Sendable, Hashable {
    /// One bit a kind.
    public let rawValue: UInt8
    /// Kinds by their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// _NET_WM_WINDOW_TYPE_NOTIFICATION.
    public static let notification = WindowTypes(rawValue: 1)
    /// _NET_WM_WINDOW_TYPE_TOOLTIP.
    public static let tooltip = WindowTypes(rawValue: 2)
    /// _NET_WM_WINDOW_TYPE_MENU, POPUP_MENU, DROPDOWN_MENU and COMBO.
    public static let menu = WindowTypes(rawValue: 4)
    /// _NET_WM_WINDOW_TYPE_DESKTOP: the wallpaper.
    public static let desktop = WindowTypes(rawValue: 8)

    /// What stays usable over the mini window although it is managed (spec M2).
    public static let staysAbove: WindowTypes = [.notification, .tooltip, .menu]
}

/// Who made a window, as far as its class and title tell.
public enum WindowIdentity: Sendable, Hashable {
    /// It has neither: what lockers as plain as slock put up, and no toolkit does.
    case anonymous
    /// It names itself a locker or screen saver.
    case locker
    /// Anything else.
    case program

    /// Tells by WM_CLASS, WM_NAME and _NET_WM_NAME.
    public init(names: [String]) {
        let names = names.map { $0.lowercased() }.filter { !$0.isEmpty }
        let parts = ["screensaver", "screenlock", "lockscreen", "screen-lock", "locker", "i3lock", "xsecurelock"]
        let whole: Set = ["slock", "xlock", "xtrlock", "swaylock", "alock", "sxlock", "pyxtrlock", "betterlockscreen"]
        if names.isEmpty {
            self = .anonymous
        } else if names.contains(where: { name in whole.contains(name) || parts.contains { name.contains($0) } }) {
            self = .locker
        } else {
            self = .program
        }
    }
}
