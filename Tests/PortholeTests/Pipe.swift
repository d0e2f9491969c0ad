import Geometry
import Glibc
import Testing

/// A pipe, closed at the end.
final class Pipe: Sendable {
    let input: Int32
    let output: Int32
    private let open: Lock<Set<Int32>>

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (output, input) = (ends[0], ends[1])
        open = Lock(Set(ends))
    }

    deinit {
        closeInput()
        closeOutput()
    }

    func closeInput() { shut(input) }
    func closeOutput() { shut(output) }

    /// All there is until the writing end is closed.
    func read() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(output, &buffer, buffer.count)
            if count <= 0 { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func closeAndRead() -> String {
        closeInput()
        return read()
    }

    private func shut(_ end: Int32) {
        if open.withLock({ $0.remove(end) }) != nil { close(end) }
    }
}
