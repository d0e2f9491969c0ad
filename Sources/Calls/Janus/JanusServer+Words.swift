import Media

extension JanusServer {
    /// An error of Janus's or its plugins' in words (`JANUS_ERROR_…`, `JANUS_VIDEOROOM_ERROR_…`, `JANUS_STREAMING_ERROR_…`).
    func explain(_ code: Int, _ text: String) -> MediaError {
        let words = text.split(whereSeparator: { $0.isNewline }).joined(separator: " ").prefix(160)
        switch code {
        case 403:
            return problem(
                .unauthorized, "the server wants another token",
                "give it behind #token= in the address, or in PORTHOLE_TOKEN")
        case 426: return problem(.notFound, "there is no such room", "check the number behind room=")
        case 428: return problem(.notFound, "the participant has left")
        case 432: return problem(.server, "the room is full", "wait until somebody leaves")
        case 433, 457:
            return problem(.unauthorized, "the pin is wrong", "give the right one as &pin=… in the address")
        case 429 where words.contains("pin"), 453 where words.contains("pin"):
            return problem(.unauthorized, "it wants a pin", "give it as &pin=… in the address")
        case 430 where words.contains("pin"), 454 where words.contains("pin"):
            return problem(.unauthorized, "the pin is wrong", "give the right one as &pin=… in the address")
        case 455 where words.contains("mountpoint"):
            return problem(.notFound, "there is no such stream", "check the number behind stream=")
        case 458: return problem(.server, "the server knows nothing of this session any more", "call again")
        case 460: return problem(.unsupported, "the server lacks the plugin for it", "enable it there")
        default:
            return problem(
                .server, "the server refuses it (\(words.isEmpty ? "error" : String(words)), \(code))",
                "check the address and what the server allows")
        }
    }
}
