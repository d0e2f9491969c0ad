/// Who is told that the tile is full size again (spec C6). Main actor.
@MainActor public protocol PiPViewCoordinatorDelegate: AnyObject {
    /// The full size *was* restored. A notification, not a request: `disablePictureInPictureLayout()` belongs here.
    func exitPictureInPicture()
}

/// Told once how an animation went: false when something else took its place.
public typealias AnimationCompletion = @MainActor (Bool) -> Void
