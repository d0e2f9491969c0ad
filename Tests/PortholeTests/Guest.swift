import Foundation
import Geometry
import PortholeKit
import TestSupport

/// Somebody in a room, in this process: a moving scene and, if wanted, a tone.
@MainActor final class Guest {
    private let transport: JanusTransport
    private(set) var people: [String: Participant] = [:]
    private(set) var mostPeople = 0
    private(set) var events: [String] = []
    private var problem: String?

    init(_ address: String, name: String, sound: PeerSound = .silence, camera: Bool = true) throws {
        guard let parsed = try ServerAddress.parse(address) else { throw Child.Failure("no address: \(address)") }
        transport = try JanusTransport(
            parsed, name: name,
            options: {
                var options = PeerOptions()
                options.sound = sound
                options.videoBitrate = 300_000
                return options
            },
            makeCamera: { track, onEvent in
                try MediaPlayer(
                    MediaSource("test:counter?size=160x90&fps=10"), options: .init(audio: false), track: track
                ) { onEvent($0.asPlayed) }
            })
        transport.onEvent = { [weak self] in self?.take($0) }
        transport.setMicrophone(true)
        transport.setCamera(camera)
        transport.connect()
    }

    private func take(_ event: CallTransportEvent) {
        switch event {
        case .participant(let somebody):
            people[somebody.name] = somebody
            mostPeople = max(mostPeople, people.count)
        case .participantLeft(let id): people = people.filter { $0.value.id != id }
        case .connected: events.append("connected")
        case .interrupted: events.append("interrupted")
        case .remoteHangUp: events.append("remote-hang-up")
        case .failed(let words):
            events.append("failed")
            problem = words
        case .peerLost(let words):
            events.append("lost")
            problem = words
        case .warning(let words): events.append("warning: \(words)")
        case .screenLost(let words): events.append("screen lost: \(words)")
        case .declined, .ownPictures, .cameraLost, .held: break
        }
    }

    /// Waits until what it sees is as wanted.
    func sees(_ seconds: Double = 30, _ wanted: @MainActor ([String: Participant]) -> Bool) async -> Bool {
        for _ in 0..<Int(seconds * 20) {
            if wanted(people) { return true }
            try? await Task.sleep(for: .milliseconds(50))
        }
        return wanted(people)
    }

    /// Waits until something was told.
    func hears(_ event: String, within seconds: Double = 30) async -> Bool {
        for _ in 0..<Int(seconds * 20) where !events.contains(event) {
            try? await Task.sleep(for: .milliseconds(50))
        }
        return events.contains(event)
    }

    /// Waits until it has failed; nil when it has not.
    func problem(within seconds: Double) async -> String? {
        for _ in 0..<Int(seconds * 20) where problem == nil { try? await Task.sleep(for: .milliseconds(50)) }
        return problem
    }

    func setMicrophone(_ isOn: Bool) { transport.setMicrophone(isOn) }

    func setCamera(_ isOn: Bool) { transport.setCamera(isOn) }

    /// Shares a picture as its screen, or nothing.
    func share(_ source: String?) {
        transport.setScreen(
            source.map { source in
                ScreenShare(title: "a picture") { track, onEvent in
                    try MediaPlayer(MediaSource(source), options: .init(audio: false), track: track) {
                        onEvent($0.asPlayed)
                    }
                }
            })
    }

    func leave() async {
        transport.hangUp(.hangUp)
        await transport.finish()
    }
}
