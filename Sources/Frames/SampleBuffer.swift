/// A video frame in its place in time: what a display layer takes (`CMSampleBuffer` of the model).
public struct SampleBuffer: Sendable {
    /// The picture.
    public let frame: VideoFrame
    /// When it is due, in nanoseconds of the stream.
    public let presentationTime: Int64
    /// How long it stays, in nanoseconds; nil when not known.
    public let duration: Int64?
    /// The layer's own count, from 1, without gaps: a host that sees a gap has dropped that many.
    public let sequence: UInt64
    /// When the layer took it, by `HostTime`.
    public let hostTime: UInt64
}
