import PortholeKit

/// An audio session that is active and touches no sound.
@MainActor final class AlwaysActiveAudio: AudioSessionActivation {
    let activity = Observed(true)

    func activateForPictureInPicture(_ isActive: Bool) throws(PictureInPictureError) {}
}
