import Foundation

/// What two peers tell each other over the data channel: one JSON object a message.
enum PeerMessage: Sendable, Hashable {
    /// I am here; `time` is the sender's and comes back.
    case alive(time: Int64)
    /// The answer to `alive`.
    case heard(time: Int64)
    /// What the sender sends, and whether it has put the call on hold; with `screen` the pictures are those of its
    /// screen.
    case sending(microphone: Bool, camera: Bool, screen: Bool = false, isHolding: Bool = false)
    /// The sender has ended the call.
    case goodbye(reason: String)

    /// Longer ones are none of ours.
    static let limit = 1024

    /// Nil for what makes no sense: a later version may say more.
    init?(_ text: String) {
        guard text.utf8.count <= Self.limit, let wire = try? JSONDecoder().decode(Wire.self, from: Data(text.utf8))
        else { return nil }
        switch (wire.type, wire.time) {
        case ("alive", let time?): self = .alive(time: time)
        case ("heard", let time?): self = .heard(time: time)
        case ("sending", _):
            self = .sending(
                microphone: wire.microphone ?? true, camera: wire.camera ?? true, screen: wire.screen ?? false,
                isHolding: wire.held ?? false)
        case ("goodbye", _): self = .goodbye(reason: wire.reason ?? "")
        default: return nil
        }
    }

    /// One line of JSON.
    var text: String {
        let wire =
            switch self {
            case .alive(let time): Wire(type: "alive", time: time)
            case .heard(let time): Wire(type: "heard", time: time)
            case .sending(let microphone, let camera, let screen, let isHolding):
                Wire(
                    type: "sending", microphone: microphone, camera: camera, held: isHolding ? true : nil,
                    screen: screen)
            case .goodbye(let reason): Wire(type: "goodbye", reason: reason)
            }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(wire) else { preconditionFailure("a message is always JSON") }
        return String(decoding: data, as: UTF8.self)
    }

    private struct Wire: Codable {
        var type: String
        var time: Int64?
        var microphone: Bool?
        var camera: Bool?
        var held: Bool?
        var screen: Bool?
        var reason: String?
    }
}
