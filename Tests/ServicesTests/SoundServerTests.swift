import Glibc
import Services
import Testing

@Suite("The sound server", .timeLimit(.minutes(10)))
struct SoundServerTests {
    @Test(
        "PULSE_SERVER alone counts when it is set",
        arguments: [
            ("/a/b", ["/a/b"], []), ("unix:/a/b", ["/a/b"], []), ("{0123}unix:/a", ["/a"], []),
            ("tcp:host:4713 unix:/x", ["/x"], ["tcp:host:4713"]), ("host", [], ["host"]),
        ] as [(String, [String], [String])])
    func variable(value: String, local: [String], remote: [String]) {
        let found = SoundServerProbe.sockets(environment: ["PULSE_SERVER": value, "XDG_RUNTIME_DIR": "/run/x"])
        #expect(found.local == local)
        #expect(found.remote == remote)
    }

    @Test("else the runtime folder's socket comes first")
    func runtime() {
        let found = SoundServerProbe.sockets(environment: ["PULSE_SERVER": "", "XDG_RUNTIME_DIR": "/run/x"])
        #expect(found.local.first == "/run/x/pulse/native")
    }

    @Test("a socket that takes connections is running; a missing or too long one is not, with errno")
    func probes() throws {
        let socket = try SocketFixture("pulse/native")
        #expect(
            SoundServerProbe.probe(environment: ["PULSE_SERVER": "unix:" + socket.path]) == .running(path: socket.path))
        #expect(
            SoundServerProbe.probe(environment: ["PULSE_SERVER": "/nowhere"])
                == .missing(tried: ["/nowhere"], code: ENOENT))
        let long = "/" + String(repeating: "x", count: 200)
        #expect(
            SoundServerProbe.probe(environment: ["PULSE_SERVER": long]) == .missing(tried: [long], code: ENAMETOOLONG))
        #expect(SoundServerProbe.probe(environment: ["PULSE_SERVER": "tcp:far"]) == .remote("tcp:far"))
    }
}
