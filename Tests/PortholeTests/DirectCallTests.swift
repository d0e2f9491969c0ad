import Foundation
import Geometry
import Glibc
import PortholeKit
import TestSupport
import Testing

@testable import porthole

/// Two processes on two displays: one answers, the other calls it.
@Suite(.timeLimit(.minutes(10)), .serialized) struct DirectCallTests {
    /// What `answer` tells of itself.
    struct Listening: Decodable {
        let event, address, site, token: String
        let fingerprint: String?
    }

    /// The line of an event with fields of its own.
    static func listening(_ porthole: RunningProgram) async throws -> Listening {
        func found() -> Listening? {
            porthole.child.output.split(separator: "\n").compactMap {
                try? JSONDecoder().decode(Listening.self, from: Data($0.utf8))
            }.last { $0.event == "answer.listening" }
        }
        _ = await settle(30) { found() != nil }
        guard let found = found() else { throw Child.Failure("it does not listen: \(porthole.child.output)") }
        return found
    }

    static let pictures = ["PORTHOLE_CAMERA": "test:clock?size=320x180"]

    /// Runs `body` with a porthole that answers on a desk of its own.
    static func withAnswering(
        _ words: [String] = ["--listen", "127.0.0.1:0"], environment: [String: String] = pictures,
        _ body: (Desk, RunningProgram, Listening) async throws -> Void
    ) async throws {
        try await Desk.with { desk in
            try await desk.run(["answer"] + words, environment: environment) { porthole in
                let listening = try await listening(porthole)
                #expect(try await desk.isReached())
                try await body(desk, porthole, listening)
            }
        }
    }

    @Test("it rings in the window, is accepted by a click, connects both ways, and hanging up ends it on both sides")
    func accepted() async throws {
        try await Self.withAnswering { desk, called, listening in
            try await Desk.bare { other in
                try await other.run(["call", listening.address], environment: Self.pictures) { caller in
                    try await called.wait(for: "call call.ringing")
                    let main = try #require(desk.rect(try await desk.state().main().rawValue))
                    // Accept is right of the middle, below the names.
                    try await click(
                        "Accept", in: main, desk, until: { called.story().contains("call session.connected") })
                    try await called.wait(for: "call session.connected")
                    try await caller.wait(for: "call session.connected")
                    try await called.waitForFrames(of: "call", on: "stage")
                    try await caller.waitForFrames(of: "call", on: "stage")
                    try await desk.keepPicture("two-processes")
                    try await other.keepPicture("two-processes-caller")
                    try await desk.order("hang-up")
                    try await caller.wait(for: "call session.ended remote-hang-up")
                    #expect(await caller.child.waitForExit() == 0)
                }
                // It waits for the next one.
                try await called.wait(for: "call session.ended hang-up")
                let next = try await Self.listening(called)
                #expect(next.token != listening.token)
                try await other.run(["call", next.address], environment: Self.pictures) { caller in
                    try await called.wait(for: "call call.ringing", count: 2)
                    try await desk.order("accept")
                    try await called.wait(for: "call session.connected", count: 2)
                    try await caller.wait(for: "call session.connected")
                    caller.child.signal(SIGINT)
                    try await called.wait(for: "call session.ended remote-hang-up")
                }
            }
        }
    }

    /// Clicks a button of the window that rings, and waits for what follows.
    private func click(_ name: String, in main: Rect, _ desk: Desk, until done: () -> Bool) async throws {
        let button = try #require(await Self.place(of: name, in: main.size))
        desk.pointer.move(to: Point(main.x + Int(button.midX), main.y + Int(button.midY)))
        desk.pointer.click()
        _ = await settle(20) { done() }
    }

    /// Where a button is when a call rings that has a name and an address.
    @MainActor private static func place(of name: String, in size: Size) -> CGRect? {
        let view = RingView()
        view.model.caller = Person("x")
        view.model.detail = "y"
        view.frame = CGRect(x: 0, y: 0, width: size.width, height: size.height)
        view.layoutSubviews()
        return view.subviews.first { ($0 as? Button)?.title == name }?.frame
    }

    @Test("declined by ctl, missed by giving up, busy: each side says what it was")
    func refused() async throws {
        try await Self.withAnswering(["--listen", "127.0.0.1:0", "--token", "test-token"]) { desk, called, listening in
            try await Desk.bare { other in
                let words = ["call", listening.site, "--token", "test-token"]
                try await other.run(words) { caller in
                    try await called.wait(for: "call call.ringing")
                    // Another one, while it rings.
                    try await other.run(words + ["--new-instance"]) { second in
                        try await second.wait(for: "call session.ended failed")
                        #expect(second.complaints.contains { $0.contains("is busy") }, "\(second.complaints)")
                    }
                    try await desk.order("decline")
                    try await caller.wait(for: "call session.ended declined")
                    #expect(await caller.child.waitForExit() == 1)
                }
                try await called.wait(for: "call session.ended declined")
                try await other.run(words) { caller in
                    try await called.wait(for: "call call.ringing", count: 2)
                    caller.child.signal(SIGKILL)
                    try await called.wait(for: "call session.ended missed")
                }
                try await other.run(["call", listening.site, "--token", "wrong-token"]) { caller in
                    try await caller.wait(for: "call session.ended failed")
                    #expect(caller.complaints.contains { $0.contains("does not take the token") })
                }
            }
            #expect(try await desk.ctl("accept").output.contains("no call rings"))
        }
    }

    @Test(
        "a caller or an answering side that is killed is a lost peer on the other side, in words",
        arguments: [true, false])
    func killed(isCaller: Bool) async throws {
        try await Self.withAnswering { desk, called, listening in
            try await Desk.bare { other in
                try await other.run(["call", listening.address], environment: Self.pictures) { caller in
                    try await called.wait(for: "call call.ringing")
                    try await desk.order("accept")
                    try await called.wait(for: "call session.connected")
                    try await caller.wait(for: "call session.connected")
                    let (victim, witness) = isCaller ? (caller, called) : (called, caller)
                    victim.child.signal(SIGKILL)
                    try await witness.wait(for: "call session.ended peer-lost")
                    #expect(
                        witness.complaints.contains { $0.contains("lost the other side") }, "\(witness.complaints)")
                }
            }
        }
    }

    @Test("over the network it is encrypted with a certificate of its own; the fingerprint is what is trusted")
    func encrypted() async throws {
        try await withFolder { folder in
            let state = ["XDG_STATE_HOME": folder, "PORTHOLE_CAMERA": "test:clock?size=320x180"]
            let words = ["--listen", "0.0.0.0:0"]
            try await Self.withAnswering(words, environment: state) { desk, called, listening in
                #expect(listening.site.hasPrefix("https://"))
                let fingerprint = try #require(listening.fingerprint)
                let port = try #require(listening.site.split(separator: ":").last)
                let site = "https://127.0.0.1:\(port)/"
                try await Desk.bare { other in
                    let wrong = String(repeating: "0", count: 64)
                    try await other.run(["call", "\(site)#token=\(listening.token)&sha256=\(wrong)"]) { caller in
                        try await caller.wait(for: "call session.ended failed")
                        #expect(caller.complaints.contains { $0.contains("its key is not the one") })
                    }
                    try await other.run(
                        ["call", "\(site)#token=\(listening.token)&sha256=\(fingerprint)"], environment: Self.pictures
                    ) { caller in
                        try await called.wait(for: "call call.ringing")
                        try await desk.order("accept")
                        try await caller.wait(for: "call session.connected")
                        try await caller.waitForFrames(of: "call", on: "stage")
                    }
                }
            }
            // The next run has the same one.
            try await Self.withAnswering(words, environment: state) { _, _, listening in
                let mode = try FileManager.default.attributesOfItem(atPath: folder + "/porthole/answer.pem")
                #expect(mode[.posixPermissions] as? Int == 0o600 && listening.fingerprint != nil)
            }
        }
    }

    @Test("the desktop is told who calls, and its buttons take the call")
    func notification() async throws {
        try await Self.withAnswering { desk, called, listening in
            let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("notifications.py").path
            try await Child.with(
                ["/usr/bin/python3", "-u", script, "accept"], environment: desk.environment
            ) { service in
                try await service.waitForOutput("ready\n")
                try await Desk.bare { other in
                    try await other.run(["call", listening.address]) { caller in
                        try await service.waitForOutput("is calling")
                        try await caller.wait(for: "call session.connected")
                        try await service.waitForOutput("CloseNotification")
                        try await called.wait(for: "call session.connected")
                    }
                }
            }
        }
    }

    @Test(
        "a caller who gives up leaves word: a notification, an event, an entry; it is withdrawn when nobody can accept")
    func missed() async throws {
        try await Self.withAnswering { desk, called, listening in
            let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("notifications.py").path
            try await Child.with(
                ["/usr/bin/python3", "-u", script, "nothing"], environment: desk.environment
            ) { service in
                try await service.waitForOutput("ready\n")
                try await Desk.bare { other in
                    let words = ["call", listening.address, "--name", "Ben O."]
                    try await other.run(words) { caller in
                        try await called.wait(for: "call call.ringing")
                        try await service.waitForOutput("Ben O. is calling")
                        caller.child.signal(SIGINT)
                        try await called.wait(for: "call session.ended missed")
                    }
                    #expect(called.story(of: "call") == ["call.ringing", "call.missed", "session.ended missed"])
                    try await service.waitForOutput("Missed call from Ben O.")
                    let state = try await desk.ctl("state").output
                    #expect(state.contains("\"missed\":[{\"name\":\"Ben O.\",\"address\":\"127.0.0.1\""), "\(state)")
                    #expect(!service.output.contains("CloseNotification"))
                    // The next one rings while the program is ended.
                    try await other.run(["call", listening.address, "--name", "Ann"]) { caller in
                        try await called.wait(for: "call call.ringing", count: 2)
                        try await service.waitForOutput("Ann is calling")
                        called.child.signal(SIGTERM)
                        try await caller.wait(for: "call session.ended failed")
                        #expect(caller.complaints.contains { $0.contains("was just ending") }, "\(caller.complaints)")
                        try await service.waitForOutput("CloseNotification (7,)")
                    }
                }
            }
        }
    }

    @Test("S8: a second call puts the first on hold on both sides, swapping and its end go on with the first")
    func secondCall() async throws {
        try await Self.withAnswering(["--listen", "127.0.0.1:0", "--token", "b64+token/=="]) {
            desk, called, listening in
            #expect(listening.address.hasSuffix("#token=b64%2Btoken%2F%3D%3D"))
            func held(_ desk: Desk, _ name: String) async throws -> Bool { try await desk.state().session(name).held }
            try await Desk.with { first in
                try await first.run(["call", listening.address, "--name", "Ann"], environment: Self.pictures) { ann in
                    try await called.wait(for: "call call.ringing")
                    try await desk.order("accept")
                    try await called.wait(for: "call session.connected")
                    try await called.waitForFrames(of: "call", on: "stage")
                    try await Desk.bare { second in
                        let words = ["call", listening.site, "--token", "b64+token/==", "--name", "Ben"]
                        try await second.run(words, environment: Self.pictures) { ben in
                            try await called.wait(for: "call-2 call.ringing")
                            try await desk.order("accept")
                            try await called.wait(for: "call-2 session.connected")
                            #expect(try await desk.state { try $0.session("call").held && !$0.session("call-2").held })
                            #expect(try await first.state { try $0.session("call").heldByOther })
                            // A third one finds no room.
                            try await second.run(words + ["--new-instance"]) { third in
                                try await third.wait(for: "call session.ended failed")
                                #expect(third.complaints.contains { $0.contains("is busy") }, "\(third.complaints)")
                            }
                            try await called.waitForFrames(of: "call-2", on: "stage")
                            try await desk.order("swap")
                            #expect(try await desk.state { try !$0.session("call").held && $0.session("call-2").held })
                            #expect(try await first.state { try !$0.session("call").heldByOther })
                            try await called.waitForFrames(of: "call", on: "stage")
                            try await desk.order("resume", "--session", "call-2")
                            #expect(try await held(desk, "call"))
                            ben.child.signal(SIGINT)
                            try await called.wait(for: "call-2 session.ended remote-hang-up")
                        }
                    }
                    #expect(try await desk.state { try !$0.session("call").held })
                    #expect(try await first.state { try !$0.session("call").heldByOther })
                    try await called.waitForFrames(of: "call", on: "stage")
                    #expect(try await desk.ctl("swap").output.contains("no call is on hold"))
                    // The caller may hold it as well.
                    try await first.order("hold")
                    #expect(try await desk.state { try $0.session("call").heldByOther })
                    try await first.order("resume")
                    #expect(try await desk.state { try !$0.session("call").heldByOther })
                    try await called.waitForFrames(of: "call", on: "stage")
                }
            }
        }
    }

    @Test("handed over to a porthole that runs, it answers there, once, until the process that asked is ended")
    func handedOver() async throws {
        try await Desk.with { desk in
            try await desk.run([]) { lobby in
                #expect(try await desk.isReached())
                let words = ["answer", "--listen", "[::1]:0"]
                try await desk.run(words) { answering in
                    let listening = try await Self.listening(answering)
                    #expect(listening.site.hasPrefix("http://[::1]:"))
                    try await desk.run(words) { second in
                        #expect(await second.child.waitForExit() == 1)
                        #expect(second.complaints.contains { $0.contains("can't answer calls twice") })
                    }
                    // One's own call is another call: busy.
                    try await Desk.bare { other in
                        try await other.run(["call", listening.address]) { caller in
                            try await answering.wait(for: "call call.ringing")
                            try await desk.order("accept")
                            try await answering.wait(for: "call session.connected")
                            try await caller.wait(for: "call session.connected")
                            try await desk.order("hang-up")
                            try await answering.wait(for: "call session.ended hang-up")
                            #expect(await caller.child.waitForExit() == 0)
                        }
                    }
                    answering.child.signal(SIGINT)
                    #expect(await answering.child.waitForExit() == 130)
                }
                #expect(try await desk.ctl("accept").output.contains("porthole answer does not run here"))
                #expect(lobby.story().isEmpty)
            }
        }
    }

    @Test("the end of a film does not end who waits for calls beside it; that ends the program then, with its own code")
    func filmEndsFirst() async throws {
        for (isHost, code) in [(true, Int32(130)), (false, 0)] {
            try await Desk.with { desk in
                try await desk.run(["watch", "test:solid?fps=30&size=320x180"]) { film in
                    try await film.wait(for: "live session.connected")
                    try await desk.run(["answer", "--listen", "127.0.0.1:0"]) { answering in
                        _ = try await Self.listening(answering)
                        try await desk.order("pip")
                        try await film.wait(for: "live pip.did-start")
                        try await desk.order("close")
                        try await film.wait(for: "live session.ended stop-watching")
                        #expect(try await desk.state().sessions.isEmpty)
                        (isHost ? film : answering).child.signal(SIGINT)
                        #expect(await answering.child.waitForExit() == 130)
                        #expect(await film.child.waitForExit() == code)
                    }
                }
            }
        }
    }

    @Test("what makes no sense is said before anything is opened")
    func badWords() async throws {
        for (words, part, code) in [
            (["answer", "--listen", "nonsense:port"], "no value for --listen", 2),
            (["answer", "--token", "short"], "no value for --token", 2),
            (["answer", "--tls-key", "a"], "makes no sense without --tls-cert", 2),
            (["answer", "x"], "one word too many", 2),
            (["call", "http://example.org/"], "http:// is for this machine alone", 2),
            (["call", "https://a/#sha256=1"], "sha256 is no fingerprint", 2),
        ] {
            let result = try await Program.run(words, display: nil)
            #expect(result.status == Int32(code) && result.output.contains(part), "\(words): \(result)")
        }
        try await Desk.bare { desk in
            let result = try await Program.run(
                ["answer", "--tls-cert", "/nowhere.pem", "--new-instance"], display: desk.environment["DISPLAY"])
            #expect(result.status == 1 && result.output.contains("can't read /nowhere.pem"), "\(result)")
        }
    }
}
