/// Why memory can't be shared with the server.
public enum ImageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The server does not have the extension, or not in this version.
    case notOffered(ImageTransport)
    /// The server's bytes are in another order than ours.
    case byteOrder
    /// The system gave no memory.
    case noMemory(bytes: Int, errno: Int32)
    /// The server refused to attach it.
    case refused(ImageTransport, code: UInt8)
    /// The server attached something else under the same number: it lives in another IPC namespace.
    case foreignSegment

    /// What, why and the remedy, in one line.
    public var description: String {
        switch self {
        case .notOffered(let transport):
            "the server does not offer \(transport.rawValue): run it with the MIT-SHM extension for speed"
        case .byteOrder:
            "the server's byte order differs from this machine's: pictures go over the connection"
        case .noMemory(let bytes, let errno):
            "no \(bytes) bytes of shared memory (errno \(errno)): raise the memory limits"
        case .refused(let transport, let code):
            "the server refused \(transport.rawValue) (X error \(code)): it is on another machine or in a container"
        case .foreignSegment:
            "the server attached another program's memory: it lives in another IPC namespace"
        }
    }
}
