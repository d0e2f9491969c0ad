import CGStreamer
import Dispatch
import Glibc

// What `webrtcbin` and its data channel tell, on threads of theirs.
extension PeerCore {
    /// What the data channel is called.
    private static let label = "porthole"

    func connectSignals() {
        guard let peer else { return }
        connect(
            peer, "pad-added",
            unsafeBitCast(
                { _, pad, data in
                    guard let pad, let core = WeakBox<PeerCore>.object(data) else { return }
                    core.receive(pad)
                } as @convention(c) (gpointer?, UnsafeMutablePointer<GstPad>?, gpointer?) -> Void,
                to: GCallback.self))
        connect(
            peer, "notify::ice-gathering-state",
            unsafeBitCast(
                { _, _, data in
                    guard let core = WeakBox<PeerCore>.object(data) else { return }
                    core.queue.async { [weak core] in core?.checkGathering() }
                } as @convention(c) (gpointer?, gpointer?, gpointer?) -> Void, to: GCallback.self))
        connect(
            peer, "notify::connection-state",
            unsafeBitCast(
                { _, _, data in
                    guard let core = WeakBox<PeerCore>.object(data) else { return }
                    core.queue.async { [weak core] in core?.checkConnection() }
                } as @convention(c) (gpointer?, gpointer?, gpointer?) -> Void, to: GCallback.self))
        connect(
            peer, "on-data-channel",
            unsafeBitCast(
                { _, channel, data in
                    guard let channel, let core = WeakBox<PeerCore>.object(data) else { return }
                    g_object_ref(channel)
                    // At once: the first message may follow at once.
                    core.listen(to: channel)
                    let handle = Channel(pointer: channel)
                    core.queue.async { [weak core] in
                        guard let core else { return g_object_unref(handle.pointer) }
                        core.take(handle.pointer)
                    }
                } as @convention(c) (gpointer?, gpointer?, gpointer?) -> Void, to: GCallback.self))
    }

    /// Makes the channel of this side. Before the offer.
    func openChannel() {
        guard let peer, let channel = shim_create_data_channel(peer, Self.label) else { return }
        listen(to: channel)
        take(channel)
    }

    /// Takes a channel with its reference; a second one is none of ours.
    private func take(_ channel: gpointer) {
        guard self.channel == nil, peer != nil else { return g_object_unref(channel) }
        self.channel = channel
        checkChannel()
    }

    /// Any thread.
    private func listen(to channel: gpointer) {
        connect(
            channel, "on-open",
            unsafeBitCast(
                { _, data in
                    guard let core = WeakBox<PeerCore>.object(data) else { return }
                    core.queue.async { [weak core] in core?.checkChannel() }
                } as @convention(c) (gpointer?, gpointer?) -> Void, to: GCallback.self))
        connect(
            channel, "on-message-string",
            unsafeBitCast(
                { _, text, data in
                    guard let text, let core = WeakBox<PeerCore>.object(data),
                        strnlen(text, PeerMessage.limit + 1) <= PeerMessage.limit,
                        let message = PeerMessage(String(cString: text))
                    else { return }
                    core.queue.async { [weak core] in core?.hear(message) }
                } as @convention(c) (gpointer?, UnsafePointer<CChar>?, gpointer?) -> Void, to: GCallback.self))
    }

    /// `GST_WEBRTC_DATA_CHANNEL_STATE_OPEN`.
    private func checkChannel() {
        guard !isChannelOpen, let channel, shim_get_int(channel, "ready-state") == 2 else { return }
        channelDidOpen()
    }

    /// Sends a message, if the channel is open.
    func say(_ message: PeerMessage) {
        guard isChannelOpen, let channel, shim_get_int(channel, "ready-state") == 2 else { return }
        gst_webrtc_data_channel_send_string(channel, message.text)
    }

    /// `GstWebRTCPeerConnectionState`.
    func checkConnection() {
        guard let peer else { return }
        switch shim_get_int(peer, "connection-state") {
        case 1: take(.link(.connecting))
        case 2:
            activity.note()
            take(.link(.connected))
        case 3: take(.link(.disconnected))
        case 4: take(.link(.failed))
        default: break
        }
    }

    func connect(_ object: gpointer, _ signal: String, _ handler: GCallback) {
        g_signal_connect_data(
            object, signal, handler, WeakBox(self).retained(), releaseClosure, GConnectFlags(rawValue: 0))
    }
}

/// A data channel on its way to the queue.
private struct Channel: @unchecked Sendable {
    let pointer: gpointer
}
