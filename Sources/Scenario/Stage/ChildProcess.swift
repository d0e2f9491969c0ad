import Foundation
import PortholeKit

/// A program that a scenario needs: a server, a manager, Porthole itself. In a process group of its own, so that what
/// it starts ends with it.
///
/// By `posix_spawn` with a clean signal mask: a child of a Dispatch worker would inherit one that blocks SIGTERM.
final class ChildProcess: @unchecked Sendable {
    /// The process, and its group.
    let pid: pid_t
    /// What was started.
    let words: [String]
    private let said = Lock<[String: [UInt8]]>([:])
    private let open = Lock(2)
    private let status = Lock<Int32?>(nil)

    /// More than this of each stream is not kept: the end counts.
    private static let limit = 1 << 20

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - environment: all of it.
    ///   - onLine: told every whole line of standard output, in order, on a thread of its own.
    /// - Throws: `missing` when the program is not installed, `failed` when it can't be started.
    init(
        _ words: [String], environment: [String: String], onLine: (@Sendable (String) -> Void)? = nil
    ) throws(StageFailure) {
        self.words = words
        guard let path = Self.find(words.first ?? "", in: environment["PATH"]) else {
            throw .missing("\(words.first ?? "a program") is not installed")
        }
        let out = try Self.channel()
        let errors = try Self.channel()
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, out.theirs, 1)
        posix_spawn_file_actions_adddup2(&actions, errors.theirs, 2)
        var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for pointer in argv + envp { free(pointer) } }
        var pid: pid_t = 0
        var code = posix_spawn(&pid, path, &actions, &attributes, &argv, &envp)
        // A program that has just been written may still be open in another child that is between fork and exec.
        var tries = 50
        while code == ETXTBSY, tries > 0 {
            usleep(5000)
            tries -= 1
            code = posix_spawn(&pid, path, &actions, &attributes, &argv, &envp)
        }
        close(out.theirs)
        close(errors.theirs)
        guard code == 0 else {
            close(out.ours)
            close(errors.ours)
            throw .failed("\(words[0]): \(String(cString: strerror(code)))")
        }
        self.pid = pid
        ChildRegistry.add(pid)
        read(out.ours, "out", onLine)
        read(errors.ours, "errors", nil)
    }

    /// What it wrote to standard output so far.
    var output: String { said.withLock { String(decoding: $0["out"] ?? [], as: UTF8.self) } }
    /// What it wrote to standard error so far.
    var errors: String { said.withLock { String(decoding: $0["errors"] ?? [], as: UTF8.self) } }

    /// Its exit status, 128 + signal when it was killed; nil while it runs.
    var exitStatus: Int32? {
        status.withLock { status in
            if let status { return status }
            var word: Int32 = 0
            guard waitpid(pid, &word, WNOHANG) == pid else { return nil }
            let signal = word & 0x7f
            status = signal == 0 ? (word >> 8) & 0xff : 128 + signal
            return status
        }
    }

    /// Whether it has ended and all it wrote has been read.
    var isDrained: Bool { exitStatus != nil && open.withLock { $0 } == 0 }

    /// Sends it and its group a signal.
    func signal(_ number: Int32) { if kill(-pid, number) != 0, exitStatus == nil { kill(pid, number) } }

    /// Waits until it is gone.
    ///
    /// - Returns: its exit status; nil when the time, in seconds, is over.
    func waitForExit(_ limit: Double, _ clock: any ScenarioClock) async -> Int32? {
        _ = await clock.wait(limit) { self.exitStatus != nil }
        // What it wrote last may still be on its way; a grandchild that holds the pipe is not waited for.
        if exitStatus != nil { _ = await clock.wait(min(limit, 0.5)) { self.isDrained } }
        return exitStatus
    }

    /// Ends it and its group: `first`, and SIGKILL when that does nothing for two seconds.
    func stop(_ clock: any ScenarioClock, first: Int32 = SIGTERM) async {
        if exitStatus == nil {
            signal(first)
            if await waitForExit(2, clock) == nil {
                signal(SIGKILL)
                _ = await waitForExit(5, clock)
            }
        }
        // What it started and did not end itself.
        kill(-pid, SIGKILL)
        ChildRegistry.remove(pid)
    }

    /// The path of a program; nil when it is not installed.
    static func find(_ program: String, in path: String?) -> String? {
        if program.contains("/") { return access(program, X_OK) == 0 ? program : nil }
        guard !program.isEmpty else { return nil }
        let folders = (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init)
        return (folders + ["/usr/sbin", "/usr/games"]).map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }

    /// A socket pair, because Glibc's module lacks pipe2, and without CLOEXEC another child would hold our end.
    private static func channel() throws(StageFailure) -> (ours: Int32, theirs: Int32) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .failed("socketpair: \(String(cString: strerror(errno)))")
        }
        return (ends[0], ends[1])
    }

    private func read(_ descriptor: Int32, _ stream: String, _ onLine: (@Sendable (String) -> Void)?) {
        let reader = Thread { [self] in
            var chunk = [UInt8](repeating: 0, count: 8192)
            var line: [UInt8] = []
            while true {
                let count = Foundation.read(descriptor, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                said.withLock { said in
                    said[stream, default: []].append(contentsOf: chunk[..<count])
                    let surplus = said[stream, default: []].count - Self.limit
                    if surplus > 0 { said[stream]?.removeFirst(surplus) }
                }
                guard let onLine else { continue }
                for byte in chunk[..<count] {
                    if byte == UInt8(ascii: "\n") {
                        onLine(String(decoding: line, as: UTF8.self))
                        line = []
                    } else {
                        line.append(byte)
                    }
                }
            }
            close(descriptor)
            open.withLock { $0 -= 1 }
        }
        reader.name = "child \(stream)"
        reader.start()
    }
}
