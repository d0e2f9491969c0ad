import Calls
import PictureInPicture
import Testing

/// The audio session (spec S9, S10).
@MainActor @Suite struct AudioSessionTests {
    let server = FakeSoundServer()
    let session: AudioSession

    init() { session = AudioSession(soundServer: server) }

    @Test("S10: combinations without sense are refused, and nothing changes")
    func senseless() throws {
        try session.setCategory(.playAndRecord, mode: .videoChat)
        let before = session.configuration
        #expect(throws: AudioSessionError.videoChatNeedsRecording) {
            try session.setCategory(.playback, mode: .videoChat)
        }
        #expect(throws: AudioSessionError.speakerNeedsRecording) {
            try session.setCategory(.playback, mode: .moviePlayback, options: .defaultToSpeaker)
        }
        #expect(throws: AudioSessionError.movieNeedsPlayback) {
            try session.setCategory(.playAndRecord, mode: .moviePlayback)
        }
        #expect(session.configuration == before)
        try session.setCategory(.playback, mode: .moviePlayback, options: .allowBluetooth)
    }

    @Test("S10: recording opens the microphone, video chat cancels echo, movies have no voice processing")
    func meaning() {
        #expect(AudioConfiguration.calling.opensMicrophone && AudioConfiguration.calling.cancelsEcho)
        #expect(!AudioConfiguration.watching.opensMicrophone && !AudioConfiguration.watching.cancelsEcho)
    }

    @Test("S10: default-to-speaker takes the speaker; without allow-Bluetooth headsets are skipped")
    func profiles() throws {
        let speaker = AudioProfile(id: "speaker", port: .speaker, hasMicrophone: true)
        let phones = AudioProfile(id: "phones", port: .headphones, isDefault: true)
        let headset = AudioProfile(id: "headset", port: .headset, hasMicrophone: true)
        let all = [phones, speaker, headset]
        let plain = try AudioConfiguration(.playAndRecord, mode: .videoChat)
        let loud = try AudioConfiguration(.playAndRecord, mode: .videoChat, options: .defaultToSpeaker)
        let radio = try AudioConfiguration(.playAndRecord, mode: .videoChat, options: .allowBluetooth)
        #expect(plain.profile(from: all)?.id == "phones")
        #expect(loud.profile(from: all)?.id == "speaker")
        #expect(radio.profile(from: all)?.id == "headset")
        #expect(plain.profile(from: [headset]) == nil)
        #expect(radio.profile(from: [headset])?.id == "headset")
        #expect(AudioConfiguration.watching.profile(from: all)?.id == "phones")
        #expect(AudioConfiguration.calling.profile(from: [speaker, phones])?.id == "speaker")
        #expect(plain.profile(from: []) == nil)
        let equal = [AudioProfile(id: "a", port: .other), AudioProfile(id: "b", port: .other)]
        #expect(plain.profile(from: equal)?.id == "a")
    }

    @Test("S10: active and inactive, told once each, with the server set up accordingly")
    func activation() throws {
        var told: [Bool] = []
        let token = session.activity.observe { told.append($0) }
        try session.setActive(true)
        try session.setActive(true)
        try session.setCategory(.playAndRecord, mode: .videoChat)
        try session.setActive(false)
        try session.setActive(false)
        #expect(told == [true, false])
        #expect(server.opened.map(\.category) == [.playback, .playAndRecord] && server.closings == 1)
        #expect(session.route == .none)
        token.cancel()
    }

    @Test("S9: without a sound server it is active all the same, with the route none and a warning")
    func noServer() throws {
        var warnings: [String] = []
        session.log = { warnings.append($0) }
        server.failure = .noServer("connection refused")
        try session.setActive(true)
        #expect(session.isActive && session.route == .none && warnings.count == 1)
        let silent = AudioSession()
        silent.log = { warnings.append($0) }
        try silent.setActive(true)
        #expect(silent.isActive && warnings.count == 2)
    }

    @Test("a server that refuses leaves it inactive, with the reason")
    func refused() {
        server.failure = .refused("device busy")
        #expect(throws: AudioSessionError.refused("device busy")) { try session.setActive(true) }
        #expect(!session.isActive)
        #expect(throws: PictureInPictureError.self) { try session.activateForPictureInPicture(true) }
    }

    @Test("S10: sharedInstance is an alias")
    func alias() { #expect(AudioSession.sharedInstance() === AudioSession.shared) }

    @Test(
        "B5: the desktop is kept awake while something plays and the audio session is active",
        arguments: [(true, true, true), (true, false, false), (false, true, false), (false, false, false)])
    func idle(_ plays: Bool, _ active: Bool, _ needed: Bool) {
        #expect(IdleInhibition.isNeeded(isPlaying: plays, isAudioSessionActive: active) == needed)
        let sessions = [IdleInhibition.Session(isPlaying: false), .init(isPlaying: plays)]
        #expect(IdleInhibition.isNeeded(sessions, isAudioSessionActive: active) == needed)
        #expect(!IdleInhibition.isNeeded([], isAudioSessionActive: active))
    }
}
