public import Geometry

/// How good a connection is: figures of the last second, as far as they are known.
public struct PeerQuality: Sendable, Hashable {
    /// There and back, in seconds.
    public var roundTrip: Double?
    /// The share of the packets of the last second that did not arrive here, from 0 to 1.
    public var loss: Double?
    /// Bits a second that came.
    public var receivedBitrate: Double?
    /// Bits a second that went.
    public var sentBitrate: Double?
    /// Bits a second of pictures that this side may send, by what the other side gets.
    public var allowedBitrate: Double?
    /// The share of the packets of pictures sent that the other side misses, from 0 to 1.
    public var missed: Double?
    /// How long missing packets are waited for, in seconds.
    public var waiting: Double?
    /// Pictures that came in the last second, per second.
    public var frameRate: Double?
    /// What the pictures that come are compressed with.
    public var codec: String?
    /// The size of the pictures that come, in pixels.
    public var size: Size?
    /// How often the picture stood still (`freezeCount` of webrtc-stats).
    public var freezeCount: Int?
    /// For how long in all, in seconds (`totalFreezesDuration`).
    public var freezesDuration: Double?
    /// For how long it stands still now, in seconds; nil while it moves.
    public var standing: Double?
    /// The loudest sample that came lately, from 0 to 1.
    public var soundLevel: Double?
    /// Seconds from the first step to both sides being there.
    public var connectedAfter: Double?
    /// Seconds from the first step to the first picture.
    public var firstFrameAfter: Double?

    /// Nothing is known.
    public init() {}
}
