import Foundation
import PortholeKit

// Calls over WebRTC, whoever they are with.
extension App {
    /// Calls the echo peer, presents and begins the call.
    func openEcho(options: SessionOptions, sink: any EventSink, console: Console) -> SessionScreen {
        let sound = sound(options)
        let transport = WebRTCTransport(
            name: "Echo", signalling: EchoPeerProcess(), options: peerOptions(["127.0.0.1"], options, sound),
            makeCamera: makeCamera(options))
        return open(transport, sound, as: freeName("call"), options: options, sink: sink, console: console)
    }

    /// Calls a porthole, or whatever speaks WHIP both ways, at an address; presents and begins the call.
    func openDirect(
        _ address: DirectAddress, options: SessionOptions, sink: any EventSink, console: Console
    ) -> SessionScreen {
        var address = address
        if let token = options.token { address.token = token }
        let sound = sound(options)
        let transport = WebRTCTransport(
            name: address.title, signalling: DirectSignalling(address, name: options.name ?? Self.userName),
            options: peerOptions(address.localAddresses, options, sound), makeCamera: makeCamera(options))
        return open(transport, sound, as: freeName("call"), options: options, sink: sink, console: console)
    }

    /// Answers a call that was accepted, presents and begins it.
    func openIncoming(
        _ call: IncomingCall, as name: String, options: SessionOptions, sink: any EventSink, console: Console
    ) -> SessionScreen {
        // Link-local addresses are good on one link only: all are offered then.
        let local = [call.localAddress].compactMap { $0 }.filter { !$0.contains("%") }
        let sound = sound(options)
        let transport = WebRTCTransport(
            name: call.title, answering: call, options: peerOptions(local, options, sound),
            makeCamera: makeCamera(options))
        return open(transport, sound, as: name, options: options, sink: sink, console: console, isIncoming: true)
    }

    private func open(
        _ transport: WebRTCTransport, _ sound: CallSound, as name: String, options: SessionOptions,
        sink: any EventSink, console: Console, isIncoming: Bool = false
    ) -> SessionScreen {
        let settings = SessionSettingsBuilder().enableSystemPictureInPicture(true)
            .setDisplayName(options.name ?? Self.userName).setTitle(options.title ?? transport.name)
            .startWithCamera(camera(options) != nil).build()
        let report = FailureReport()
        transport.onFailure = { report.note($0) }
        let screen = SessionScreen(
            name, .call(CallSession(transport: transport, settings: settings)), source: transport.name,
            options: options, sink: sink, console: console)
        screen.report = report
        screen.sound = sound
        screen.isIncoming = isIncoming
        add(screen)
        return screen
    }

    /// - Parameter addresses: the only ones of this machine's that are used; empty: all.
    func peerOptions(
        _ addresses: [String], _ options: SessionOptions, _ sound: CallSound
    ) -> @MainActor () -> PeerOptions {
        {
            // On this machine no network can be away: silence is told sooner.
            let isHere = !addresses.isEmpty && addresses.allSatisfy(ListenAddress.isLoopback)
            var peer = isHere ? PeerOptions.loopback : PeerOptions()
            peer.localAddresses = addresses
            peer.use(options.reach, relayOnly: options.relayOnly)
            // The call has taken the audio session by now.
            let hasSound = !options.isSilent && AudioSession.shared.route != .none
            peer.sound = hasSound ? .devices(server: nil) : .silence
            peer.callSound = sound
            return peer
        }
    }

    /// What takes this side's pictures, a SOURCE as for `watch`: what `--camera` names, PORTHOLE_CAMERA, what was chosen
    /// before while it is there, the first camera; nil when there is none.
    func camera(_ options: SessionOptions) -> String? {
        let cameras = CameraDevice.all()
        if let word = options.camera, let source = try? CameraChoice.source(word, among: cameras) { return source }
        if let named = ProcessInfo.processInfo.environment["PORTHOLE_CAMERA"], !named.isEmpty { return named }
        if let word = settings.value(.camera), let source = try? CameraChoice.source(word, among: cameras) {
            return source
        }
        return MediaSource.hasCamera ? "camera:" : nil
    }

    /// Makes the player of the camera that is chosen when it is turned on: one that was plugged in again is found.
    func makeCamera(_ options: SessionOptions) -> MediaPlayingFactory {
        { [weak self] track, onEvent in
            try Self.play(self?.camera(options) ?? "camera:", into: track, onEvent)
        }
    }

    /// The player of a camera.
    private static func play(
        _ camera: String, into track: VideoTrack, _ onEvent: @escaping @Sendable (MediaPlayingEvent) -> Void
    ) throws -> any MediaPlaying {
        try MediaPlayer(MediaSource(camera), options: .init(audio: false), track: track) { onEvent($0.asPlayed) }
    }

    /// `ctl camera NAME`: another camera from now on, in this call and in later ones.
    func useCamera(_ word: String, in screen: SessionScreen) -> ControlOutcome {
        guard case .call(let call) = screen.session else { return wrongKind(.camera, screen, "a call") }
        do throws(CameraChoice.Problem) {
            let source = try CameraChoice.source(word, among: CameraDevice.all())
            settings.set(.camera, word)
            screen.camera = source
            call.useCamera { try Self.play(source, into: $0, $1) }
            call.setCamera(true)
            return ControlOutcome()
        } catch {
            return ControlOutcome(code: .failed, text: error.description)
        }
    }
}
