import Frames
import Views

/// The pictures of participants, each file read once. A file that can't be read counts as none. Main actor.
@MainActor final class AvatarStore {
    private var pictures: [String: Bitmap?] = [:]

    func person(_ participant: Participant) -> Person {
        Person(
            participant.shownName, picture: participant.avatarPath.flatMap(picture),
            isMuted: !participant.isMicrophoneOn,
            isSpeaking: participant.isSpeaking)
    }

    private func picture(_ path: String) -> Bitmap? {
        if let known = pictures[path] { return known }
        let picture = try? Bitmap.png(at: path)
        pictures[path] = .some(picture)
        return picture
    }
}
