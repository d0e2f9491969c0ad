import Foundation
import Geometry
import Glibc
import PortholeKit
import TestSupport
import Testing

@testable import porthole

/// WHIP and WHEP with aiortc at the other end. Skipped, with the reason, where it is not installed.
@Suite(
    .timeLimit(.minutes(10)), .serialized,
    .enabled(if: Aiortc.python != nil, "aiortc is not installed (scripts/peers installs it)"))
struct WHIPRealPeerTests {
    private static let token = "a-test-token"

    private static func with(_ links: [String] = [], _ body: (String, Child) async throws -> Void) async throws {
        let port = try freePort()
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("whip.py").path
        try await Child.with([try #require(Aiortc.python), script, "\(port)", token] + links) { child in
            try await child.waitForOutput("ready")
            try await body("127.0.0.1:\(port)", child)
        }
    }

    @Test(
        "a WHEP server is watched, VP8 and H.264, also where it sends elsewhere first; stopping deletes what was made",
        arguments: ["whep/VP8", "moved/whep/H264"])
    func watch(path: String) async throws {
        try await Self.with { host, server in
            try await Desk.with { desk in
                let words = ["watch", "whep+http://\(host)/\(path)#token=\(Self.token)", "--pip"]
                try await desk.run(words) { porthole in
                    try await porthole.wait(for: "live pip.did-start")
                    try await porthole.waitForFrames(of: "live", on: "mini")
                    try await desk.order("close")
                    #expect(await porthole.child.waitForExit() == 0, "\(porthole.complaints)")
                    try await server.waitForOutput("deleted 1", timeout: 10)
                }
            }
        }
    }

    @Test("a WHIP server gets sound and pictures, with the token of the surroundings; hanging up deletes what was made")
    func publish() async throws {
        try await Self.with { host, server in
            try await Desk.with { desk in
                let more = ["PORTHOLE_CAMERA": "test:counter?size=160x90&fps=10", "PORTHOLE_TOKEN": Self.token]
                try await desk.run(["call", "whip+http://\(host)/whip"], environment: more) { porthole in
                    try await porthole.wait(for: "call session.connected")
                    try await server.waitForOutput("video 10", timeout: 30)
                    try await server.waitForOutput("audio 10", timeout: 30)
                    // One sees oneself: nobody else is there.
                    try await porthole.waitForFrames(of: "call", on: "stage")
                    try await desk.order("hang-up")
                    #expect(await porthole.child.waitForExit() == 0, "\(porthole.complaints)")
                    try await server.waitForOutput("deleted 1", timeout: 10)
                }
            }
        }
    }

    @Test("a server that is killed ends the live and the call with a sentence, code 1", arguments: ["watch", "call"])
    func killed(command: String) async throws {
        try await Self.with { host, server in
            try await Desk.with { desk in
                let path = command == "watch" ? "whep+http://\(host)/whep/VP8" : "whip+http://\(host)/whip"
                let more = ["PORTHOLE_CAMERA": "test:counter?size=160x90&fps=10", "PORTHOLE_TOKEN": Self.token]
                try await desk.run([command, path], environment: more) { porthole in
                    let name = command == "watch" ? "live" : "call"
                    try await porthole.wait(for: "\(name) session.connected")
                    kill(server.pid, SIGKILL)
                    try await porthole.wait(for: "\(name) session.ended \(command == "watch" ? "failed" : "peer-lost")")
                    #expect(await porthole.child.waitForExit() == 1)
                    #expect(
                        porthole.complaints.contains { $0.contains("lost the other side") }, "\(porthole.complaints)")
                }
            }
        }
    }

    @Test("a connection that breaks is made anew: what was made is deleted, another is asked for, and pictures go on")
    func anew() async throws {
        try await Self.with { host, server in
            try await Desk.with { desk in
                let words = ["watch", "whep+http://\(host)/whep/VP8#token=\(Self.token)", "--pip"]
                try await desk.run(words) { porthole in
                    try await porthole.wait(for: "live pip.did-start")
                    try await porthole.waitForFrames(of: "live", on: "mini")
                    server.signal(SIGUSR1)
                    try await server.waitForOutput("deleted 1", timeout: 30)
                    let isAnew = await settle(30) { server.output.components(separatedBy: "whep connected").count > 2 }
                    #expect(isAnew, "\(server.output)")
                    try await porthole.waitForFrames(of: "live", on: "mini")
                    try await desk.order("close")
                    try await server.waitForOutput("deleted 2", timeout: 10)
                }
            }
        }
    }

    @Test("a publisher's connection that breaks is made anew, and the server gets pictures again") func republish()
        async throws
    {
        try await Self.with { host, server in
            try await Desk.with { desk in
                let more = ["PORTHOLE_CAMERA": "test:counter?size=160x90&fps=10", "PORTHOLE_TOKEN": Self.token]
                try await desk.run(["call", "whip+http://\(host)/whip"], environment: more) { porthole in
                    try await porthole.wait(for: "call session.connected")
                    try await server.waitForOutput("video 10", timeout: 30)
                    server.signal(SIGUSR1)
                    try await server.waitForOutput("deleted 1", timeout: 30)
                    let isSeen = await settle(30) { server.output.components(separatedBy: "video 10").count > 2 }
                    #expect(isSeen, "\(server.output)")
                    try await desk.order("hang-up")
                    try await server.waitForOutput("deleted 2", timeout: 10)
                }
            }
        }
    }

    @Test(
        "the relay that a server names in one of its Link fields is taken, with its password",
        .enabled(if: RelayServer.isInstalled, "coturn is not installed"), arguments: ["watch", "call"])
    func linked(command: String) async throws {
        try await RelayServer.with { relay in
            let links = [
                "<stun:127.0.0.1:\(relay.port)>; rel=\"ice-server\"",
                "<turn:127.0.0.1:\(relay.port)?transport=udp>; rel=\"ice-server\"; username=\"ann\"; credential=\"secret\"",
            ]
            try await Self.with(links) { host, server in
                try await Desk.with { desk in
                    let path = command == "watch" ? "whep+http://\(host)/whep/VP8" : "whip+http://\(host)/whip"
                    let more = ["PORTHOLE_CAMERA": "test:counter?size=160x90&fps=10", "PORTHOLE_TOKEN": Self.token]
                    try await desk.run([command, path], environment: more) { porthole in
                        try await server.waitForOutput("options", timeout: 30)
                        let name = command == "watch" ? "live" : "call"
                        try await porthole.wait(for: "\(name) session.connected")
                        if command == "call" { try await server.waitForOutput("video 10", timeout: 30) }
                        #expect(await settle(30) { relay.allocations >= 1 }, "\(relay.child.output)")
                    }
                }
            }
        }
    }

    @Test("a wrong token, a wrong path and the wrong command are told, codes 1 and 2") func refused() async throws {
        try await Self.with { host, _ in
            try await Desk.bare { desk in
                for (words, code, part) in [
                    (["watch", "whep+http://\(host)/whep#token=wrong"], 1, "this token opens nothing"),
                    (
                        ["watch", "whep+http://\(host)/none#token=\(Self.token)"], 1,
                        "no such thing (HTTP 404: nothing here)"
                    ),
                    (["call", "whep+http://\(host)/whep"], 2, "porthole watch whep+http"),
                    (["watch", "whip+http://\(host)/whip"], 2, "porthole call whip+http"),
                ] as [([String], Int32, String)] {
                    try await desk.run(words + ["--new-instance"]) { porthole in
                        #expect(await porthole.child.waitForExit() == code)
                        #expect(porthole.complaints.contains { $0.contains(part) }, "\(porthole.complaints)")
                        #expect(!porthole.child.output.contains(Self.token))
                    }
                }
            }
        }
    }
}

/// Another WebRTC, from PyPI.
private enum Aiortc {
    /// The Python that has aiortc: scripts/peers made it.
    static let python: String? = {
        let environment = ProcessInfo.processInfo.environment
        let cache = environment["XDG_CACHE_HOME"] ?? "\(environment["HOME"] ?? "/root")/.cache"
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: "\(cache)/porthole")) ?? []
        return folders.filter { $0.hasPrefix("aiortc-") }.sorted().map { "\(cache)/porthole/\($0)/bin/python3" }
            .last { FileManager.default.isExecutableFile(atPath: $0) }
    }()
}
