import CGStreamer
import Dispatch
import Geometry

// Offer and answer (JSEP, RFC 8829). GStreamer answers by promises, on its own threads; their replies are copied before
// they go.
extension PeerCore {
    /// The numbers of formats in our own offers.
    ///
    /// Not 97 for sound: `webrtcbin` takes the lowest free number for what it sends again, and does not see one as taken
    /// before its stream has begun. Sound would then pass for lost pictures.
    private static let payloads = (video: 96, audio: 111)

    /// `GstWebRTCSDPType`.
    private enum Kind: Int32 {
        case offer = 1
        case answer = 3
    }

    /// Makes an offer with all addresses in it. On the queue.
    func makeOffer(_ done: @escaping Answer) {
        guard begin(done) else { return }
        isOffering = true
        do throws(PeerError) {
            if options.direction == .receive { try buildReceiver(isOffering: true) } else { try build(Self.payloads) }
        } catch {
            return fail(error)
        }
        guard let peer else { return }
        if options.hasChannel { openChannel() }
        shim_create_description(
            peer, "create-offer", promise { core, reply in core.setLocal(reply, "offer") })
    }

    /// Answers an offer. On the queue.
    func makeAnswer(to offer: String, _ done: @escaping Answer) {
        guard begin(done) else { return }
        do throws(PeerError) {
            let text = options.direction == .receive ? SessionDescription.withoutFIR(offer) : offer
            let description = try SessionDescription(text).bundled()
            if options.direction == .receive {
                try description.check(.receive)
                try buildReceiver(isOffering: false)
            } else {
                try build(try description.payloads())
            }
            try setRemote(description, .offer) { [weak self] in
                guard let self, let peer = self.peer else { return }
                shim_create_description(
                    peer, "create-answer", self.promise { core, reply in core.setLocal(reply, "answer") })
            }
        } catch {
            fail(error)
        }
    }

    /// Takes the answer to our offer. On the queue.
    func accept(_ answer: String, _ done: @escaping Answer) {
        guard peer != nil, !state.isOver, wait(done) else { return done(.failure(.closed)) }
        do throws(PeerError) {
            let description = try SessionDescription(answer)
            try description.check(options.direction)
            try setRemote(description, .answer) { [weak self] in self?.acceptDone() }
        } catch {
            fail(error)
        }
    }

    /// The description of this side as it is now, with the addresses that are known.
    func localDescription() -> String? {
        guard let peer, let description = shim_get_description(peer, "local-description") else { return nil }
        defer { gst_webrtc_session_description_free(description) }
        guard let text = gst_sdp_message_as_text(description.pointee.sdp) else { return nil }
        defer { g_free(text) }
        let whole = String(cString: text)
        return options.relayOnly ? SessionDescription.relayedOnly(whole) : whole
    }

    private func setRemote(
        _ description: SessionDescription, _ kind: Kind, _ then: @escaping @Sendable () -> Void
    ) throws(PeerError) {
        guard let peer else { throw .closed }
        var message: UnsafeMutablePointer<GstSDPMessage>?
        gst_sdp_message_new(&message)
        guard let message else { preconditionFailure("out of memory") }
        links.withLock { $0.soundSources = description.soundSources }
        let text = description.text
        let result = text.withCString { bytes in
            gst_sdp_message_parse_buffer(
                UnsafeRawPointer(bytes).assumingMemoryBound(to: guint8.self), guint(text.utf8.count), message)
        }
        guard result == GST_SDP_OK, Int(gst_sdp_message_medias_len(message)) == description.media.count else {
            gst_sdp_message_free(message)
            throw .badDescription("can't be read")
        }
        // It owns the message from here on.
        let remote = gst_webrtc_session_description_new(kind.rawValue, message)
        shim_set_description(
            peer, "set-remote-description", remote,
            promise { core, reply in
                if let why = Self.problem(reply) {
                    return core.later { $0.fail(.badDescription("is refused: \(why)")) }
                }
                core.later { _ in then() }
            })
        gst_webrtc_session_description_free(remote)
    }

    /// On a thread of GStreamer's.
    private func setLocal(_ reply: UnsafePointer<GstStructure>?, _ name: String) {
        guard let reply, let description = shim_reply_description(reply, name) else {
            let why = Self.problem(reply) ?? "no reason is given"
            return later { $0.fail(.failed("no \(name) can be made (\(why))")) }
        }
        let handle = Handle(pointer: description)
        queue.async { [weak self] in
            defer { gst_webrtc_session_description_free(handle.pointer) }
            guard let self, let peer = self.peer else { return }
            self.take(.searching)
            shim_set_description(
                peer, "set-local-description", handle.pointer,
                self.promise { core, reply in
                    guard let why = Self.problem(reply) else { return core.later { $0.checkGathering() } }
                    core.later { $0.fail(.failed("the own \(name) is refused (\(why))")) }
                })
        }
    }

    /// `GST_WEBRTC_ICE_GATHERING_STATE_COMPLETE`.
    func checkGathering() {
        guard let peer, shim_get_int(peer, "ice-gathering-state") == 2 else { return }
        take(.gathered)
    }

    private func later(_ body: @escaping @Sendable (PeerCore) -> Void) {
        queue.async { [weak self] in
            if let self { body(self) }
        }
    }

    private static func problem(_ reply: UnsafePointer<GstStructure>?) -> String? {
        guard let reply, let error = shim_reply_error(reply) else { return nil }
        defer { g_error_free(error) }
        return error.pointee.message.map { String(cString: $0) } ?? "no reason is given"
    }

    /// A promise that calls `body` with its reply, which is gone afterwards, on a thread of GStreamer's.
    func promise(
        _ body: @escaping @Sendable (PeerCore, UnsafePointer<GstStructure>?) -> Void
    ) -> UnsafeMutablePointer<GstPromise>? {
        let box = PromiseBox(self, body)
        return gst_promise_new_with_change_func(
            { promise, data in
                guard let promise, let data else { return }
                // A promise that expires was never answered: the peer is being taken apart.
                if gst_promise_wait(promise) == GST_PROMISE_RESULT_REPLIED {
                    let box = Unmanaged<PromiseBox>.fromOpaque(data).takeUnretainedValue()
                    if let core = box.core { box.body(core, gst_promise_get_reply(promise)) }
                }
                gst_promise_unref(promise)
            }, Unmanaged.passRetained(box).toOpaque(), releaseBox)
    }
}

private final class PromiseBox: @unchecked Sendable {
    weak var core: PeerCore?
    let body: @Sendable (PeerCore, UnsafePointer<GstStructure>?) -> Void

    init(_ core: PeerCore, _ body: @escaping @Sendable (PeerCore, UnsafePointer<GstStructure>?) -> Void) {
        self.core = core
        self.body = body
    }
}
