import Dispatch
import Foundation
import Geometry
public import Glibc

/// Signalling with an echo peer, which it starts: a second process of the same program, with a pipe to it.
///
/// By `posix_spawn` with a clean signal mask: a child of a Dispatch worker would inherit one that blocks SIGTERM. In a
/// process group of its own, so that the terminal's Ctrl-C reaches this program alone, which then says goodbye.
public final class EchoPeerProcess: CallSignalling {
    private struct State {
        var onGone: (@Sendable (String) -> Void)?
        var waiting: CheckedContinuation<Result<String, SignallingError>, Never>?
        /// What came before somebody waited for it.
        var early: Result<String, SignallingError>?
        var isClosed = false
        var isOver = false
        var afterEnd: [CheckedContinuation<Void, Never>] = []
    }
    private let words: [String]
    private let patience: Double
    private let queue = DispatchQueue(label: "porthole.echo-peer")
    private let state = Lock(State())
    private let child = Lock<EchoChild?>(nil)

    /// The running program itself.
    public static var ownProgram: String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink("/proc/self/exe", &path, Int(PATH_MAX))
        guard count > 0 else { return "/proc/self/exe" }
        let text = String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // A program that was replaced while it runs is still there by this name.
        return access(text, X_OK) == 0 ? text : "/proc/self/exe"
    }

    /// An echo peer that was not started.
    ///
    /// - Parameters:
    ///   - words: the program and its arguments.
    ///   - patience: seconds that it may take to answer.
    public init(_ words: [String] = [EchoPeerProcess.ownProgram, "echo-peer"], patience: Double = 10) {
        self.words = words
        self.patience = patience
    }

    /// Told once when the process ends by itself, with its exit code and its last words.
    public var onGone: (@Sendable (String) -> Void)? {
        get { state.withLock { $0.onGone } }
        set { state.withLock { $0.onGone = newValue } }
    }

    /// The process; nil before it was started and after its end.
    public var process: pid_t? { child.withLock { $0?.pid } }

    /// Starts the process.
    public func prepare() {
        queue.async { [self] in
            guard !state.withLock({ $0.isClosed }), child.withLock({ $0 }) == nil else { return }
            do throws(SignallingError) {
                let new = try EchoChild(words)
                child.withLock { $0 = new }
                watch(new)
            } catch {
                settle(.failure(error))
                finishEnd()
            }
        }
    }

    /// Hands the offer over and waits for the answer.
    public func exchange(_ offer: String) async throws(SignallingError) -> String {
        let result = await withCheckedContinuation { continuation in
            queue.async { [self] in ask(offer, continuation) }
        }
        return try result.get()
    }

    /// Closes the pipe, which ends the process; kills it when that has done nothing for two seconds.
    public func close() {
        state.withLock { state in
            state.isClosed = true
            state.onGone = nil
        }
        queue.async { [self] in
            settle(.failure(.closed))
            guard let child = child.withLock({ $0 }) else { return finishEnd() }
            child.hangUp()
            let pid = child.pid
            queue.asyncAfter(deadline: .now() + 2) { [self] in
                // Not reaped yet: the number is still its own.
                if self.child.withLock({ $0 })?.pid == pid { kill(-pid, SIGKILL) }
            }
        }
    }

    /// Returns when the process is gone.
    public func finish() async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                if child.withLock({ $0 }) == nil { return continuation.resume() }
                state.withLock { $0.afterEnd.append(continuation) }
            }
        }
    }

    // MARK: On the queue

    private func ask(_ offer: String, _ continuation: CheckedContinuation<Result<String, SignallingError>, Never>) {
        let early = state.withLock { state in
            let early: Result<String, SignallingError>? =
                state.early ?? (state.isClosed || state.isOver ? .failure(.closed) : nil)
            if early == nil { state.waiting = continuation }
            return early
        }
        if let early { return continuation.resume(returning: early) }
        guard let child = child.withLock({ $0 }) else {
            return settle(.failure(.unreachable("the echo peer was not started")))
        }
        write(EchoLine.offer(offer).bytes, to: child.socket)
        let patience = patience
        queue.asyncAfter(deadline: .now() + patience) { [weak self] in
            let why = "the echo peer did not answer within \(patience) s; is the machine busy?"
            self?.settle(.failure(.unreachable(why)))
        }
    }

    /// The first result counts.
    private func settle(_ result: Result<String, SignallingError>) {
        let waiting = state.withLock { state in
            let waiting = state.waiting
            state.waiting = nil
            if waiting == nil, state.early == nil { state.early = result }
            return waiting
        }
        waiting?.resume(returning: result)
    }

    /// A child that has ended shows at its pipe; a full pipe would be 200 KiB of SDP.
    private func write(_ bytes: [UInt8], to socket: Int32) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// A thread of its own for as long as the process lives: Dispatch's sources lose the end of a pipe that was closed
    /// before they were made.
    private func watch(_ child: EchoChild) {
        let thread = Thread { [self] in
            var pipes = [child.socket, child.errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            var chunk = [UInt8](repeating: 0, count: 65_536)
            while pipes.contains(where: { $0.fd >= 0 }) {
                guard poll(&pipes, nfds_t(pipes.count), -1) >= 0 || errno == EINTR else { break }
                for index in pipes.indices where pipes[index].fd >= 0 && pipes[index].revents != 0 {
                    let count = read(pipes[index].fd, &chunk, chunk.count)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else {
                        pipes[index].fd = -1
                        continue
                    }
                    let bytes = Array(chunk[..<count])
                    queue.async { if index == 0 { self.take(bytes, from: child) } else { child.note(bytes) } }
                }
            }
            queue.async { self.end(child) }
        }
        thread.name = "echo-peer"
        thread.start()
    }

    private func take(_ bytes: [UInt8], from child: EchoChild) {
        guard let lines = child.cutter.take(bytes) else {
            settle(.failure(.unreachable(Self.strange)))
            return child.hangUp()
        }
        for line in lines {
            switch EchoLine(line) {
            case .answer(let text): settle(.success(text))
            case .failed(let reason): settle(.failure(.unreachable(reason)))
            case .offer, nil: settle(.failure(.unreachable(Self.strange)))
            }
        }
    }

    private static let strange = "the echo peer does not speak our language"

    /// Both pipes are closed: it has ended, or is about to.
    private func end(_ child: EchoChild) {
        child.closePipes()
        // One that has closed its pipes is of no use, should it live on. One that is about to exit keeps its code.
        kill(-child.pid, SIGKILL)
        var word: Int32 = 0
        while waitpid(child.pid, &word, 0) < 0, errno == EINTR {}
        self.child.withLock { $0 = nil }
        let why = "the echo peer \(EchoChild.explain(word))\(child.lastWords)"
        settle(.failure(.unreachable(why)))
        let onGone = state.withLock { state in
            defer { state.onGone = nil }
            return state.isClosed ? nil : state.onGone
        }
        onGone?(why)
        finishEnd()
    }

    private func finishEnd() {
        let all = state.withLock { state in
            defer { state.afterEnd = [] }
            state.isOver = true
            return state.afterEnd
        }
        for continuation in all { continuation.resume() }
    }
}
