/// What the server refused, asynchronously (X11 protocol, section 4).
public struct XError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error; open, because extensions add their own.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The number in the protocol.
        public let rawValue: UInt8
        /// A kind by its number.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// A number outside the allowed range.
        public static let badValue = Code(rawValue: 2)
        /// The window does not exist (any more).
        public static let badWindow = Code(rawValue: 3)
        /// The arguments do not fit together.
        public static let badMatch = Code(rawValue: 8)
        /// The drawable does not exist (any more).
        public static let badDrawable = Code(rawValue: 9)
        /// The server may not touch what was named.
        public static let badAccess = Code(rawValue: 10)
        /// The server is out of memory.
        public static let badAlloc = Code(rawValue: 11)
    }

    /// What was wrong.
    public let code: Code
    /// The major opcode of the request.
    public let request: UInt8
    /// The minor opcode, for extensions.
    public let minor: UInt8
    /// The resource or value it was about.
    public let resource: UInt
    /// Which request of the connection it was.
    public let serial: UInt

    /// An error as the server reports it.
    public init(_ code: Code, request: UInt8, minor: UInt8 = 0, resource: UInt = 0, serial: UInt) {
        self.code = code
        self.request = request
        self.minor = minor
        self.resource = resource
        self.serial = serial
    }

    /// Names code, request and resource.
    public var description: String {
        "X error \(code.rawValue) for request \(request).\(minor) on 0x\(String(resource, radix: 16)) (serial \(serial))"
    }
}
