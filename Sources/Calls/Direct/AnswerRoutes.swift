/// What of the answering side's addresses does what, and what is answered: a fixed table. Pure.
///
/// WHIP (RFC 9725) with media both ways: POST an offer to `/call`, DELETE what `Location` names.
enum AnswerRoutes {
    /// Where calls are posted to.
    static let endpoint = "/call"
    /// Where browsers ask for the servers that help to reach this side.
    static let configuration = "/ice"

    /// What an address is.
    enum Place: Sendable, Hashable {
        /// Where calls are posted to.
        case endpoint
        /// What a browser needs to know before it calls.
        case configuration
        /// A call.
        case session(DoorState.ID)
        /// A part of the page by which browsers join.
        case page(JoinPage.Part)
        /// Nothing.
        case nothing
    }

    /// What stands at a path. Nothing is looked up anywhere: what is not in the table is nothing.
    static func place(_ path: String) -> Place {
        if path == endpoint { return .endpoint }
        if path == configuration { return .configuration }
        if path.hasPrefix(endpoint + "/") {
            let id = path.dropFirst(endpoint.count + 1)
            return isCallID(id) ? .session(String(id)) : .nothing
        }
        return JoinPage.parts[path].map { .page($0) } ?? .nothing
    }

    /// Whether a text is in the form of what tells calls apart: 128 bits in small hexadecimal digits.
    static func isCallID(_ text: Substring) -> Bool {
        text.utf8.count == 32 && text.allSatisfy { $0.isASCII && $0.isHexDigit && !$0.isUppercase }
    }

    /// One that nobody can guess.
    static func newCallID() -> DoorState.ID {
        (0..<16).map { _ in UInt8.random(in: 0...255) }.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Fields of every response: a page of ours runs nothing of others, and nobody keeps what is private.
    static let everyResponse: [HTTPResponse.Field] = [
        .init(name: "Cache-Control", value: "no-store"), .init(name: "X-Content-Type-Options", value: "nosniff"),
        .init(name: "Referrer-Policy", value: "no-referrer"), .init(name: "X-Frame-Options", value: "DENY"),
        .init(
            name: "Content-Security-Policy",
            value: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                + "media-src 'self' blob: mediastream:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
        .init(name: "Permissions-Policy", value: "camera=(self), microphone=(self)"),
    ]

    /// The answer that needs no body; nil for an offer that may come.
    ///
    /// - Parameters:
    ///   - links: fields that name servers, for those who show the token.
    ///   - isAdmitted: whether the right token is shown; nil when somebody has guessed too often.
    static func judge(
        _ head: HTTPHead, limit: Int, links: [HTTPResponse.Field] = [], isAdmitted: () -> Bool?
    ) -> HTTPResponse? {
        switch (place(head.path), head.method) {
        case (.page(let part), "GET"), (.page(let part), "HEAD"): return part.response
        case (.page, _): return notAllowed("GET, HEAD")
        case (.endpoint, "OPTIONS"):
            let response = HTTPResponse(204).with("Allow", "POST, OPTIONS").with("Accept-Post", "application/sdp")
            // They have passwords. Whoever can't add servers to an offer that is made asks for them here (RFC 9725, 4.6).
            return links.isEmpty || isAdmitted() != true ? response : response.with(links)
        case (.endpoint, "POST"):
            if let refused = admission(isAdmitted()) { return refused }
            guard head.isDescription else {
                return HTTPResponse(415, "A call is an offer of type application/sdp.").with(
                    "Accept-Post", "application/sdp")
            }
            if let length = head.contentLength, length > limit { return tooLarge(limit) }
            return nil
        case (.endpoint, _): return notAllowed("POST, OPTIONS")
        // It has passwords: only those who may call get it.
        case (.configuration, "GET"): return admission(isAdmitted())
        case (.configuration, _): return notAllowed("GET")
        // A second connection of the same call. Nothing is trickled (RFC 9725, 4.3).
        case (.session, "PATCH"):
            guard head.isDescription else { return HTTPResponse(501, "All addresses have to be in the offer.") }
            if let length = head.contentLength, length > limit { return tooLarge(limit) }
            return nil
        case (.session, "DELETE"): return nil
        case (.session, _): return notAllowed("DELETE, PATCH")
        case (.nothing, _): return HTTPResponse(404, "There is nothing here. Calls are posted to \(endpoint).")
        }
    }

    private static func admission(_ isAdmitted: Bool?) -> HTTPResponse? {
        switch isAdmitted {
        case true?: nil
        case false?:
            HTTPResponse(401, "The token is missing or wrong. It is shown where porthole answers.")
                .with("WWW-Authenticate", "Bearer realm=\"porthole\"")
        case nil:
            HTTPResponse(429, "Too many wrong tokens from your address. Wait a minute.").with("Retry-After", "60")
        }
    }

    /// The body is longer than anything that makes sense.
    static func tooLarge(_ limit: Int) -> HTTPResponse {
        HTTPResponse(413, "An offer of more than \(limit / 1024) KiB is none.")
    }

    /// Why a call is not taken. `Porthole-Reason` has it in one word.
    static func refusal(_ why: DoorState.Refusal) -> HTTPResponse {
        let response =
            switch why {
            case .declined: HTTPResponse(403, "The call was declined.")
            case .busy: HTTPResponse(503, "Busy: another call rings or runs.").with("Retry-After", "30")
            case .missed: HTTPResponse(504, "Nobody answered.")
            case .ending: HTTPResponse(503, "Nobody answers here any more.")
            }
        return response.with(reasonField, why.rawValue)
    }

    /// The field with the reason in one word.
    static let reasonField = "Porthole-Reason"
    /// The field with what the caller has chosen to tell the call from others: `/call/ID` leaves it, also before it was
    /// answered.
    static let callField = "Porthole-Call"

    private static func notAllowed(_ methods: String) -> HTTPResponse {
        HTTPResponse(405, "Only \(methods) make sense here.").with("Allow", methods)
    }

    /// What a caller calls themselves, made harmless: one line of at most 48 letters; nil when nothing is left.
    static func name(_ text: String?) -> String? {
        guard let text else { return nil }
        let safe = text.unicodeScalars.filter { scalar in
            if scalar.properties.isWhitespace { return true }
            return switch scalar.properties.generalCategory {
            // Also those that turn the direction of writing: a name must not look like other words.
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        // One letter may carry thousands of marks, and would be drawn all over what is around it.
        var marks = 0
        let sober = safe.prefix(256).filter { scalar in
            let isMark = [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
            marks = isMark ? marks + 1 : 0
            return marks <= 3
        }
        let words = String(String.UnicodeScalarView(sober)).split(whereSeparator: \.isWhitespace)
        let line = String(words.joined(separator: " ").prefix(48))
        return line.isEmpty ? nil : line
    }
}

extension HTTPHead {
    /// Its body is a session description.
    fileprivate var isDescription: Bool {
        contentType?.prefix { $0 != ";" }.lowercased().split(separator: " ").first == "application/sdp"
    }
}
