import PortholeKit

/// A call in the room at an address; nil when it is the address of something else.
@MainActor func callRoom(_ text: String, camera: @escaping MediaPlayingFactory) throws -> CallSession? {
    // snippet: call-room
    guard let address = try ServerAddress.parse(text) else { return nil }
    let transport = try JanusTransport(
        address, name: "Ada",
        options: {
            var options = PeerOptions()
            options.sound = .devices(server: nil)
            return options
        }, makeCamera: camera)
    let call = CallSession(transport: transport)
    // end
    return call
}
