import Foundation
import Frames
import Geometry
import PictureInPicture
import Testing
import Views

@testable import Calls

/// Who is shown, and as what (spec L3).
@Suite struct ParticipantTests {
    static func participant(_ id: String, _ change: (inout Participant) -> Void = { _ in }) -> Participant {
        var participant = Participant(id: id, name: id)
        change(&participant)
        return participant
    }

    @Test("L3: pinned > screen share > active speaker > other remote > self")
    func priority() {
        let own = Participant(id: "self", name: "Me", isSelf: true)
        let other = Self.participant("other")
        let speaker = Self.participant("speaker") { $0.isSpeaking = true }
        let screen = Self.participant("screen") { $0.isSharingScreen = true }
        let pinned = Self.participant("pinned") { $0.isPinned = true }
        var all = [own, other, speaker, screen, pinned]
        for expected in ["pinned", "screen", "speaker", "other", "self"] {
            #expect(participantThatMatters(all)?.id == expected)
            #expect(participantThatMatters(all.reversed())?.id == expected)
            all.removeLast()
        }
        #expect(participantThatMatters([]) == nil)
    }

    @Test("L3: one's own screen and voice are no reason to be shown, being pinned is")
    func own() {
        var own = Participant(id: "self", name: "Me", isSelf: true)
        own.isSpeaking = true
        own.isSharingScreen = true
        let other = Self.participant("other")
        #expect(participantThatMatters([own, other])?.id == "other")
        own.isPinned = true
        #expect(participantThatMatters([own, other])?.id == "self")
    }

    @Test("L3: among equals the one who is shown stays")
    func stays() {
        let all = [Self.participant("a"), Self.participant("b")]
        #expect(participantThatMatters(all)?.id == "a")
        #expect(participantThatMatters(all, current: "b")?.id == "b")
        #expect(participantThatMatters(all, current: "gone")?.id == "a")
        let speaking = [Self.participant("a") { $0.isSpeaking = true }, Self.participant("b")]
        #expect(participantThatMatters(speaking, current: "b")?.id == "a")
    }

    @Test("L3: a picture that can't be read gives the initials, one that can is read once")
    @MainActor func pictures() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "porthole-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "ann.png").path
        try Bitmap(size: Size(8, 4), scale: 1) { $0.clear(Color(0xFF0000)) }.writePNG(to: path)
        let store = AvatarStore()
        let ann = Self.participant("Ann") { $0.avatarPath = path }
        let picture = store.person(ann).picture
        #expect(picture != nil && store.person(ann).picture === picture)
        let ben = Self.participant("Ben") { $0.avatarPath = "/nowhere.png" }
        #expect(store.person(ben).picture == nil && store.person(ben).initials == "B")
    }
}
