import PortholeKit

/// Connects two ends with each other; `told` hears what happens on the side that was called.
func connectTwoPeers(showing picture: VideoTrack, in track: VideoTrack, told: @escaping @Sendable (PeerEvent) -> Void)
    async throws(PeerError) -> (WebRTCPeer, WebRTCPeer)
{
    // snippet: two-peers
    var options = PeerOptions.loopback
    options.video = picture
    let caller = WebRTCPeer(options: options, track: VideoTrack()) { _ in }
    let called = WebRTCPeer(options: .loopback, track: track) { event in told(event) }
    // However the two texts travel: over a pipe, by HTTP, by hand.
    let offer = try await caller.offer()
    let answer = try await called.answer(to: offer)
    try await caller.accept(answer)
    caller.setSending(microphone: false, camera: true)
    // end
    return (caller, called)
}
