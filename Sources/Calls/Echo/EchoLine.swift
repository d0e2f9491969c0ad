import Foundation

/// One line of what a program and its echo peer tell each other over the pipe between them: a JSON object.
enum EchoLine: Sendable, Hashable {
    /// The caller's description.
    case offer(String)
    /// The echo peer's.
    case answer(String)
    /// The echo peer can't; in words.
    case failed(String)

    /// The longest line that is read, in bytes.
    static let limit = 256 * 1024

    /// Nil for what is none.
    init?(_ line: some DataProtocol) {
        guard let wire = try? JSONDecoder().decode(Wire.self, from: Data(line)) else { return nil }
        switch (wire.type, wire.sdp, wire.reason) {
        case ("offer", let sdp?, _): self = .offer(sdp)
        case ("answer", let sdp?, _): self = .answer(sdp)
        case ("failed", _, let reason?): self = .failed(reason)
        default: return nil
        }
    }

    /// The line with its end.
    var bytes: [UInt8] {
        let wire =
            switch self {
            case .offer(let sdp): Wire(type: "offer", sdp: sdp)
            case .answer(let sdp): Wire(type: "answer", sdp: sdp)
            case .failed(let reason): Wire(type: "failed", reason: reason)
            }
        guard let data = try? JSONEncoder().encode(wire) else { preconditionFailure("a line is always JSON") }
        return data + [UInt8(ascii: "\n")]
    }

    private struct Wire: Codable {
        var type: String
        var sdp: String?
        var reason: String?
    }
}

/// Cuts what is read from a pipe into lines.
struct LineCutter {
    private var rest: [UInt8] = []

    /// The whole lines so far; nil when one is too long.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [[UInt8]]? {
        rest.append(contentsOf: bytes)
        var lines: [[UInt8]] = []
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(Array(rest[..<end]))
            rest.removeSubrange(...end)
        }
        return rest.count <= EchoLine.limit ? lines : nil
    }
}
