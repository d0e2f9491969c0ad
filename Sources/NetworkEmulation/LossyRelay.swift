import Foundation
import Frames
import Geometry

/// A network between two peers of this machine that loses packets, delays them, and may be away for a while.
///
/// Each side is told that the other one is at a port of the relay (`describe`), so that all it sends goes through here.
/// Packets leave from the port that their sender is known by: both see what a router would show them. Any thread; `stop`
/// waits for the one that carries the packets.
public final class LossyRelay: @unchecked Sendable {
    /// Which side a packet comes from.
    public enum Side: Int, CaseIterable, Sendable {
        /// The one that makes the offer.
        case caller
        /// The one that answers it.
        case callee
        var other: Side { self == .caller ? .callee : .caller }
    }

    private struct Packet {
        let due: UInt64
        let to: Side
        let bytes: [UInt8]
    }
    private struct State {
        var isAway = false
        var isEnding = false
        /// Where each side really is.
        var homes: [Side: UInt16] = [:]
        var passed = 0
        var lost = 0
    }
    private let state = Lock(State())
    /// What each side is known by.
    private let sockets: [Side: (descriptor: Int32, port: UInt16)]
    private let loss: Double
    private let delay: UInt64
    private let ended = DispatchSemaphore(value: 0)

    /// Opens it, on two free ports of the loopback.
    ///
    /// - Parameters:
    ///   - loss: the share of all packets that is lost, 0 to 1, in either direction.
    ///   - delay: how long each takes one way, in seconds.
    ///   - seed: which packets are lost: the same ones in every run.
    /// - Throws: `EmulationError` when there is no port.
    public init(loss: Double, delay: Double, seed: UInt64) throws {
        self.loss = loss
        self.delay = UInt64(delay * 1e9)
        var sockets: [Side: (descriptor: Int32, port: UInt16)] = [:]
        for side in Side.allCases { sockets[side] = try Self.open() }
        self.sockets = sockets
        let thread = Thread { [self] in run(seed) }
        thread.name = "relay"
        thread.start()
    }

    /// Packets that went through, and that were lost.
    public var counts: (passed: Int, lost: Int) { state.withLock { ($0.passed, $0.lost) } }

    /// Nothing goes through, or everything that is not lost.
    public func setAway(_ isAway: Bool) { state.withLock { $0.isAway = isAway } }

    /// The description that the other side is to see: the sender's address is the relay's.
    ///
    /// - Throws: `EmulationError` when there is no address of IPv4 in it that could be replaced.
    public func describe(_ description: String, of side: Side) throws -> String {
        guard let own = sockets[side] else { return description }
        var home: UInt16?
        var lines: [String] = []
        for line in description.split(whereSeparator: \.isNewline) {
            let text = String(line)
            guard text.hasPrefix("a=candidate:") else {
                lines.append(text)
                continue
            }
            var words = text.split(separator: " ").map(String.init)
            // Others would be a way around the relay.
            guard words.count > 7, words[2].uppercased() == "UDP", words[4] == "127.0.0.1", let port = UInt16(words[5]),
                home == nil || home == port
            else { continue }
            home = port
            words[5] = "\(own.port)"
            lines.append(words.joined(separator: " "))
        }
        guard let home else { throw EmulationError("no address to relay in the description") }
        state.withLock { $0.homes[side] = home }
        return lines.joined(separator: "\r\n") + "\r\n"
    }

    /// Ends it.
    public func stop() {
        state.withLock { $0.isEnding = true }
        ended.wait()
        for socket in sockets.values { close(socket.descriptor) }
    }

    private static func open() throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw EmulationError("no socket for the relay") }
        var address = Self.address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else {
            close(descriptor)
            throw EmulationError("no port for the relay")
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        return address
    }

    private func run(_ seed: UInt64) {
        var dice = Dice(seed: seed)
        var waiting: [Packet] = []
        var first = 0
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let order = Side.allCases
        while !state.withLock({ $0.isEnding }) {
            var polled = order.map { pollfd(fd: sockets[$0]?.descriptor ?? -1, events: Int16(POLLIN), revents: 0) }
            let now = HostTime.now()
            // All take the same time: whoever came first leaves first.
            let wait = first < waiting.count ? (waiting[first].due > now ? waiting[first].due - now : 0) : 50_000_000
            _ = poll(&polled, nfds_t(polled.count), Int32((min(wait, 50_000_000) + 999_999) / 1_000_000))
            for (side, ready) in zip(order, polled) where ready.revents != 0 {
                // What comes to the port of one side is from the other.
                while true {
                    let count = recv(ready.fd, &buffer, buffer.count, Int32(MSG_DONTWAIT))
                    guard count > 0 else { break }
                    let isLost = dice.next() < loss
                    let isThrough = state.withLock { state in
                        if isLost || state.isAway { state.lost += 1 } else { state.passed += 1 }
                        return !isLost && !state.isAway
                    }
                    guard isThrough else { continue }
                    waiting.append(Packet(due: HostTime.now() + delay, to: side, bytes: Array(buffer[..<count])))
                }
            }
            let time = HostTime.now()
            while first < waiting.count, waiting[first].due <= time {
                send(waiting[first])
                first += 1
            }
            if first > 1024 {
                waiting.removeFirst(first)
                first = 0
            }
        }
        ended.signal()
    }

    private func send(_ packet: Packet) {
        guard let port = state.withLock({ $0.homes[packet.to] }), let socket = sockets[packet.to.other] else { return }
        var address = Self.address(port)
        packet.bytes.withUnsafeBytes { bytes in
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = sendto(
                        socket.descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT), $0,
                        socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
    }
}
