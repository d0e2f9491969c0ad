/// The audio session as picture in picture needs it (spec S9). `AudioSession` in `Calls` conforms to it. Main actor.
@MainActor public protocol AudioSessionActivation: AnyObject {
    /// True while it is active.
    var activity: Observed<Bool> { get }
    /// Makes it active, or gives it up.
    ///
    /// - Throws: `.audioSessionFailed` with the reason in words.
    func activateForPictureInPicture(_ isActive: Bool) throws(PictureInPictureError)
}
