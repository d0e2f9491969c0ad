import EventLoop

/// Shows desktop notifications, one at a time, where there is a session bus with somebody who shows them
/// (`org.freedesktop.Notifications`); elsewhere it does nothing. Nothing here blocks or fails. Any thread.
public final class Notifier: Sendable {
    private let core: NotifierCore

    /// A notifier that connects to nothing before it has to.
    ///
    /// - Parameters:
    ///   - environment: where the bus is.
    ///   - log: told once why nothing is shown, on the GLib thread.
    public init(environment: [String: String], log: @escaping @Sendable (String) -> Void = { _ in }) {
        core = NotifierCore(environment: environment, log: log)
    }

    deinit { GLibThread.shared.perform { [core] in core.stop() } }

    /// Shows one in place of the one before.
    ///
    /// - Parameter onAction: told the key of what was chosen, on the GLib thread.
    public func show(_ notification: DesktopNotification, onAction: @escaping @Sendable (String) -> Void = { _ in }) {
        GLibThread.shared.perform { [core] in core.show(notification, onAction) }
    }

    /// Takes back what is shown.
    public func close() { GLibThread.shared.perform { [core] in core.close() } }

    /// Takes back what is shown, and returns when the desktop has done so, or does not answer: a second at most, or as
    /// long as it takes to show what was asked for just before. For a program that is about to end.
    public func finish() async {
        await withCheckedContinuation { continuation in
            GLibThread.shared.perform { [core] in core.close { continuation.resume() } }
        }
    }
}
