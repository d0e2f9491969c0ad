import CX11
public import Geometry

/// A pointer and a keyboard driven by us (XTEST): for tests and scenarios.
public struct TestInput {
    let connection: Connection

    /// - Returns: nil when the server lacks XTEST.
    public init?(_ connection: Connection) {
        var (event, error, major, minor) = (Int32(0), Int32(0), Int32(0), Int32(0))
        guard XTestQueryExtension(connection.display, &event, &error, &major, &minor) != 0 else { return nil }
        self.connection = connection
    }

    /// Puts the pointer at a place on the root.
    public func move(to point: Point) {
        XTestFakeMotionEvent(connection.display, connection.screen, Int32(point.x), Int32(point.y), 0)
        connection.sync()
    }

    /// Presses or releases a button; 1 left, 2 middle, 3 right, 4 and 5 the wheel.
    public func button(_ button: Int, isDown: Bool) {
        XTestFakeButtonEvent(connection.display, UInt32(button), isDown ? 1 : 0, 0)
        connection.sync()
    }

    /// Presses and releases a button.
    public func click(_ number: Int = 1) {
        button(number, isDown: true)
        button(number, isDown: false)
    }

    /// Presses or releases a key by its keysym.
    ///
    /// - Returns: false when the keyboard lacks it.
    public func hold(_ keysym: UInt, isDown: Bool) -> Bool {
        let code = UInt32(XKeysymToKeycode(connection.display, keysym))
        guard !connection.isBroken, code != 0 else { return false }
        XTestFakeKeyEvent(connection.display, code, isDown ? 1 : 0, 0)
        connection.sync()
        return true
    }

    /// Presses and releases a key by its keysym.
    public func key(_ keysym: UInt) {
        let code = UInt32(XKeysymToKeycode(connection.display, keysym))
        XTestFakeKeyEvent(connection.display, code, 1, 0)
        XTestFakeKeyEvent(connection.display, code, 0, 0)
        connection.sync()
    }
}
