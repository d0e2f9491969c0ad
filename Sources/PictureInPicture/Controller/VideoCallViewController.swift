public import Frames
public import Geometry

/// What a call shows in its mini window (`AVPictureInPictureVideoCallViewController` of the model). Main actor.
@MainActor open class VideoCallViewController {
    /// The session's layer: the same that its stage and its tile host (spec B4).
    public let displayLayer: DisplayLayer
    /// The shape of the window until the first frame comes, in device pixels; only the ratio counts (spec S12).
    open var preferredContentSize: Size
    /// True when the call has an avatar to show while there is no video (spec L3).
    open var hasAvatar = true

    /// The content of a call.
    public init(displayLayer: DisplayLayer, preferredContentSize: Size = ContentSource.usualSize) {
        self.displayLayer = displayLayer
        self.preferredContentSize = preferredContentSize
    }
}
