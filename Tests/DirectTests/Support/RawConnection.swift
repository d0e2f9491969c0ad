import Foundation
import Glibc
import TestSupport

/// A TCP connection to the loopback that sends whatever bytes it likes: for requests that no library would send.
final class RawConnection: @unchecked Sendable {
    let socket: Int32

    init(port: Int) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw Child.Failure("connect: errno \(errno)") }
    }

    deinit { close(socket) }

    /// Sends; false when the other end has closed.
    @discardableResult func send(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// What has come by now, without waiting; nil once the other end has closed and all was read.
    func take() -> String? {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &chunk, chunk.count, Int32(MSG_DONTWAIT))
        if count > 0 { return String(decoding: chunk[..<count], as: UTF8.self) }
        return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? "" : nil
    }

    /// Everything up to the end of the connection, or to the end of the time.
    func rest(_ timeout: Double = 20) async -> (text: String, isClosed: Bool) {
        var text = ""
        let isClosed = await settle(timeout) {
            guard let part = self.take() else { return true }
            text += part
            return false
        }
        return (text, isClosed)
    }
}

/// How many descriptors and threads this process has.
func holdings() -> (descriptors: Int, threads: Int) {
    func count(_ folder: String) -> Int { (try? FileManager.default.contentsOfDirectory(atPath: folder))?.count ?? 0 }
    return (count("/proc/self/fd"), count("/proc/self/task"))
}
