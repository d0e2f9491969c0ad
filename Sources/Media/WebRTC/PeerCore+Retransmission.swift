import CGStreamer
import Dispatch
import Geometry

// Lost packets of pictures are sent again (RFC 4585, RFC 4588).
extension PeerCore {
    /// Lets lost packets of pictures be sent again. Before the first description.
    func askForLostPackets() {
        withTransceiver(of: "sink_0") { shim_set_bool($0, "do-nack", 1) }
    }

    /// Lends the transceiver of what is sent by a pad of the peer; nothing happens where there is none.
    func withTransceiver(of name: String, _ body: (gpointer) -> Void) {
        guard let peer, let pad = gst_element_get_static_pad(peer, name) else { return }
        defer { gst_object_unref(pad) }
        guard let transceiver = shim_get_object(pad, "transceiver") else { return }
        body(transceiver)
        g_object_unref(transceiver)
    }

    /// Has the buffers of pictures ask for what is missing.
    ///
    /// `webrtcbin` 1.22 lets the last stream of a bundle decide for all of them, which is the sound, where nothing is
    /// asked for. Whoever is told after it has the last word.
    func askInJitterBuffers() {
        guard let peer, let session = gst_bin_get_by_name(shim_bin(peer), "rtpbin") else { return }
        defer { gst_object_unref(session) }
        connect(
            session, "new-jitterbuffer",
            unsafeBitCast(
                { _, buffer, number, source, data in
                    guard let buffer, let core = WeakBox<PeerCore>.object(data) else { return }
                    let isSound = core.links.withLock { $0.soundSources.contains(source) }
                    shim_set_bool(buffer, "do-retransmission", isSound ? 0 : 1)
                    // The bin holds the session's lock here and takes its own before that one elsewhere, as when the latency
                    // is set: nothing may be asked of the bin now.
                    core.queue.async { [weak core] in core?.askAtOnce(in: number) }
                } as @convention(c) (gpointer?, gpointer?, guint, guint, gpointer?) -> Void, to: GCallback.self))
    }

    /// Lets the questions for lost packets of a session leave as soon as they are due. On the queue.
    ///
    /// A question may leave only so long after the one before as a report for everybody would take of the twentieth of the way
    /// that reports may have (RFC 4585, section 3.5.2): 0.2 s with little on the way, and the packet came too late. This many
    /// bytes a second make it some 20 ms; no more is sent by it.
    private func askAtOnce(in number: guint) {
        guard let peer, let bin = gst_bin_get_by_name(shim_bin(peer), "rtpbin") else { return }
        defer { gst_object_unref(bin) }
        guard let session = shim_internal_session(bin, number) else { return }
        shim_set_double(session, "rtcp-fraction", 32_000)
        g_object_unref(session)
    }
}
