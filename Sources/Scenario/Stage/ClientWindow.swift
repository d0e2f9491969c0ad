import PortholeKit

/// A test window that exists.
struct ClientWindow: Sendable {
    /// On the server.
    let window: WindowID
    /// What the scenario asked for.
    let made: ScenarioWindow
    /// 0xRRGGBB, all over; what has a look is judged by the tree alone.
    let color: UInt32
    /// Where it was before it filled the screen, when the manager did not do that.
    var before: Rect?

    /// Colours that test windows get in turn: far from each other, and from black and white.
    static let palette: [UInt32] = [
        0x2a7f3b, 0x8a2be2, 0xd2691e, 0x1f6feb, 0xb03060, 0x6b8e23, 0x008b8b, 0x9932cc, 0xcd853f, 0x4682b4, 0xa52a2a,
        0x556b2f,
    ]
}
