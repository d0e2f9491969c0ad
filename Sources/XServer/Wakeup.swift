import CX11
import Glibc

/// Wakes the one thread that sleeps in `wait`. Any thread may signal (an eventfd).
public final class Wakeup: Sendable {
    private let descriptor: Int32

    /// A bell that has not rung. It is a fatal error if the process is out of file descriptors.
    public init() {
        descriptor = shim_eventfd()
        precondition(descriptor >= 0, "eventfd failed with errno \(errno): raise the limit of open files")
    }

    deinit { close(descriptor) }

    /// Rings; ringing twice before the sleeper wakes is ringing once.
    public func signal() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// Sleeps until rung, until the connection has something to read, or until the time is over.
    ///
    /// - Parameter milliseconds: how long at most; -1 for ever.
    public func wait(orReadable connection: Connection, milliseconds: Int32 = -1) {
        var descriptors = (
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: connection.fileDescriptor, events: Int16(POLLIN), revents: 0)
        )
        withUnsafeMutablePointer(to: &descriptors) {
            $0.withMemoryRebound(to: pollfd.self, capacity: 2) { _ = poll($0, 2, milliseconds) }
        }
        if descriptors.0.revents != 0 {
            var count: UInt64 = 0
            _ = read(descriptor, &count, 8)
        }
    }
}
