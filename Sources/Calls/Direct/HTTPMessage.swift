/// The head of a request (HTTP/1.1, RFC 9112), as far as calls need it: what is known before its body comes.
struct HTTPHead: Sendable, Hashable {
    /// In upper case, as it was sent.
    var method: String
    /// As it was sent, without the query.
    var path: String
    /// The field `name` of the query: what the caller calls themselves. Not to be trusted.
    var callerName: String?
    /// `Porthole-Call`: what the caller tells the call by. Not to be trusted.
    var callID: String?
    /// `Authorization`.
    var authorization: String?
    /// `Content-Type`, with its parameters.
    var contentType: String?
    /// `Content-Length`; nil when there is none that is a number.
    var contentLength: Int?
    /// The other end's address, without a port.
    var peer = ""
    /// The address of this machine at which it was reached.
    var local: String?
}

/// What is answered.
struct HTTPResponse: Sendable, Hashable {
    /// The code, such as 201.
    var status: Int
    /// Fields by their names, besides those that every response has.
    var fields: [Field] = []
    /// What comes behind them.
    var body: [UInt8] = []

    /// A field of the head.
    struct Field: Sendable, Hashable {
        var name: String
        var value: String
    }

    /// A response with bytes.
    init(_ status: Int, type: String, _ body: [UInt8]) {
        self.status = status
        self.body = body
        fields = [Field(name: "Content-Type", value: type)]
    }

    /// A response with a sentence for people.
    init(_ status: Int, _ sentence: String = "") {
        self.init(status, type: "text/plain; charset=utf-8", Array((sentence.isEmpty ? "" : sentence + "\n").utf8))
        if sentence.isEmpty { fields = [] }
    }

    /// The same with one more field.
    func with(_ name: String, _ value: String) -> HTTPResponse {
        var copy = self
        copy.fields.append(Field(name: name, value: value))
        return copy
    }

    /// The same with more fields.
    func with(_ fields: [Field]) -> HTTPResponse {
        var copy = self
        copy.fields += fields
        return copy
    }

    /// The value of a field.
    func field(_ name: String) -> String? { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
}
