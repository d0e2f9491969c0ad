import Calls
import Media

/// A transport that writes down what it is told.
@MainActor final class FakeTransport: CallTransport {
    var onEvent: (@MainActor (CallTransportEvent) -> Void)?
    var quality: PeerQuality?
    private(set) var log: [String] = []
    /// What the other side was told.
    var told: [String] { log.filter { $0.hasPrefix("tell ") } }

    nonisolated init() {}
    func connect() { log.append("connect") }
    func hangUp(_ reason: SessionEndReason) { log.append("tell \(reason.rawValue)") }
    func close() { log.append("close") }
    func setHeld(_ isHeld: Bool) { log.append(isHeld ? "hold" : "go on") }
    func setMicrophone(_ isOn: Bool) { log.append("microphone \(isOn)") }
    func setCamera(_ isOn: Bool) { log.append("camera \(isOn)") }
    var canShareScreen: Bool { true }
    func setScreen(_ share: ScreenShare?) { log.append("screen \(share?.title ?? "nothing")") }
    func finish() async {}
}
