import Geometry
import Testing
import TestSupport
import XServer

@Suite(.timeLimit(.minutes(10))) struct TransportTests {
    /// Puts one colour by a transport and returns what the server then shows.
    private func shown(_ display: String, _ transport: ImageTransport, color: UInt32) throws -> UInt32? {
        let connection = try Connection(display)
        let context = try #require(GraphicsContext(connection))
        let window = connection.createWindow(
            Rect(x: 0, y: 0, width: 61, height: 47), overrideRedirect: true, events: [])
        connection.mapRaised(window)
        let image = try PresentImage(connection, transport, size: Size(61, 47))
        for y in 0..<47 {
            for x in 0..<61 {
                let pixel = image.pixels + y * image.stride + x * 4
                (pixel[0], pixel[1], pixel[2]) = (
                    UInt8(color & 0xff), UInt8(color >> 8 & 0xff), UInt8(color >> 16 & 0xff)
                )
            }
        }
        image.put(Rect(size: image.size), on: window, with: context)
        connection.sync()
        while let event = connection.nextEvent() {
            if case .completion(let segment) = event { _ = image.complete(segment: segment) }
        }
        #expect(!image.isBusy)
        #expect(connection.takeErrors().isEmpty)
        let pixel = connection.pixel(of: window, at: Point(60, 46))
        connection.destroyWindow(window)
        return pixel
    }

    @Test("a picture put by each transport is seen as it was drawn", arguments: ImageTransport.allCases)
    func eachTransportShows(_ transport: ImageTransport) async throws {
        try await PrivateServer.with { server in
            let seen = try shown(server.display, transport, color: 0x123456)
            #expect(seen == 0x123456)
        }
    }

    @Test("the best transport of a local server passes a descriptor, and nothing is said against it")
    func bestTransport() async throws {
        try await PrivateServer.with { server in
            let choice = try Connection(server.display).chooseTransport()
            #expect(choice == TransportChoice(.descriptor))
        }
    }

    @Test("a server without MIT-SHM gets pictures over the connection, with the reason")
    func noExtension() async throws {
        try await PrivateServer.with(arguments: ["-extension", "MIT-SHM"]) { server in
            let choice = try Connection(server.display).chooseTransport()
            #expect(choice.transport == .socket)
            #expect(choice.reasons == [.notOffered(.descriptor), .notOffered(.systemV)])
            let seen = try shown(server.display, .socket, color: 0xabcdef)
            #expect(seen == 0xabcdef)
        }
    }

    @Test("a TCP display offers MIT-SHM and refuses it: the attach is trapped, not fatal")
    func tcpDisplay() async throws {
        try await PrivateServer.withTCP { display in
            let choice = try Connection(display).chooseTransport()
            #expect(choice.transport == .socket)
            #expect(choice.reasons.count == 2)
            let seen = try shown(display, .socket, color: 0x00ff80)
            #expect(seen == 0x00ff80)
        }
    }

    @Test("in another IPC namespace a descriptor works, and System V memory is never a stranger's")
    func ipcNamespace() async throws {
        // The server's namespace holds segments of its own, so that our number exists there too.
        let script = """
            for i in 1 2 3 4 5 6 7 8; do ipcmk -M 65536 >/dev/null; done
            exec Xvfb -displayfd 1 -noreset -screen 0 640x480x24 -nolisten tcp
            """
        try await Child.with(["unshare", "-i", "sh", "-c", script], mergeErrors: false) { child in
            try await child.waitForOutput("\n")
            let display = ":\(child.output.prefix { $0 != "\n" })"
            let connection = try Connection(display)
            #expect(connection.chooseTransport().transport == .descriptor)
            let choice = connection.chooseTransport([.systemV, .socket])
            #expect(choice.transport == .socket)
            let reason = try #require(choice.reasons.first)
            #expect([.foreignSegment, .refused(.systemV, code: 10)].contains(reason))
            #expect(connection.takeErrors().isEmpty)
        }
    }

    @Test("a put to a window that is gone frees the image by its serial: no completion ever comes")
    func deadWindow() async throws {
        try await PrivateServer.with { server in
            let (connection, other) = (try Connection(server.display), try Connection(server.display))
            let context = try #require(GraphicsContext(connection))
            let window = other.createWindow(
                Rect(x: 0, y: 0, width: 64, height: 48), overrideRedirect: true, events: [])
            other.destroyWindow(window)
            other.sync()
            let image = try PresentImage(connection, .descriptor, size: Size(64, 48))
            image.put(Rect(size: image.size), on: window, with: context)
            connection.sync()
            while let event = connection.nextEvent() {
                if case .completion = event { Issue.record("a put to a dead window completed") }
            }
            let errors = connection.takeErrors()
            #expect(errors.map(\.code) == [.badDrawable])
            #expect(image.isBusy)
            #expect(errors.contains { image.fail($0) })
            #expect(!image.isBusy)
            #expect(other.takeErrors().isEmpty)
        }
    }

    @Test("an image that changes size shows its new content, and shrinks and grows at will")
    func reshape() async throws {
        try await PrivateServer.with { server in
            let connection = try Connection(server.display)
            let context = try #require(GraphicsContext(connection))
            let window = connection.createWindow(
                Rect(x: 0, y: 0, width: 700, height: 500), overrideRedirect: true, events: [])
            connection.mapRaised(window)
            let image = try PresentImage(connection, .descriptor, size: Size(5, 3))
            for (index, size) in [Size(640, 480), Size(1, 1), Size(7, 9), Size(700, 500)].enumerated() {
                try image.reshape(size)
                let color = UInt8(40 * (index + 1))
                for y in 0..<size.height {
                    for x in 0..<size.width * 4 { image.pixels[y * image.stride + x] = color }
                }
                image.put(Rect(size: size), on: window, with: context)
                connection.sync()
                while let event = connection.nextEvent() {
                    if case .completion(let segment) = event { _ = image.complete(segment: segment) }
                }
                let pixel = connection.pixel(of: window, at: Point(size.width - 1, size.height - 1))
                #expect(pixel == UInt32(color) * 0x010101)
            }
            #expect(connection.takeErrors().isEmpty)
            connection.destroyWindow(window)
        }
    }
}

extension PrivateServer {
    /// A server that is reached over TCP on loopback.
    static func withTCP(_ body: (String) async throws -> Void) async throws {
        let words = ["Xvfb", "-displayfd", "1", "-noreset", "-screen", "0", "640x480x24", "-listen", "tcp", "-ac"]
        try await Child.with(words, mergeErrors: false) { child in
            try await child.waitForOutput("\n")
            try await body("127.0.0.1:\(child.output.prefix { $0 != "\n" })")
        }
    }
}
