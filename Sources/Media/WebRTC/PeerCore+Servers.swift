import CGStreamer
import Dispatch

// STUN and TURN servers of a peer.
extension PeerCore {
    /// Names the servers to `webrtcbin`. Before the first description. On the queue.
    func useServers() {
        guard let peer else { return }
        // It takes one STUN server: the first is the one that is meant.
        if let first = options.iceServers.first(where: { $0.kind == .stun }), let address = first.elementAddress {
            shim_set_string(peer, "stun-server", address)
        }
        for server in options.iceServers where server.kind == .turn {
            if let address = server.elementAddress { _ = shim_add_turn_server(peer, address) }
        }
        // `GST_WEBRTC_ICE_TRANSPORT_POLICY_RELAY`.
        if options.relayOnly { shim_set_int(peer, "ice-transport-policy", 1) }
        guard options.checksServers, !options.iceServers.isEmpty else { return }
        IceServerCheck.begin(options.iceServers) { [weak self] sentence in
            guard let self else { return }
            self.queue.async { self.tell(.warning(sentence)) }
        }
    }

    /// Why there is no address to give to the other side.
    var nowhere: PeerError {
        let what = "can't connect the call"
        guard options.relayOnly else {
            return PeerError(
                .noCandidates, what, why: "this machine has no address to be reached at",
                remedy: "check that its network is up")
        }
        guard options.iceServers.contains(where: { $0.kind == .turn }) else {
            return PeerError(
                .noCandidates, what, why: "everything is to go through a relay, and no turn: server is named",
                remedy: "name one, or do without --relay-only")
        }
        return PeerError(
            .noCandidates, what, why: "everything is to go through a relay, and none of the servers gives a way",
            remedy: "check address, user and password of the turn: server")
    }
}
