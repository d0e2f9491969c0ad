import Foundation
import Media

/// What a browser needs to know before it calls (RTCConfiguration of WebRTC 1.0), as JSON.
struct JoinConfiguration: Sendable, Hashable, Encodable {
    struct Server: Sendable, Hashable, Encodable {
        var urls: String
        var username: String?
        var credential: String?
    }
    var iceServers: [Server]
    var iceTransportPolicy: String

    init(_ servers: [IceServer], relayOnly: Bool) {
        iceServers = servers.map { server in
            let isOpen = server.kind == .stun
            return Server(
                urls: server.webAddress, username: isOpen ? nil : server.user,
                credential: isOpen ? nil : server.password)
        }
        iceTransportPolicy = relayOnly ? "relay" : "all"
    }

    /// Nobody is to keep it: it has passwords.
    var response: HTTPResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(self) else { preconditionFailure("a configuration is always JSON") }
        return HTTPResponse(200, type: "application/json", Array(data))
    }
}
