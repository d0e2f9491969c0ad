import EventLoop
import Geometry

/// Another process that handed its command over and waits for its end. Any thread; nothing here waits.
///
/// Dropped before `done`, it tells the process that its command failed, so that nobody waits for ever.
public final class InstanceCaller: Sendable {
    private let attachment: Attachment
    private let core: InstanceCore

    /// One who called `Open`.
    init(_ attachment: Attachment, core: InstanceCore) {
        self.attachment = attachment
        self.core = core
    }

    deinit { done(1) }

    /// A line that the process prints on stdout.
    public func event(_ line: String) { send(.event(line)) }

    /// A line that the process prints on stderr.
    public func message(_ line: String) { send(.message(line)) }

    /// The command is over: the process leaves with this code. Only the first counts, and nothing comes after it.
    public func done(_ code: Int32) { send(.done(code)) }

    /// Calls `body` once when the process is gone or was interrupted: the command is to end as for an interrupt; soon,
    /// if that is so already. On the GLib thread or the caller's.
    public func onGone(_ body: @escaping @Sendable () -> Void) { attachment.onLeave(body) }

    private func send(_ signal: InstanceWire.Signal) {
        let (attachment, core) = (attachment, core)
        GLibThread.shared.perform { core.send(signal, to: attachment) }
    }
}

/// A caller by his token, and whether he has left. Any thread.
final class Attachment: Sendable {
    private struct State {
        var hasLeft = false
        var waiting: [@Sendable () -> Void] = []
    }
    private let state = Lock(State())
    /// Names the command to its caller.
    let token: UInt32
    /// His unique name.
    let caller: String

    /// One who is there.
    init(token: UInt32, caller: String) {
        self.token = token
        self.caller = caller
    }

    /// He is gone, or wants to go.
    func leave() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.hasLeft = true
            return state.waiting
        }
        for body in waiting { body() }
    }

    /// Calls `body` once he leaves, or now.
    func onLeave(_ body: @escaping @Sendable () -> Void) {
        let hasLeft = state.withLock { state in
            if !state.hasLeft { state.waiting.append(body) }
            return state.hasLeft
        }
        if hasLeft { body() }
    }
}
