import Foundation
import PortholeKit

/// Why a session could not be opened: the source makes no sense, is not there, or wants something installed.
nonisolated struct OpenError: Error, CustomStringConvertible {
    /// What is wrong, why, and what to do.
    let description: String
    /// How a process that asked for it ends.
    let code: ExitCode

    /// The same of a source.
    init(_ error: MediaError) {
        description = error.description
        code = error.code == .usage ? .usage : error.needsInstallation ? .missing : .failed
    }
}

/// What kind of session a command asks for.
nonisolated enum SessionCommand: String, Sendable {
    /// A call, whose other side a source plays.
    case call
    /// A live.
    case watch
}

extension App {
    /// Opens a session of a source, presents and begins it.
    ///
    /// - Throws: what is wrong with the source, before anything is opened.
    @discardableResult func open(
        _ command: SessionCommand, _ text: String, options: SessionOptions, sink: any EventSink, console: Console
    ) throws(OpenError) -> SessionScreen {
        let source: MediaSource
        do throws(MediaError) {
            source = try MediaSource(text)
        } catch {
            throw OpenError(error)
        }
        let title = options.title ?? source.title
        let settings = SessionSettingsBuilder().enableSystemPictureInPicture(true)
            .setDisplayName(Self.userName).setTitle(title)
            // A source that plays the other side has nobody to send pictures to.
            .startWithCamera(false).build()
        let report = FailureReport()
        let makePlayer: MediaPlayingFactory = { [desktop] track, onEvent in
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
        switch command {
        case .call:
            session = .call(
                CallSession(
                    transport: MediaCallTransport(name: source.title, makePlayer: makePlayer), settings: settings))
        case .watch: session = .live(LiveSession(settings: settings, makePlayer: makePlayer))
        }
        let screen = SessionScreen(
            freeName(command == .call ? "call" : "live"), session, source: source.title, options: options, sink: sink,
            console: console)
        screen.report = report
        add(screen)
        return screen
    }

    private static var userName: String {
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
    var failureWords: String? { report?.error.withLock { $0 }?.description }
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
