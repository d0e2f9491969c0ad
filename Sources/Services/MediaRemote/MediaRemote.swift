import EventLoop
public import Foundation

/// Lets the desktop control what plays: its panels, the keyboard's keys, headsets (MPRIS 2.2). Any thread.
///
/// On the session bus only while there is something; as `org.mpris.MediaPlayer2.porthole`, or with `.instancePID` behind it
/// when another program has that name. Without a bus nothing happens, and that is said once.
public final class MediaRemote: Sendable {
    private let core: MediaRemoteCore

    /// A remote of nothing: no bus is asked before something plays.
    ///
    /// - Parameters:
    ///   - environment: names the session bus.
    ///   - log: told once, in words, that there is no bus.
    ///   - onCommand: told what is wanted, on a thread of GLib's: it hops before it does anything.
    public init(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        log: @escaping @Sendable (String) -> Void = { _ in },
        onCommand: @escaping @Sendable (MediaRemoteCommand) -> Void
    ) {
        core = MediaRemoteCore(environment, onCommand, log)
    }

    deinit {
        let core = core
        GLibThread.shared.perform { core.set(nil) }
    }

    /// Tells what plays, or that nothing does any more. Told again it is no news.
    public func set(_ state: MediaRemoteState?) {
        GLibThread.shared.perform { [core] in core.set(state) }
    }
}
