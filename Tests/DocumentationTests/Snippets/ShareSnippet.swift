import PortholeKit

/// Shares a part of the screen in a call.
@MainActor func shareRegion(in call: CallSession) {
    // snippet: share-region
    let share = ScreenShare(title: "a part of my screen") { track, onEvent in
        let part = Rect(x: 0, y: 0, width: 640, height: 360)
        let source = MediaSource(screen: .region(part), rate: 15)
        return try MediaPlayer(source, options: .init(audio: false), track: track) { onEvent($0.asPlayed) }
    }
    call.shareScreen(share)
    // end
}
