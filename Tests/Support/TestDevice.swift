import Foundation
public import Geometry
import Glibc

/// An input device of a `PrivateXorg`, driven through the socket of its driver (inputtest(4), protocol 1.1): what it does
/// comes to clients as from a real one. Each call returns when the server has dealt with it.
public final class TestDevice: Sendable {
    /// What became of a finger (XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd).
    public enum Phase: UInt32, Sendable {
        /// It comes down.
        case down = 18
        /// It moves.
        case moved = 19
        /// It is lifted.
        case up = 20
    }

    private let path: String
    private let connection = Lock<Int32>(-1)
    private let screen: Size
    /// The axes of these devices go from 0 to 65535 over the whole screen.
    private static let range = 65_536.0

    /// Connects to the driver's socket.
    ///
    /// - Throws: `Child.Failure` when the driver does not answer.
    init(_ path: String, screen: Size) throws {
        self.path = path
        self.screen = screen
        try plugIn()
    }

    deinit { close(socket) }

    private var socket: Int32 { connection.withLock { $0 } }

    /// Connects anew: the driver of a device that was unplugged has forgotten us.
    func plugIn() throws {
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8.prefix($0.count - 1))) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
        }
        guard code == 0 else { throw Child.Failure("\(path): \(String(cString: strerror(errno)))") }
        connection.withLock { old in
            if old >= 0 { close(old) }
            old = socket
        }
        // Nothing hangs: a driver that does not answer in ten seconds is taken as it is.
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        send(0, [1 | 1 << 16])
        guard answered() else { throw Child.Failure("\(path): the driver does not answer") }
    }

    /// A finger does something at a place on the root.
    public func finger(_ id: UInt32, _ phase: Phase, at place: Point) {
        send(6, [id, phase.rawValue], place)
        sync()
    }

    /// The first finger does something at a place on the root.
    public func finger(_ phase: Phase, at place: Point) { finger(1, phase, at: place) }

    /// A finger slides from one place to another, in steps; it is not lifted.
    public func slide(_ id: UInt32 = 1, from start: Point, to end: Point, steps: Int = 8) {
        for step in 1...steps {
            let place = Point(
                start.x + (end.x - start.x) * step / steps, start.y + (end.y - start.y) * step / steps)
            finger(id, .moved, at: place)
        }
    }

    /// The pointer goes to a place on the root.
    public func move(to place: Point) {
        // One word of padding before the doubles.
        send(2, [1, 0], place)
        sync()
    }

    /// A button goes down or up.
    public func button(_ button: UInt32, isDown: Bool) {
        send(4, [1, button, isDown ? 1 : 0, 0], nil, hasAxes: true)
        sync()
    }

    private func send(_ type: UInt32, _ words: [UInt32], _ place: Point? = nil, hasAxes: Bool = false) {
        var body = words.flatMap { word in withUnsafeBytes(of: word) { Array($0) } }
        if place != nil || hasAxes {
            body += [0, 0, 0, 0, place == nil ? 0 : 3] + [UInt8](repeating: 0, count: 11)
            var axes = [Double](repeating: 0, count: 128)
            if let place {
                axes[0] = (Double(place.x) + 0.5) * Self.range / Double(screen.width)
                axes[1] = (Double(place.y) + 0.5) * Self.range / Double(screen.height)
            }
            body += axes.withUnsafeBytes { Array($0) }
        }
        let head = [UInt32(8 + body.count), type].flatMap { word in withUnsafeBytes(of: word) { Array($0) } }
        let message = head + body
        _ = message.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    private func sync() {
        send(1, [])
        _ = answered()
    }

    private func answered() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64)
        return recv(socket, &buffer, buffer.count, 0) > 0
    }
}
