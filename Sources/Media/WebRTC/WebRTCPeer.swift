import CGStreamer
import Dispatch
public import Frames

/// One end of a WebRTC connection: Opus and VP8 both ways, and a data channel for what the two programs tell each other.
///
/// One side calls `offer()`, the other `answer(to:)`, the first `accept(_:)`: all addresses are in the descriptions, so
/// each is sent once. Any thread; nothing blocks, and nothing of GStreamer's is to be seen.
public final class WebRTCPeer: Sendable {
    let core: PeerCore

    /// A peer that has not begun.
    ///
    /// - Parameters:
    ///   - track: is pushed to with the other side's pictures, on a media thread, and not after `close` has returned.
    ///   - onEvent: told what happens, in order, on a private queue. Nothing comes after a phase that ends it.
    public init(options: PeerOptions, track: VideoTrack, onEvent: @escaping @Sendable (PeerEvent) -> Void) {
        core = PeerCore(options: options, track: track, onEvent: onEvent)
    }

    deinit { core.close(reason: "") {} }

    /// Loads what calls need and makes this process's keys, which may take a second: the first call finds them made.
    public static func prepare() {
        GStreamer.start
        DispatchQueue(label: "porthole.webrtc.prepare").async {
            // It makes the certificate that all connections of a process share.
            if let element = gst_element_factory_make("dtlsdec", nil) {
                gst_object_ref_sink(element)
                gst_object_unref(element)
            }
            for name in ["webrtcbin", "nicesrc", "vp8enc", "opusenc", "srtpenc", "sctpenc"] {
                if let element = gst_element_factory_make(name, nil) {
                    gst_object_ref_sink(element)
                    gst_object_unref(element)
                }
            }
        }
    }

    /// Whether an offer can be answered at all, without answering it.
    ///
    /// - Throws: `PeerError` of kind `badDescription` or `nothingInCommon`.
    public static func check(offer: String) throws(PeerError) {
        _ = try SessionDescription(offer).payloads()
    }

    /// Uses such servers too, behind those of its options. Before it describes this side: later there is no use for them.
    public func add(_ servers: [IceServer]) {
        guard !servers.isEmpty else { return }
        core.queue.async { [core] in core.add(servers) }
    }

    /// Describes this side, for the other one to answer (SDP). Once.
    ///
    /// - Throws: `PeerError`, after at most the limit on gathering.
    public func offer() async throws(PeerError) -> String {
        try await ask { core, answer in core.makeOffer(answer) }
    }

    /// Describes this side in answer to an offer. Once.
    ///
    /// - Throws: `PeerError`; of kind `badDescription` or `nothingInCommon` when the offer is at fault.
    public func answer(to offer: String) async throws(PeerError) -> String {
        try await ask { core, answer in core.makeAnswer(to: offer, answer) }
    }

    /// Takes the other side's answer to the own offer. The connection comes about by itself then.
    ///
    /// - Throws: `PeerError`; of kind `badDescription` or `nothingInCommon` when the answer is at fault.
    public func accept(_ answer: String) async throws(PeerError) {
        _ = try await ask { core, done in core.accept(answer, done) }
    }

    /// Sends sound and pictures, or silence and none, and tells the other side so.
    ///
    /// - Parameters:
    ///   - screen: the pictures are those of a shared screen.
    ///   - isHolding: tells it too that this side has put the call on hold: it is to send nothing either.
    public func setSending(microphone: Bool, camera: Bool, screen: Bool = false, isHolding: Bool = false) {
        core.queue.async { [core] in
            core.setSending(microphone: microphone, camera: camera, screen: screen, isHolding: isHolding)
        }
    }

    /// Lets what comes be heard, or not.
    public func setPlaying(_ isPlaying: Bool) { core.sound.setPlaying(isPlaying) }

    /// How loud what comes is played, from 0 to 1.
    public func setVolume(_ volume: Double) { core.sound.setVolume(volume) }

    /// How good the connection is.
    public var quality: PeerQuality { core.meter.quality }

    /// Ends it and tells the other side why. When it returns, the threads are gone: after a tenth of a second, or in the
    /// moment of connecting, when the other side can't be told yet, after a second and a half at most.
    ///
    /// Safe at any time and as often as wanted.
    public func close(reason: String) async {
        await withCheckedContinuation { continuation in core.close(reason: reason) { continuation.resume() } }
    }

    private func ask(
        _ body: @escaping @Sendable (PeerCore, @escaping PeerCore.Answer) -> Void
    ) async throws(PeerError) -> String {
        let result = await withCheckedContinuation { continuation in
            core.queue.async { [core] in body(core) { continuation.resume(returning: $0) } }
        }
        return try result.get()
    }
}

/// What a peer tells.
public enum PeerEvent: Sendable, Hashable {
    /// It goes on, or is over.
    case phase(PeerState.Phase)
    /// The first picture was pushed to the track. Once.
    case firstFrame
    /// What the other side sends from now on; with `screen` the pictures are those of its screen.
    case otherSends(microphone: Bool, camera: Bool, screen: Bool = false)
    /// The other side has put the call on hold, or goes on with it.
    case otherHolds(Bool)
    /// Something is not as it should be, and the call goes on; in words.
    case warning(String)
}
