/// A player controller that can be presented, float, and be presented again (spec S14). Main actor.
@MainActor public protocol RestorablePlayer: AnyObject {
    /// What floats it.
    var pictureInPictureController: PictureInPictureController { get }
}
