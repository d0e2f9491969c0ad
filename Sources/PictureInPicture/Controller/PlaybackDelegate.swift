public import Geometry

/// Who plays what a live's mini window shows, and answers how it stands (spec S11). Main actor.
@MainActor public protocol PlaybackDelegate: AnyObject {
    /// The user wants it to play, or to pause.
    func pictureInPictureController(_ controller: PictureInPictureController, setPlaying isPlaying: Bool)
    /// What there is to play. Asked at the start and again after `invalidatePlaybackState()`.
    func pictureInPictureControllerTimeRangeForPlayback(_ controller: PictureInPictureController) -> PlaybackTimeRange
    /// Where it is, in seconds of the stream. Asked as the time range is.
    func pictureInPictureControllerPlaybackPosition(_ controller: PictureInPictureController) -> Double
    /// Whether it is paused. Asked as the time range is.
    func pictureInPictureControllerIsPlaybackPaused(_ controller: PictureInPictureController) -> Bool
    /// Goes `interval` seconds ahead, or back when negative; `completion` once when it is there.
    func pictureInPictureController(
        _ controller: PictureInPictureController, skipBy interval: Double,
        completion: @escaping @MainActor () -> Void)
    /// The window draws this many pixels now; zero after the stop.
    func pictureInPictureController(
        _ controller: PictureInPictureController, didTransitionToRenderSize renderSize: Size)
}

extension PlaybackDelegate {
    /// The beginning.
    public func pictureInPictureControllerPlaybackPosition(_ controller: PictureInPictureController) -> Double { 0 }
    /// Nothing.
    public func pictureInPictureController(
        _ controller: PictureInPictureController, didTransitionToRenderSize renderSize: Size
    ) {}
}
