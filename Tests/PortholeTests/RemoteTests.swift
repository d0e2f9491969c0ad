import TestSupport
import Testing

@testable import porthole

/// A live as the desktop's keys and panels see it (MPRIS 2.2). Issue E, 9.
@Suite(.timeLimit(.minutes(5)), .serialized) struct RemoteTests {
    private func player(_ desk: Desk, _ method: String, _ words: String...) async throws -> String {
        let base = [
            "gdbus", "call", "--session", "--dest", "org.mpris.MediaPlayer2.porthole", "--object-path",
            "/org/mpris/MediaPlayer2", "--method", method,
        ]
        return try await Child.run(base + words, environment: desk.environment).output
    }

    private func property(_ desk: Desk, _ name: String) async throws -> String {
        try await player(desk, "org.freedesktop.DBus.Properties.Get", "org.mpris.MediaPlayer2.Player", name)
    }

    /// Asks until the answer has `words`, for as long as the test may take.
    private func wait(_ desk: Desk, _ name: String, for words: String) async throws {
        while try await !property(desk, name).contains(words) { try Task.checkCancellation() }
    }

    @Test("a film is paused, moved, played and ended by the desktop")
    func film() async throws {
        try await withFolder { folder in
            let clip = folder + "/A film.webm"
            try await makeClip(
                clip,
                [
                    "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=10:duration=60", "-c:v", "libvpx", "-deadline",
                    "realtime", "-cpu-used", "8",
                ])
            try await Desk.with { desk in
                try await desk.run(["watch", clip]) { porthole in
                    try await porthole.waitForFrames(of: "live", on: "stage")
                    try await wait(desk, "PlaybackStatus", for: "Playing")
                    try await wait(desk, "Metadata", for: "'mpris:length': <int64 60")
                    #expect(try await property(desk, "Metadata").contains("A film"))
                    _ = try await player(desk, "org.mpris.MediaPlayer2.Player.PlayPause")
                    try await wait(desk, "PlaybackStatus", for: "Paused")
                    #expect(try await desk.state().session("live").phase == "paused")
                    _ = try await player(desk, "org.mpris.MediaPlayer2.Player.Seek", "30000000")
                    try await wait(desk, "Position", for: "int64 3")
                    _ = try await player(desk, "org.mpris.MediaPlayer2.Player.Play")
                    try await wait(desk, "PlaybackStatus", for: "Playing")
                    _ = try await player(desk, "org.mpris.MediaPlayer2.Player.Stop")
                    try await porthole.wait(for: "live session.ended stop-watching")
                }
            }
        }
    }

    @Test("a call is nothing that the desktop plays") func call() async throws {
        try await Desk.with { desk in
            try await desk.run(["call", "test:clock?size=160x90"]) { porthole in
                try await porthole.waitForFrames(of: "call", on: "stage")
                #expect(try await property(desk, "PlaybackStatus").contains("ServiceUnknown"))
            }
        }
    }
}
