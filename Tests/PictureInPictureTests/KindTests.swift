import PictureInPicture
import Testing

@Suite struct KindTests {
    @Test(
        "B3: the kind alone says what close means",
        arguments: [
            (SessionKind.call, CloseMeaning.hangUp, "Hang up", true),
            (.live, .stopWatching, "Stop watching", true),
            (.view(3), .stopFloating, "Stop floating", false),
        ])
    func closeMeaning(_ kind: SessionKind, _ meaning: CloseMeaning, _ name: String, _ ends: Bool) {
        #expect(kind.closeMeaning == meaning)
        #expect(kind.closeMeaning.accessibleName == name)
        #expect(kind.closeMeaning.endsSession == ends)
    }
}
