import Foundation
import Media
import TestSupport
import Testing

@testable import Calls

/// Direct calls by way of Debian's coturn, and over IPv6. Issue E, 6.
@Suite(
    "Reach", .timeLimit(.minutes(10)), .serialized,
    .enabled(if: RelayServer.isInstalled, "coturn is not installed (PORTHOLE_PEERS=all scripts/test installs it)"))
@MainActor struct RelayTests {
    private func options(_ servers: [String], relayOnly: Bool = false) throws -> PeerOptions {
        var options = PeerOptions.loopback
        options.use(try servers.map { try IceServer($0) }, relayOnly: relayOnly)
        return options
    }

    @Test("relay only: all that goes between the two goes through coturn", arguments: ["udp", "tcp"])
    func relayOnly(transport: String) async throws {
        try await RelayServer.with { relay in
            let options = try options([relay.address(transport: transport)], relayOnly: true)
            try await Door.with { door in
                try await DirectCallTests.withCall(door, options: ({ options }, options)) { caller, called in
                    // Each side has one; what else was lent was to try the server.
                    #expect(relay.allocations >= 2)
                    let offer = try #require(door.calls.last?.offer)
                    #expect(offer.contains("typ relay raddr 0.0.0.0") && !offer.contains("typ host"))
                    #expect(!caller.story.contains { $0.hasPrefix("warning") }, "\(caller.story)")
                }
            }
        }
    }

    @Test("servers that do not work are named with the reason, and the call goes on without them")
    func servers() async throws {
        try await RelayServer.with { relay in
            let (nobody, gone) = (try freePort(), "stun:127.0.0.1:\(try freePort())")
            let options = try options([
                relay.address(password: "wrong"), gone, "turn:ann:secret@127.0.0.1:\(nobody)?transport=tcp",
                "stun:nobody.invalid", "turns:ann:secret@127.0.0.1",
            ])
            try await Door.with { door in
                try await DirectCallTests.withCall(door, options: ({ options }, .loopback)) { caller, called in
                    let sentences = [
                        "turn:127.0.0.1:\(relay.port): it does not take the user and password",
                        "\(gone): it does not answer",
                        "turn:127.0.0.1:\(nobody): it does not answer", "nobody knows its name",
                        "only browsers can speak TLS to a relay, libnice can't",
                    ]
                    for words in sentences {
                        #expect(
                            await settle { caller.story.contains { $0.contains(words) } }, "\(words) \(caller.story)")
                    }
                    #expect(!caller.story.contains { $0.contains("wrong") || $0.contains("secret") })
                }
            }
        }
    }

    @Test("relay only, and no relay that works: a sentence about it instead of a call")
    func nowhere() async throws {
        try await RelayServer.with { relay in
            try await Door.with { door in
                for (servers, words) in [
                    ([relay.address(password: "wrong")], "none of the servers gives a way"),
                    (["stun:127.0.0.1:\(relay.port)"], "no turn: server is named"),
                ] {
                    let options = try options(servers, relayOnly: true)
                    let caller = try DirectCallTests.End(calling: door, options: { options })
                    caller.transport.connect()
                    #expect(await settle { caller.story.contains { $0.contains(words) } }, "\(caller.story)")
                    await caller.end()
                }
                #expect(door.calls.isEmpty)
            }
        }
    }

    @Test("a relay that dies in a call and is started again: the call goes on by what it lends now")
    func replaced() async throws {
        try await Door.with { door in
            var port = 0
            try await RelayServer.with { relay in
                port = relay.port
                var options = try options([relay.address()], relayOnly: true)
                // A machine that is busy may need a while to start another.
                options.limits.loss = 60_000_000_000
                try await DirectCallTests.withCall(door, options: ({ options }, options)) { caller, called in
                    kill(relay.child.pid, SIGKILL)
                    #expect(await settle { caller.story.contains("interrupted") }, "\(caller.story)")
                    try await RelayServer.with(port: port) { relay in
                        for end in [caller, called] {
                            #expect(await settle(40) { end.isBack }, "\(end.story)")
                        }
                        #expect(relay.allocations >= 2)
                        await caller.end()
                        #expect(await settle(5) { called.story.contains("remote hang-up") }, "\(called.story)")
                    }
                }
            }
        }
    }

    @Test("a relay that dies in a call: it is being mended, and says so when it can't be")
    func killed() async throws {
        try await RelayServer.with { relay in
            let options = try options([relay.address()], relayOnly: true)
            try await Door.with { door in
                try await DirectCallTests.withCall(door, options: ({ options }, options)) { caller, called in
                    kill(relay.child.pid, SIGKILL)
                    #expect(await settle { caller.story.contains("interrupted") }, "\(caller.story)")
                    #expect(await settle { called.story.contains("interrupted") }, "\(called.story)")
                    #expect(await settle { caller.story.contains { $0.hasPrefix("lost") } }, "\(caller.story)")
                }
            }
        }
    }

    @Test("browsers get the servers from who shows the token, and nobody else does") func configuration() async throws {
        let servers = try IceServer.list("stun:example.org turn:ann:secret@relay.example:80?transport=tcp")
        try await Door.with(iceServers: servers, relayOnly: true) { door in
            let answer = try await door.ask("GET", "/ice", ["Authorization: Bearer a-test-token"])
            #expect(answer.status == 200 && answer.field("Content-Type") == "application/json")
            #expect(
                String(decoding: answer.body, as: UTF8.self)
                    == #"{"iceServers":[{"urls":"stun:example.org:3478"},{"credential":"secret","#
                    + #""urls":"turn:relay.example:80?transport=tcp","username":"ann"}],"iceTransportPolicy":"relay"}"#)
            for fields in [[], ["Authorization: Bearer another-token"]] {
                let refused = try await door.ask("GET", "/ice", fields)
                #expect(refused.status == 401 && !String(decoding: refused.body, as: UTF8.self).contains("secret"))
            }
            #expect(try await door.ask("POST", "/ice").status == 405)
            // As WHIP clients ask that can't add servers to an offer, and as the others get them.
            let asked = try await door.links("OPTIONS", token: "a-test-token")
            #expect(asked.flatMap { IceServer.linked($0) } == servers)
            for token in [nil, "another-token"] { #expect(try await door.links("OPTIONS", token: token).isEmpty) }
            async let posted = door.links("POST", token: "a-test-token", paperOffer)
            let call = try await door.ring()
            call.accept()
            call.respond("v=0")
            #expect(try await posted == asked)
            call.close()
        }
    }

    @Test("a direct call over IPv6 connects, and all of it goes over IPv6") func sixth() async throws {
        try await Door.with(host: "::1") { door in
            #expect(door.site.contains("[::1]"))
            var options = PeerOptions.loopback
            options.localAddresses = ["::1"]
            try await DirectCallTests.withCall(door, options: ({ options }, options)) { caller, called in
                let offer = try #require(door.calls.last?.offer)
                #expect(offer.contains(" ::1 ") && !offer.contains(" 127.0.0.1 "))
            }
        }
    }
}
