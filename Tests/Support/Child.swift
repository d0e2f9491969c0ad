import Foundation
import Geometry
public import Glibc

/// A process that a test started, ended and reaped when the closure that was given it returns.
///
/// By `posix_spawn` with a clean signal mask: a child of a Dispatch worker would inherit one that blocks SIGTERM.
/// Standard output is collected; standard error too, unless it is sent away.
public final class Child: @unchecked Sendable {
    /// Why a process could not be started or did not do what it was started for.
    public struct Failure: Error, CustomStringConvertible {
        /// What happened.
        public let description: String

        /// A failure in words.
        public init(_ description: String) { self.description = description }
    }

    /// The process.
    public let pid: pid_t
    private let text = Lock<[UInt8]>([])
    private let status = Lock<Int32?>(nil)
    private let isDrained = Lock(false)

    /// Starts `words`, hands it to `body`, then ends it: SIGTERM, and SIGKILL if that does nothing for a second.
    ///
    /// - Parameters:
    ///   - environment: added to this process's own.
    ///   - mergeErrors: collect standard error with the output; false discards it.
    /// - Throws: `Failure` if the program is not installed, and what `body` throws.
    public static func with<Result>(
        _ words: [String], environment: [String: String] = [:], mergeErrors: Bool = true,
        _ body: (Child) async throws -> Result
    ) async throws -> Result {
        let child = try Child(words, environment: environment, mergeErrors: mergeErrors)
        do {
            let result = try await body(child)
            await child.end()
            return result
        } catch {
            await child.end()
            throw error
        }
    }

    /// Runs `words` to their end.
    ///
    /// - Returns: the exit status (128 + signal if it was killed) and all output.
    public static func run(
        _ words: [String], environment: [String: String] = [:], mergeErrors: Bool = true, timeout: Double = 120
    ) async throws -> (status: Int32, output: String) {
        try await with(words, environment: environment, mergeErrors: mergeErrors) { child in
            guard let status = await child.waitForExit(timeout: timeout) else {
                throw Failure("\(words.joined(separator: " ")): still running after \(timeout) s: \(child.output)")
            }
            return (status, child.output)
        }
    }

    private init(_ words: [String], environment: [String: String], mergeErrors: Bool) throws {
        // A socket pair, because Glibc's module lacks pipe2, and without CLOEXEC another child would hold our end.
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Failure("socketpair: errno \(errno)")
        }
        let (ours, theirs) = (ends[0], ends[1])
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, theirs, 1)
        if mergeErrors {
            posix_spawn_file_actions_adddup2(&actions, theirs, 2)
        } else {
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
        let merged = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] = merged.map { strdup("\($0)=\($1)") } + [nil]
        defer { for pointer in argv + envp { free(pointer) } }
        var pid: pid_t = 0
        let code = posix_spawnp(&pid, words[0], &actions, &attributes, &argv, &envp)
        close(theirs)
        guard code == 0 else {
            close(ours)
            throw Failure("\(words[0]): \(String(cString: strerror(code))): scripts/test installs what tests need")
        }
        self.pid = pid
        let reader = Thread { [self] in
            var chunk = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = read(ours, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                text.withLock { $0.append(contentsOf: chunk[..<count]) }
            }
            close(ours)
            isDrained.withLock { $0 = true }
        }
        reader.name = "child"
        reader.start()
    }

    /// What it wrote so far.
    public var output: String { text.withLock { String(decoding: $0, as: UTF8.self) } }

    /// Waits until it has written `part`.
    ///
    /// - Throws: `Failure` with what it wrote instead, when it ends first or the time is over.
    public func waitForOutput(_ part: String, timeout: Double = 60) async throws {
        let found = await settle(timeout) { self.output.contains(part) || self.isOver }
        guard found, output.contains(part) else {
            throw Failure("no \"\(part)\" from process \(pid), but: \(output)")
        }
    }

    /// Sends it a signal.
    public func signal(_ number: Int32) {
        if reap() == nil { kill(pid, number) }
    }

    /// Waits until it is gone.
    ///
    /// - Returns: its exit status, 128 + signal if it was killed; nil when the time is over.
    public func waitForExit(timeout: Double = 60) async -> Int32? {
        _ = await settle(timeout) { self.reap() != nil }
        guard let status = reap() else { return nil }
        // What it wrote last may still be on its way; a grandchild that holds the pipe is not waited for.
        _ = await settle(min(timeout, 1)) { self.isDrained.withLock { $0 } }
        return status
    }

    private var isOver: Bool { reap() != nil && isDrained.withLock { $0 } }

    private func reap() -> Int32? {
        status.withLock { status in
            if let status { return status }
            var word: Int32 = 0
            guard waitpid(pid, &word, WNOHANG) == pid else { return nil }
            let signal = word & 0x7f
            status = signal == 0 ? (word >> 8) & 0xff : 128 + signal
            return status
        }
    }

    private func end() async {
        signal(SIGTERM)
        if await waitForExit(timeout: 1) == nil {
            signal(SIGKILL)
            _ = await waitForExit(timeout: 5)
        }
    }
}
