import Glibc

/// A process with a pipe to it, which is its standard input and output, and one from its standard error.
///
/// All but `pid` belongs to one queue.
final class EchoChild: @unchecked Sendable {
    let pid: pid_t
    /// Its standard input and output.
    let socket: Int32
    let errors: Int32
    var cutter = LineCutter()
    private var said: [UInt8] = []

    /// Starts it.
    init(_ words: [String]) throws(SignallingError) {
        guard let program = words.first, access(program, X_OK) == 0 else {
            let why = String(cString: strerror(errno))
            throw .unreachable("can't start the echo peer \(words.first ?? ""): \(why); install Porthole again")
        }
        let (ours, theirs) = try Self.channel()
        let errors: (ours: Int32, theirs: Int32)
        do throws(SignallingError) {
            errors = try Self.channel()
        } catch {
            close(ours)
            close(theirs)
            throw error
        }
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
        posix_spawn_file_actions_adddup2(&actions, theirs, 0)
        posix_spawn_file_actions_adddup2(&actions, theirs, 1)
        posix_spawn_file_actions_adddup2(&actions, errors.theirs, 2)
        var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for pointer in argv { free(pointer) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, program, &actions, &attributes, &argv, environ)
        close(theirs)
        close(errors.theirs)
        guard code == 0 else {
            close(ours)
            close(errors.ours)
            throw .unreachable("can't start the echo peer \(program): \(String(cString: strerror(code)))")
        }
        self.pid = pid
        socket = ours
        self.errors = errors.ours
    }

    /// Closes its standard input and output for both sides, which ends it.
    func hangUp() { shutdown(socket, bothWays) }

    /// Nobody may use it afterwards: the numbers may be others' then.
    func closePipes() {
        close(socket)
        close(errors)
    }

    /// Keeps the end of what it writes to its standard error.
    func note(_ bytes: [UInt8]) {
        said.append(contentsOf: bytes)
        if said.count > 4096 { said.removeFirst(said.count - 4096) }
    }

    /// The last line of that, after a colon.
    var lastWords: String {
        let text = String(decoding: said, as: UTF8.self)
        guard let line = text.split(whereSeparator: \.isNewline).last else { return "" }
        let prefix = "porthole: echo peer: "
        return ": " + (line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : String(line))
    }

    /// The status that `waitpid` gave, in words.
    static func explain(_ status: Int32) -> String {
        let signal = status & 0x7f
        return signal == 0 ? "ended by itself (code \((status >> 8) & 0xff))" : "was killed (signal \(signal))"
    }

    /// A socket pair, because Glibc's module lacks pipe2, and without CLOEXEC another child would hold our end.
    private static func channel() throws(SignallingError) -> (ours: Int32, theirs: Int32) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .unreachable("can't start the echo peer: no pipe to it (\(String(cString: strerror(errno))))")
        }
        return (ends[0], ends[1])
    }
}
