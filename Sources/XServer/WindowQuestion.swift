public import Geometry

/// What to ask of a window.
public struct WindowAspects: OptionSet, Sendable, Hashable {
    /// One bit an aspect.
    public let rawValue: UInt8
    /// Aspects by their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Map state, class, override-redirect.
    public static let attributes = WindowAspects(rawValue: 1)
    /// Place, size and depth.
    public static let place = WindowAspects(rawValue: 2)
    /// Whether it holds WM_STATE (ICCCM 4.1.3.1).
    public static let clientState = WindowAspects(rawValue: 4)
    /// _NET_WM_WINDOW_TYPE.
    public static let types = WindowAspects(rawValue: 8)
    /// Its children.
    public static let children = WindowAspects(rawValue: 16)
    /// _NET_WM_WINDOW_OPACITY and whether it has a shape.
    public static let look = WindowAspects(rawValue: 32)
    /// WM_CLASS, WM_NAME and _NET_WM_NAME.
    public static let names = WindowAspects(rawValue: 64)
}

/// A question that is on its way: the answer is fetched later, nobody waits for the server.
public struct WindowQuestion: Sendable {
    /// About which window.
    public let window: WindowID
    /// The requests in the order they were sent, by their sequence numbers.
    var requests: [(part: Part, sequence: UInt32)] = []

    /// One request.
    enum Part: Sendable {
        case attributes, geometry, clientState, types, tree, opacity, shape, className, name, nameEWMH
    }
}

/// What came back. Aspects that were not asked for keep their defaults.
public struct WindowAnswer: Sendable, Hashable {
    /// The window does not exist any more; nothing else is true then.
    public var isGone = false
    /// It is mapped.
    public var isMapped = false
    /// Managers leave it alone.
    public var isOverrideRedirect = false
    /// It has pixels (InputOutput).
    public var hasPixels = false
    /// In its parent, with the border.
    public var rect = Rect.zero
    /// Bits a pixel that mean something; 32 has an alpha channel.
    public var depth = 0
    /// It holds WM_STATE.
    public var hasClientState = false
    /// Those of its types that the project knows.
    public var types: [AtomName] = []
    /// Lowest first.
    public var children: [WindowID] = []
    /// It asks compositors to let something shine through.
    public var isTranslucent = false
    /// It has not the shape of a rectangle, or the server does not tell.
    public var isShaped = true
    /// Class, instance and titles, as far as it has any.
    public var names: [String] = []
}
