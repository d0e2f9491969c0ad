import Foundation
import Geometry
import PortholeKit
import TestSupport
import Testing

@testable import porthole

/// Other programs as the other end of a call: a browser through the page, and aiortc. Skipped, with the reason, where they
/// are not installed (`PORTHOLE_PEERS=all scripts/test` installs them).
@Suite(.timeLimit(.minutes(10)), .serialized) struct RealPeerTests {
    /// A helper beside this file.
    private static func helper(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(name).path
    }

    private static let hasBrowser =
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/chromium")
        }

    private static let token = "a-test-token"

    /// An answering porthole that sends a scene.
    private func withAnswering(
        _ listen: String = "127.0.0.1:0", environment: [String: String] = [:],
        _ body: (Desk, RunningProgram, DirectCallTests.Listening) async throws -> Void
    ) async throws {
        let all = DirectCallTests.pictures.merging(environment) { $1 }
        try await DirectCallTests.withAnswering(
            ["--listen", listen, "--token", Self.token], environment: all, body)
    }

    private func withBrowser(
        _ site: String, _ steps: [String], _ body: (Child) async throws -> Void
    ) async throws {
        let url = "\(site)/#token=\(Self.token)&name=Bo%20Browser&join"
        try await Child.with(["/usr/bin/python3", "-u", Self.helper("browser.py"), url] + steps) { browser in
            try await body(browser)
        }
    }

    @Test(
        "a browser joins, sees and is seen, turns its camera off and on, and leaves; over TLS too",
        .enabled(if: hasBrowser, "chromium is not installed"), arguments: ["127.0.0.1:0", "0.0.0.0:0"])
    func browser(listen: String) async throws {
        try await withFolder { folder in
            try await withAnswering(listen, environment: ["XDG_STATE_HOME": folder]) { desk, porthole, listening in
                let steps = [
                    "state:joining", "state:call", "frames:20", "until:\(folder)/seen", "click:camera", "click:camera",
                    "frames:60", "click:leave", "state:ended", "says:You left the call",
                ]
                try await withBrowser(listening.site, steps) { browser in
                    try await porthole.wait(for: "call call.ringing")
                    #expect(porthole.child.output.contains("\"name\":\"Bo Browser\""))
                    try await desk.order("accept")
                    try await porthole.wait(for: "call session.connected")
                    try await browser.waitForOutput("ok frames:20")
                    #expect(await settle { porthole.shown("call", on: "stage") > 20 })
                    try await desk.keepPicture("browser")
                    #expect(FileManager.default.createFile(atPath: folder + "/seen", contents: nil))
                    #expect(await browser.waitForExit() == 0, "\(browser.output)")
                }
                try await porthole.wait(for: "call session.ended remote-hang-up")
            }
        }
    }

    @Test(
        "a call put on hold is so in the browser too, sends no pictures, and comes back on both sides",
        .enabled(if: hasBrowser, "chromium is not installed"))
    func browserOnHold() async throws {
        try await withAnswering { desk, porthole, listening in
            let steps = ["state:call", "frames:10", "says:has put the call on hold", "frames:20", "state:ended"]
            try await withBrowser(listening.site, steps) { browser in
                try await porthole.wait(for: "call call.ringing")
                try await desk.order("accept")
                try await browser.waitForOutput("ok frames:10")
                try await desk.order("hold")
                try await browser.waitForOutput("ok says:has put the call on hold")
                // Neither has a picture of the other now: it sends none either.
                func isOff() async throws -> Bool {
                    try await desk.ctl("state").output.contains("\"camera\":false")
                }
                for _ in 0..<100 where try await !isOff() {}
                #expect(try await isOff())
                try await desk.order("resume")
                try await browser.waitForOutput("ok frames:20")
                try await porthole.waitForFrames(of: "call", on: "stage")
                try await desk.order("hang-up")
                #expect(await browser.waitForExit() == 0, "\(browser.output)")
            }
        }
    }

    @Test(
        "hanging up here ends it in the browser; a page that is closed, or a browser that is killed, ends it here",
        .enabled(if: hasBrowser, "chromium is not installed"))
    func browserEnds() async throws {
        try await withAnswering { desk, porthole, listening in
            try await withBrowser(
                listening.site, ["state:call", "frames:5", "state:ended", "says:The other side hung up"]
            ) {
                browser in
                try await porthole.wait(for: "call call.ringing")
                try await desk.order("accept")
                try await browser.waitForOutput("ok frames:5")
                try await desk.order("hang-up")
                #expect(await browser.waitForExit() == 0, "\(browser.output)")
            }
            try await withBrowser(listening.site, ["state:call", "frames:5", "hide", "says:x"]) { browser in
                try await porthole.wait(for: "call call.ringing", count: 2)
                try await desk.order("accept")
                try await browser.waitForOutput("ok hide")
                try await porthole.wait(for: "call session.ended remote-hang-up")
            }
            try await withBrowser(listening.site, ["state:call", "frames:5"]) { browser in
                try await porthole.wait(for: "call call.ringing", count: 3)
                try await desk.order("accept")
                // It is killed at its end, without a word.
                #expect(await browser.waitForExit() == 0, "\(browser.output)")
                try await porthole.wait(for: "call session.ended peer-lost")
            }
        }
    }

    @Test(
        "a browser that is declined, or comes while another call rings, or has the wrong code, says so",
        .enabled(if: hasBrowser, "chromium is not installed"))
    func browserRefused() async throws {
        try await withAnswering { desk, porthole, listening in
            try await withBrowser(listening.site, ["says:Ringing", "says:The call was declined", "state:ended"]) {
                first in
                try await porthole.wait(for: "call call.ringing")
                try await first.waitForOutput("ok says:Ringing")
                try await withBrowser(listening.site, ["says:Busy"]) { second in
                    #expect(await second.waitForExit() == 0, "\(second.output)")
                }
                try await desk.order("decline")
                #expect(await first.waitForExit() == 0, "\(first.output)")
            }
            let wrong = "\(listening.site)/#token=another-token&join"
            let steps = ["says:The code is missing or wrong"]
            try await Child.with(["/usr/bin/python3", "-u", Self.helper("browser.py"), wrong] + steps) { browser in
                #expect(await browser.waitForExit() == 0, "\(browser.output)")
            }
        }
    }

    @Test(
        "a browser reaches a side that is behind a relay by the servers that the page gives it, through them alone",
        .enabled(if: hasBrowser && RelayServer.isInstalled, "chromium or coturn is not installed"))
    func browserByRelay() async throws {
        try await RelayServer.with { relay in
            let flags = ["--relay-only", "--token", Self.token, "--listen", "127.0.0.1:0"]
            let environment = DirectCallTests.pictures.merging(["PORTHOLE_ICE_SERVERS": relay.address()]) { $1 }
            try await DirectCallTests.withAnswering(flags, environment: environment) { desk, porthole, listening in
                try await withBrowser(listening.site, ["state:call", "frames:20", "click:leave", "state:ended"]) {
                    browser in
                    try await porthole.wait(for: "call call.ringing")
                    try await desk.order("accept")
                    try await browser.waitForOutput("ok frames:20")
                    // The browser's, and this side's.
                    #expect(relay.allocations >= 2)
                    #expect(await browser.waitForExit() == 0, "\(browser.output)")
                }
                try await porthole.wait(for: "call session.ended remote-hang-up")
            }
        }
    }

    @Test(
        "a browser without camera and microphone joins all the same, and sees the other side",
        .enabled(if: hasBrowser, "chromium is not installed"))
    func browserWithoutCamera() async throws {
        try await withAnswering { desk, porthole, listening in
            try await withBrowser(listening.site, ["deny", "state:call", "frames:20", "click:leave", "state:ended"]) {
                browser in
                try await porthole.wait(for: "call call.ringing")
                try await desk.order("accept")
                #expect(await browser.waitForExit() == 0, "\(browser.output)")
                try await porthole.wait(for: "call session.ended remote-hang-up")
            }
        }
    }

    /// The Python that has aiortc; nil with the reason when it can't be had.
    private func python() async throws -> (path: String?, why: String) {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("scripts/peers").path
        let result = try await Child.run([script], timeout: 300)
        let last = result.output.split(separator: "\n").last.map(String.init) ?? ""
        return result.status == 0 ? (last, "") : (nil, result.output)
    }

    @Test(
        "a caller who is reached and never exchanges keys fails the call within its limit, in words",
        .enabled(if: ProcessInfo.processInfo.environment["PORTHOLE_PEERS"] == "all", "PORTHOLE_PEERS is not \"all\""))
    func noKeys() async throws {
        let (python, why) = try await python()
        guard let python else {
            print("skipped: \(why)")
            return
        }
        try await withAnswering { desk, porthole, listening in
            let words = [python, "-u", Self.helper("ice_caller.py"), listening.site, Self.token]
            try await Child.with(words) { caller in
                try await porthole.wait(for: "call call.ringing")
                try await desk.order("accept")
                try await caller.waitForOutput("reached")
                try await porthole.wait(for: "call session.ended failed")
                #expect(
                    porthole.complaints.contains { $0.contains("did not answer within 15 s") }, "\(porthole.complaints)"
                )
            }
        }
    }

    @Test(
        "aiortc calls, sends and receives, and leaves by DELETE; one that vanishes is lost; one that is hung up on ends",
        .enabled(if: ProcessInfo.processInfo.environment["PORTHOLE_PEERS"] == "all", "PORTHOLE_PEERS is not \"all\""),
        arguments: [
            ("delete", "call session.ended remote-hang-up"), ("vanish", "call session.ended peer-lost"),
            ("wait", "call session.ended hang-up"),
        ])
    func aiortc(ending: String, end: String) async throws {
        let (python, why) = try await python()
        guard let python else {
            // Swift Testing has no skip from within a test.
            print("skipped: \(why)")
            return
        }
        try await withAnswering { desk, porthole, listening in
            let words = [python, "-u", Self.helper("aiortc_caller.py"), listening.site, Self.token, "30", ending]
            try await Child.with(words) { caller in
                try await porthole.wait(for: "call call.ringing")
                try await desk.order("accept")
                try await porthole.wait(for: "call session.connected")
                try await caller.waitForOutput("frames 30")
                try await caller.waitForOutput("sound")
                if ending == "wait" {
                    try await porthole.waitForFrames(of: "call", on: "stage")
                    try await desk.keepPicture("aiortc")
                    try await desk.order("hang-up")
                }
                try await porthole.wait(for: end)
                if ending == "delete" { try await caller.waitForOutput("deleted 200") }
                if ending == "wait" { try await caller.waitForOutput("over") }
            }
        }
    }
}
