import Foundation
import PortholeKit

/// Why a session could not be opened: the source makes no sense, is not there, or wants something installed.
nonisolated struct OpenError: Error, CustomStringConvertible {
    /// What is wrong, why, and what to do.
    let description: String
    /// How a process that asked for it ends.
    let code: ExitCode

    /// A failure in one line.
    init(_ description: String, code: ExitCode = .failed) {
        self.description = description
        self.code = code
    }

    /// The same of a source.
    init(_ error: MediaError) {
        description = error.description
        code = error.code == .usage ? .usage : error.needsInstallation ? .missing : .failed
    }
}

/// What kind of session a command asks for.
nonisolated enum SessionCommand: String, Sendable {
    /// A call to an address, or one whose other side a source plays.
    case call
    /// A live.
    case watch
}

extension App {
    /// Opens a session of a source, or a call to an address or to the echo peer, presents and begins it.
    ///
    /// - Throws: what is wrong with the source, before anything is opened.
    @discardableResult func open(
        _ command: SessionCommand, _ text: String?, options: SessionOptions, sink: any EventSink, console: Console
    ) throws(OpenError) -> SessionScreen {
        try checkShare(command, options)
        try checkCamera(options)
        try checkSound(options)
        guard let text else { return openEcho(options: options, sink: sink, console: console) }
        if let address = try ServerAddress.read(text, options.token) {
            return try open(command, at: address, options: options, sink: sink, console: console)
        }
        if command == .call, DirectAddress.isMeant(text) {
            do throws(DirectAddress.Problem) {
                return openDirect(try DirectAddress(text), options: options, sink: sink, console: console)
            } catch {
                throw OpenError(error.description, code: .usage)
            }
        }
        let source: MediaSource
        do throws(MediaError) {
            source = try MediaSource(text)
        } catch {
            throw OpenError(error)
        }
        let title = options.title ?? source.title
        let settings = SessionSettingsBuilder().enableSystemPictureInPicture(true)
            .setDisplayName(options.name ?? Self.userName).setTitle(title)
            // A source that plays the other side has nobody to send pictures to.
            .startWithCamera(false).build()
        let report = FailureReport()
        let capture = try capture(source)
        let makePlayer: MediaPlayingFactory = { [desktop] track, onEvent in
            if let capture { return capture.play(into: track, onEvent) }
            var playing = MediaPlayer.Options()
            playing.audio = !options.isSilent
            playing.display = desktop.display
            do throws(MediaError) {
                return try MediaPlayer(source, options: playing, track: track) { event in
                    if case .failed(let error) = event { report.error.withLock { $0 = error } }
                    onEvent(event.asPlayed)
                }
            } catch {
                report.error.withLock { $0 = error }
                throw error
            }
        }
        let session: RunningSession
        var scripted: MediaCallTransport?
        switch command {
        case .call:
            let transport = MediaCallTransport(name: source.title, makePlayer: makePlayer)
            scripted = transport
            session = .call(CallSession(transport: transport, settings: settings))
        case .watch: session = .live(LiveSession(settings: settings, makePlayer: makePlayer))
        }
        let screen = SessionScreen(
            freeName(command == .call ? "call" : "live"), session, source: source.title, options: options, sink: sink,
            console: console)
        screen.report = report
        screen.scripted = scripted
        add(screen)
        return screen
    }

    /// - Throws: which cameras there are, when the one that was named is none of them.
    func checkCamera(_ options: SessionOptions) throws(OpenError) {
        guard let word = options.camera else { return }
        do throws(CameraChoice.Problem) {
            _ = try CameraChoice.source(word, among: CameraDevice.all())
        } catch {
            throw OpenError(error.description)
        }
    }

    /// - Throws: why what is to be shared can't be, before anything is opened.
    func checkShare(_ command: SessionCommand, _ options: SessionOptions) throws(OpenError) {
        guard command == .call, let target = options.share else { return }
        do throws(ScreenShareError) {
            try share.check(target)
        } catch {
            throw OpenError(error.description)
        }
    }

    static var userName: String {
        let name = NSFullUserName()
        return name.isEmpty ? NSUserName() : name
    }
}

/// Keeps why a player failed, from any thread, for whoever has to say it.
nonisolated final class FailureReport: Sendable {
    let error = Lock<MediaError?>(nil)
}

extension SessionScreen {
    /// How the process that asked for the session ends.
    var exitCode: ExitCode {
        guard let reason = endReason else { return .done }
        if report?.error.withLock({ $0 })?.needsInstallation == true { return .missing }
        return reason.isFailure ? .failed : .done
    }

    /// Why it failed, in words; nil when nobody said.
    var failureWords: String? {
        if let error = report?.error.withLock({ $0 }) { return error.description }
        guard case .call(let call) = session else { return nil }
        return call.problem
    }
}

extension MediaError {
    /// Something has to be installed first: exit code 69.
    nonisolated var needsInstallation: Bool { code == .missingPlugin || code == .noDecoder }
}

extension PictureInPictureError {
    /// It stays as it is for as long as the program runs: nothing is to be waited for.
    nonisolated var isLasting: Bool {
        switch self {
        case .unsupported, .systemPictureInPictureDisabled, .backgroundModeMissing: true
        default: false
        }
    }
}
