import Foundation

/// What Janus says: an answer to a question, or an event (its HTTP interface, "JSON, messages, events").
struct JanusMessage: Sendable, Decodable {
    struct Made: Sendable, Decodable { var id: UInt64 }
    struct Failure: Sendable, Decodable {
        var code: Int
        var reason: String?
    }
    struct Plugin: Sendable, Decodable { var data: RoomMessage }

    var janus: String
    var transaction: String?
    var sender: UInt64?
    var data: Made?
    var error: Failure?
    var plugindata: Plugin?
    var jsep: JanusDescription?
    var reason: String?

    private enum Key: String, CodingKey { case janus, transaction, sender, data, error, plugindata, jsep, reason }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        janus = try fields.decode(String.self, forKey: .janus)
        transaction = try? fields.decodeIfPresent(String.self, forKey: .transaction)
        sender = try? fields.decodeIfPresent(UInt64.self, forKey: .sender)
        data = try? fields.decodeIfPresent(Made.self, forKey: .data)
        error = try? fields.decodeIfPresent(Failure.self, forKey: .error)
        plugindata = try? fields.decodeIfPresent(Plugin.self, forKey: .plugindata)
        jsep = try? fields.decodeIfPresent(JanusDescription.self, forKey: .jsep)
        reason = try? fields.decodeIfPresent(String.self, forKey: .reason)
    }

    /// What stands in an answer to a poll: one message, or several; those that make no sense are left out.
    ///
    /// - Returns: nil when it is no JSON, or nothing of it makes sense.
    static func all(in body: Data) -> [JanusMessage]? {
        let decoder = JSONDecoder()
        if let one = try? decoder.decode(JanusMessage.self, from: body) { return [one] }
        guard let many = try? decoder.decode([Perhaps].self, from: body) else { return nil }
        let sensible = many.compactMap(\.message)
        return sensible.isEmpty && !many.isEmpty ? nil : sensible
    }

    private struct Perhaps: Decodable {
        var message: JanusMessage?

        init(from decoder: any Decoder) throws { message = try? JanusMessage(from: decoder) }
    }
}

/// A session description on its way.
struct JanusDescription: Sendable, Hashable, Codable {
    var type: String
    var sdp: String

    /// The names of its streams, in order (RFC 5888).
    var mids: [String] {
        sdp.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("a=mid:") }
            .map { String($0.dropFirst("a=mid:".count)) }
    }
}

/// What the plugins VideoRoom and Streaming say, as far as it matters here. A field of a kind that is not expected counts
/// as missing.
struct RoomMessage: Sendable, Decodable {
    /// `joined`, `attached`, `event`, `talking`, `stopped-talking`, `destroyed`.
    var videoroom: String?
    var streaming: String?
    var id: JanusID?
    var privateID: UInt64?
    var display: String?
    var publishers: [RoomPublisher]?
    var attendees: [RoomPublisher]?
    var joining: RoomPublisher?
    var leaving: JanusID?
    var kicked: JanusID?
    var unpublished: JanusID?
    var errorCode: Int?
    var error: String?
    var reason: String?
    /// What a stream does: `preparing`, `started`, `stopped`.
    var status: String?

    private struct Result: Decodable { var status: String? }
    private enum Key: String, CodingKey {
        case videoroom, streaming, id, display, publishers, attendees, joining, leaving, kicked, unpublished, error
        case reason, result
        case privateID = "private_id"
        case errorCode = "error_code"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        func read<Value: Decodable>(_ key: Key) -> Value? { try? fields.decodeIfPresent(Value.self, forKey: key) }
        videoroom = read(.videoroom)
        streaming = read(.streaming)
        id = read(.id)
        privateID = read(.privateID)
        display = read(.display)
        publishers = read(.publishers)
        attendees = read(.attendees)
        joining = read(.joining)
        leaving = read(.leaving)
        kicked = read(.kicked)
        unpublished = read(.unpublished)
        errorCode = read(.errorCode)
        error = read(.error)
        reason = read(.reason)
        status = (read(.result) as Result?)?.status
    }
}

/// Somebody in a room, and what they send.
struct RoomPublisher: Sendable, Hashable, Decodable {
    struct Stream: Sendable, Hashable, Decodable {
        var type: String
        var mid: String?
        var disabled: Bool?
        var moderated: Bool?
        var description: String?

        /// Nothing is to be expected of it: it was taken out, a moderator turned it off, or its sender says so.
        var isOff: Bool { disabled == true || moderated == true || description == Self.off }

        /// What Porthole writes into the description of what it does not send at the moment.
        static let off = "off"
        /// And into that of a shared screen.
        static let screen = "screen"
    }
    var id: JanusID
    var display: String?
    var streams: [Stream]?
    var talking: Bool?
}

/// What VideoRoom and Streaming are asked; nil is left out.
struct RoomRequest: Sendable, Encodable {
    struct Stream: Sendable, Encodable {
        var feed: JanusID
        var mid: String
    }
    struct Description: Sendable, Encodable {
        var mid: String
        var description: String
    }
    var request: String
    var ptype: String?
    var room: JanusID?
    /// A stream of the Streaming plugin.
    var id: JanusID?
    var pin: String?
    var display: String?
    var privateID: UInt64?
    var streams: [Stream]?
    var descriptions: [Description]?

    private enum CodingKeys: String, CodingKey {
        case request, ptype, room, id, pin, display, streams, descriptions
        case privateID = "private_id"
    }

    init(_ request: String) { self.request = request }
}
