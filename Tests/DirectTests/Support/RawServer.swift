import Foundation
import Glibc

@testable import Calls

/// A server that says whatever bytes it likes to each connection, once it has had the head of a request.
final class RawServer: @unchecked Sendable {
    let port: Int
    private let socket: Int32

    /// - Parameters:
    ///   - pieces: sent one after the other.
    ///   - pause: seconds between them.
    ///   - holds: keeps the connection open afterwards.
    private init(_ pieces: [String], pause: Double, holds: Bool) throws {
        let listening = try ListenSocket(ListenAddress(host: "127.0.0.1", port: 0))
        socket = listening.descriptor
        port = listening.address.port
        // To be closed is what ends it.
        _ = fcntl(socket, F_SETFL, 0)
        let socket = socket
        let thread = Thread {
            var held: [Int32] = []
            while true {
                let connection = accept(socket, nil, nil)
                guard connection >= 0 else { break }
                var head = ""
                var chunk = [UInt8](repeating: 0, count: 4096)
                while !head.contains("\r\n\r\n") {
                    let count = read(connection, &chunk, chunk.count)
                    guard count > 0 else { break }
                    head += String(decoding: chunk[..<count], as: UTF8.self)
                }
                for piece in pieces {
                    let bytes = Array(piece.utf8)
                    guard send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { break }
                    if pause > 0 { Thread.sleep(forTimeInterval: pause) }
                }
                if holds { held.append(connection) } else { close(connection) }
            }
            for connection in held { close(connection) }
        }
        thread.start()
    }

    /// Runs one for `body`.
    static func with<Result>(
        _ pieces: [String], pause: Double = 0, holds: Bool = false, _ body: (RawServer) async throws -> Result
    ) async throws -> Result {
        let server = try RawServer(pieces, pause: pause, holds: holds)
        defer {
            shutdown(server.socket, 2)
            close(server.socket)
        }
        return try await body(server)
    }
}
