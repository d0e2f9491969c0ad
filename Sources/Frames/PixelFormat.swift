/// How the planes of a frame are laid out. The names are GStreamer's and FourCC's.
public enum PixelFormat: Sendable, Hashable, CaseIterable {
    /// Three planes: Y, U, V; 8 bits; chroma halved both ways, rounded up.
    case i420
    /// Two planes: Y and interleaved UV; 8 bits; chroma halved both ways, rounded up.
    case nv12
    /// One plane of B, G, R and a byte without meaning, in this order in memory.
    case bgrx
    /// One plane of B, G, R, A in this order in memory, premultiplied; over a picture's background.
    case bgra
    /// As `i420` with 16-bit little-endian samples of which the lower 10 bits count.
    case i420p10
    /// As `nv12` with 16-bit little-endian samples of which the upper 10 bits count.
    case p010

    /// How many planes there are.
    public var planeCount: Int {
        switch self {
        case .i420, .i420p10: 3
        case .nv12, .p010: 2
        case .bgrx, .bgra: 1
        }
    }
}
