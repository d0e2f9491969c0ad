import Glibc

/// A TCP port of the loopback that nobody listens on now.
public func freePort() throws -> Int {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw Child.Failure("socket: errno \(errno)") }
    defer { close(socket) }
    var address = loopback(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
            bind(socket, pointer, length) == 0 && getsockname(socket, pointer, &length) == 0
        }
    }
    guard code else { throw Child.Failure("bind: errno \(errno)") }
    return Int(UInt16(bigEndian: address.sin_port))
}

/// Waits until somebody listens on a TCP port of the loopback.
///
/// - Throws: `Child.Failure` with what `child` wrote, when nobody does in time.
public func waitForPort(_ port: Int, of child: Child, timeout: Double = 10) async throws {
    let isOpen = await settle(timeout) {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(socket) }
        var address = loopback(port: port)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
    guard isOpen else { throw Child.Failure("nobody listens on port \(port): \(child.output)") }
}

private func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
}
