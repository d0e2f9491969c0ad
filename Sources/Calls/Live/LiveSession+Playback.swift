public import Geometry
public import PictureInPicture

// What the mini window asks and wants (spec S11).
extension LiveSession: PlaybackDelegate {
    /// Plays or pauses.
    public func pictureInPictureController(_ controller: PictureInPictureController, setPlaying isPlaying: Bool) {
        setPlaying(isPlaying)
    }

    /// From the beginning to the end; infinite for a broadcast.
    public func pictureInPictureControllerTimeRangeForPlayback(
        _ controller: PictureInPictureController
    ) -> PlaybackTimeRange { timeRange }

    /// Where it is.
    public func pictureInPictureControllerPlaybackPosition(_ controller: PictureInPictureController) -> Double {
        position
    }

    /// True while it is paused.
    public func pictureInPictureControllerIsPlaybackPaused(_ controller: PictureInPictureController) -> Bool {
        phase.value == .paused
    }

    /// Goes ahead or back, within what there is.
    public func pictureInPictureController(
        _ controller: PictureInPictureController, skipBy interval: Double,
        completion: @escaping @MainActor () -> Void
    ) {
        seek(to: position + interval)
        completion()
    }

    /// Notes how large the mini window is.
    public func pictureInPictureController(
        _ controller: PictureInPictureController, didTransitionToRenderSize renderSize: Size
    ) { self.renderSize.set(renderSize) }
}
