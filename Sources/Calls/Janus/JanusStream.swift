import Geometry
import Media

/// A stream of Janus's Streaming plugin: the server makes the offer.
final class JanusStream: StreamSignalling {
    private let stream: JanusID
    private let pin: String?
    private let server: JanusServer
    private let over: Over

    /// Told once.
    private final class Over: Sendable {
        let onOver = Lock<(@Sendable (String?) -> Void)?>(nil)
        let silence = Lock<Task<Void, Never>?>(nil)

        func tell(_ why: String?) {
            let told = onOver.withLock { $0.take() }
            told?(why)
        }
    }
    /// Seconds of silence after which the server counts as lost.
    private static let patience = 4.0

    init(_ address: ServerAddress, _ stream: JanusID, pin: String?) {
        self.stream = stream
        self.pin = pin
        let over = Over()
        self.over = over
        server = JanusServer(address, purpose: "can't watch the stream \(stream) of \(address.host)") { event in
            switch event {
            case .plugin(_, let message) where message.status == "stopped": over.tell(nil)
            case .plugin: break
            case .hangUp(_, let why): over.tell("the server ended the connection (\(why))")
            case .over(let why): over.tell(why)
            case .silent(let why):
                let task = Task {
                    try? await Task.sleep(for: .seconds(Self.patience))
                    if !Task.isCancelled { over.tell(why) }
                }
                over.silence.withLock { $0 = task }
            case .heard: over.silence.withLock { $0.take() }?.cancel()
            }
        }
    }

    var onOver: (@Sendable (String?) -> Void)? {
        get { over.onOver.withLock { $0 } }
        set { over.onOver.withLock { $0 = newValue } }
    }

    func connect(_ peer: WebRTCPeer) async throws {
        try await server.open()
        let handle = try await server.attach("janus.plugin.streaming")
        var watch = RoomRequest("watch")
        watch.id = stream
        watch.pin = pin
        let offer = try await server.ask(handle, watch)
        guard let jsep = offer.jsep, jsep.type == "offer" else {
            throw server.problem(.server, "the server offers nothing", "check that the stream is on")
        }
        let answer = try await peer.answer(to: jsep.sdp)
        _ = try await server.ask(handle, RoomRequest("start"), JanusDescription(type: "answer", sdp: answer))
    }

    func close() {
        onOver = nil
        over.silence.withLock { $0.take() }?.cancel()
        server.close()
    }

    func finish() async { await server.finish() }
}
