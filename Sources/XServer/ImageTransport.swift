/// How pictures travel to the server: the rungs of the ladder, fastest first.
public enum ImageTransport: String, Sendable, Hashable, CaseIterable {
    /// MIT-SHM 1.2: a sealed memfd, passed over the connection. Works across IPC namespaces and leaves nothing behind.
    case descriptor = "mit-shm-fd"
    /// MIT-SHM 1.0: a SysV segment, used only after the server has proved that it sees the same memory.
    case systemV = "mit-shm-sysv"
    /// Through the connection (`XPutImage`): works everywhere, costs a copy or two more.
    case socket = "x-put-image"

    /// In words, for people.
    public var explanation: String {
        switch self {
        case .descriptor: "shared memory, descriptor passed (MIT-SHM 1.2)"
        case .systemV: "shared memory, System V (MIT-SHM)"
        case .socket: "over the connection, without shared memory (slower)"
        }
    }
}

/// Which transport was chosen, and why the faster ones were not.
public struct TransportChoice: Sendable, Hashable {
    /// What pictures travel by.
    public let transport: ImageTransport
    /// One reason for each faster rung that was tried, in order.
    public let reasons: [ImageError]

    /// A choice.
    public init(_ transport: ImageTransport, reasons: [ImageError] = []) {
        self.transport = transport
        self.reasons = reasons
    }
}

extension Connection {
    /// Tries the rungs in order with a small image. A round trip or two; the answer does not change for a server.
    ///
    /// - Parameter ladder: the rungs to try; `socket` is always the last resort.
    public func chooseTransport(_ ladder: [ImageTransport] = ImageTransport.allCases) -> TransportChoice {
        guard !isBroken else { return TransportChoice(.socket) }
        var reasons: [ImageError] = []
        for rung in ladder where rung != .socket {
            do throws(ImageError) {
                _ = try SharedSegment(self, rung, bytes: 4096)
                return TransportChoice(rung, reasons: reasons)
            } catch {
                reasons.append(error)
            }
        }
        return TransportChoice(.socket, reasons: reasons)
    }
}
