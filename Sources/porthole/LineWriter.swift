import Dispatch
import PortholeKit
import Glibc

/// Writes lines to a file descriptor in the order they come, each with one write(2), without ever making the caller
/// wait for the reader.
///
/// SIGPIPE is ignored from the first writer on, in the whole process: a reader that goes away is found by EPIPE.
nonisolated final class LineWriter: Sendable {
    private struct State {
        var waiting = 0
        var isClosed = false
    }

    /// From so many waiting lines on, expendable ones are left out; at four times as many, all are.
    static let backlog = 256

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "porthole.lines")
    private let state = Lock(State())
    private let onClosed: @Sendable () -> Void

    /// A writer on an open descriptor, which it does not close.
    ///
    /// - Parameter onClosed: called once, on the writer's queue, when the reader has gone away.
    init(to descriptor: Int32, onClosed: @escaping @Sendable () -> Void = {}) {
        signal(SIGPIPE, SIG_IGN)
        self.descriptor = descriptor
        self.onClosed = onClosed
    }

    /// Writes `line` and a line break. Any thread; never waits.
    ///
    /// - Parameter isExpendable: it may be left out when the reader has fallen far behind.
    func write(_ line: String, isExpendable: Bool = false) {
        let isTaken = state.withLock { state in
            let limit = isExpendable ? Self.backlog : Self.backlog * 4
            guard !state.isClosed, state.waiting < limit else { return false }
            state.waiting += 1
            return true
        }
        guard isTaken else { return }
        queue.async { [self] in
            if !state.withLock({ $0.isClosed }), !writeWhole(line + "\n", to: descriptor) {
                state.withLock { $0.isClosed = true }
                onClosed()
            }
            state.withLock { $0.waiting -= 1 }
        }
    }

    /// Waits until all lines are out, but no longer than `seconds`.
    ///
    /// - Returns: whether they are.
    @discardableResult func finish(within seconds: Double) -> Bool {
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
        return done.wait(timeout: .now() + seconds) == .success
    }
}

/// Writes all of `text`, with one write(2) as long as the reader takes it whole.
///
/// Waits for a reader that is slow, also on a descriptor that is set not to block (one shared with another program).
/// - Returns: false when it can't be written; errno tells why.
@discardableResult nonisolated func writeWhole(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            } else if errno == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, -1)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
