import Foundation
import PortholeKit

// Calls and lives at servers between many.
extension App {
    /// Opens a session at such a server, presents and begins it.
    ///
    /// - Throws: that the server is for the other command.
    func open(
        _ command: SessionCommand, at address: ServerAddress, options: SessionOptions, sink: any EventSink,
        console: Console
    ) throws(OpenError) -> SessionScreen {
        try address.check(command)
        let report = FailureReport()
        let session: RunningSession
        let sound = sound(options)
        switch command {
        case .call: session = .call(try call(address, options, sound, report))
        case .watch: session = .live(live(address, options, report))
        }
        let screen = SessionScreen(
            freeName(command == .call ? "call" : "live"), session, source: address.title, options: options, sink: sink,
            console: console)
        screen.report = report
        if command == .call { screen.sound = sound }
        add(screen)
        return screen
    }

    private func call(
        _ address: ServerAddress, _ options: SessionOptions, _ sound: CallSound, _ report: FailureReport
    ) throws(OpenError) -> CallSession {
        var name = Self.userName
        if case .room(_, _, let given?) = address.kind { name = given }
        let settings = SessionSettingsBuilder().enableSystemPictureInPicture(true)
            .setDisplayName(name).setTitle(options.title ?? address.title)
            .startWithCamera(camera(options) != nil).build()
        let makeOptions = peerOptions([], options, sound)
        if case .whip = address.kind {
            let transport = WebRTCTransport(
                name: address.title,
                signalling: WHIPSignalling(
                    address.url, token: address.token, purpose: "can't send to \(address.host)"),
                options: {
                    var peer = makeOptions()
                    peer.direction = .send
                    peer.hasChannel = false
                    // Its reports are all that comes, every five seconds or so.
                    peer.limits.interruption = 8_000_000_000
                    peer.limits.loss = 12_000_000_000
                    return peer
                }, makeCamera: makeCamera(options))
            transport.onFailure = { report.note($0) }
            return CallSession(transport: transport, settings: settings)
        }
        do throws(MediaError) {
            let transport = try JanusTransport(
                address, name: name, options: makeOptions, makeCamera: makeCamera(options))
            transport.onFailure = { report.note($0) }
            return CallSession(transport: transport, settings: settings)
        } catch {
            throw OpenError(error)
        }
    }

    private func live(_ address: ServerAddress, _ options: SessionOptions, _ report: FailureReport) -> LiveSession {
        let settings = SessionSettingsBuilder().enableSystemPictureInPicture(true)
            .setDisplayName(Self.userName).setTitle(options.title ?? address.title).build()
        return LiveSession(settings: settings) { track, onEvent in
            let hasSound = !options.isSilent && AudioSession.shared.route != .none
            return try WebRTCPlayer(
                address, sound: hasSound ? .speaker(server: nil) : .silence, iceServers: options.reach,
                relayOnly: options.relayOnly, track: track,
                onFailure: { error in report.error.withLock { $0 = error } }, onEvent: onEvent)
        }
    }
}

extension FailureReport {
    /// Something has to be installed: exit code 69 rather than 1.
    nonisolated func note(_ failure: PeerError) {
        guard failure.code == .missingPlugin else { return }
        error.withLock { $0 = MediaError(.missingPlugin, failure.what, why: failure.why, remedy: failure.remedy) }
    }
}

nonisolated extension ServerAddress {
    /// The address of a server, with the token of the command line or the surroundings; nil when `text` is a source.
    static func read(_ text: String, _ token: String?) throws(OpenError) -> ServerAddress? {
        do throws(MediaError) {
            return try parse(text, token: token ?? ProcessInfo.processInfo.environment["PORTHOLE_TOKEN"])
        } catch {
            throw OpenError(error)
        }
    }

    /// - Throws: which command the server is for, when it is another one.
    func check(_ command: SessionCommand) throws(OpenError) {
        let isForCalls =
            switch kind {
            case .whip, .room: true
            case .whep, .stream: false
            }
        guard isForCalls != (command == .call) else { return }
        let right = isForCalls ? SessionCommand.call : .watch
        throw OpenError(
            MediaError(
                .usage, "can't \(command.rawValue) \(host)",
                why: "the address is one to \(right.rawValue)", remedy: "write porthole \(right.rawValue) \(text)"))
    }
}

extension SessionOrder {
    /// What is wrong with its words, before anything is opened.
    nonisolated func check(token: String?) throws(OpenError) {
        try SessionOptions.checkReach()
        guard let source else { return }
        if let address = try ServerAddress.read(source, token) { return try address.check(command) }
        if command == .call, DirectAddress.isMeant(source) {
            do throws(DirectAddress.Problem) {
                _ = try DirectAddress(source)
            } catch {
                throw OpenError(error.description, code: .usage)
            }
            return
        }
        do throws(MediaError) {
            _ = try MediaSource(source)
        } catch {
            throw OpenError(error)
        }
    }
}
