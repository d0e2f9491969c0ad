import Foundation
import Geometry
import Glibc
import PortholeKit
import TestSupport
import Testing

@testable import porthole

/// Rooms and streams of a real Janus. Skipped, with the reason, where there can be none.
@Suite(
    .timeLimit(.minutes(10)), .serialized,
    .enabled(if: JanusProcess.obstacle == nil, Comment(rawValue: JanusProcess.obstacle ?? "")))
struct JanusRealPeerTests {
    private static let camera = ["PORTHOLE_CAMERA": "test:counter?size=160x90&fps=10"]

    @Test("three in a room see each other; one speaks, mutes, turns the camera off and leaves; the others go on")
    func three() async throws {
        try await JanusProcess.with { janus in
            try await Desk.with { desk in
                let room = "\(janus.address)?room=1234"
                try await desk.run(["call", "\(room)&name=Ada"], environment: Self.camera) { porthole in
                    try await porthole.wait(for: "call session.connected")
                    let bo = try await Guest(room, name: "Bo", sound: .tone)
                    let cy = try await Guest("\(room)&name=Cy", name: "not this one")
                    for (guest, others) in [(bo, ["Ada", "Cy"]), (cy, ["Ada", "Bo"])] {
                        #expect(await guest.hears("connected"))
                        let seesAll = await guest.sees { people in
                            people.count == 2 && others.allSatisfy { people[$0]?.hasVideo == true }
                        }
                        #expect(seesAll)
                    }
                    try await porthole.waitForFrames(of: "call", on: "stage")
                    try await desk.keepPicture("janus")
                    #expect(await cy.sees { $0["Bo"]?.isSpeaking == true && $0["Ada"]?.isSpeaking == false })
                    await bo.setMicrophone(false)
                    #expect(await cy.sees { $0["Bo"]?.isMicrophoneOn == false && $0["Bo"]?.isSpeaking == false })
                    #expect(await cy.people["Ada"]?.isMicrophoneOn == true)
                    await bo.setCamera(false)
                    #expect(await cy.sees { $0["Bo"]?.hasVideo == false && $0["Ada"]?.hasVideo == true })
                    await bo.setCamera(true)
                    #expect(await cy.sees { $0["Bo"]?.hasVideo == true })
                    await bo.leave()
                    #expect(await cy.sees { $0["Bo"] == nil && $0.count == 1 })
                    try await porthole.waitForFrames(of: "call", on: "stage")
                    try await desk.order("hang-up")
                    #expect(await porthole.child.waitForExit() == 0, "\(porthole.complaints)")
                    #expect(await cy.sees { $0.isEmpty })
                    await cy.leave()
                }
            }
        }
    }

    @Test(
        "L3: a screen is a second sender in a room; who shares it does not see it as somebody; it goes, the camera stays"
    )
    func screen() async throws {
        try await JanusProcess.with { janus in
            try await Desk.with { desk in
                let room = "\(janus.address)?room=1234"
                try await desk.run(["call", "\(room)&name=Ada"], environment: Self.camera) { porthole in
                    try await porthole.wait(for: "call session.connected")
                    let bo = try await Guest(room, name: "Bo")
                    #expect(await bo.sees { $0["Ada"]?.hasVideo == true })
                    try await desk.order("share", "region", "320x240+0+0")
                    #expect(await bo.sees { $0["Ada (screen)"]?.isSharingScreen == true })
                    #expect(await bo.people["Ada (screen)"]?.shownName == "Ada's screen")
                    #expect(await bo.people["Ada"]?.hasVideo == true)
                    let own = try await desk.ctl("state").output
                    #expect(own.contains("\"name\":\"Bo\"") && !own.contains("(screen)"), "\(own)")
                    try await desk.order("share", "stop")
                    #expect(await bo.sees { $0["Ada (screen)"] == nil && $0["Ada"]?.hasVideo == true })
                    // The other way round: the screen is what a single picture shows.
                    await bo.share("test:solid?color=20c040&size=320x240&fps=15")
                    var shows = false
                    for _ in 0..<200 where !shows {
                        shows = try await desk.ctl("state").output.contains("\"screen\":true")
                    }
                    #expect(shows)
                    await bo.leave()
                    try await desk.order("hang-up")
                    #expect(await porthole.child.waitForExit() == 0, "\(porthole.complaints)")
                }
            }
        }
    }

    @Test(
        "a Janus that is killed, or stands still, is a lost peer within seconds: a sentence and code 1",
        arguments: [SIGKILL, SIGSTOP])
    func dies(_ signal: Int32) async throws {
        try await JanusProcess.with { janus in
            try await Desk.with { desk in
                let words = ["call", "\(janus.address)?room=1234", "--pip"]
                try await desk.run(words, environment: Self.camera) { porthole in
                    let bo = try await Guest("\(janus.address)?room=1234", name: "Bo")
                    #expect(await bo.hears("connected"))
                    try await porthole.wait(for: "call pip.did-start")
                    try await porthole.waitForFrames(of: "call", on: "mini")
                    kill(janus.child.pid, signal)
                    try await porthole.wait(for: "call session.ended peer-lost")
                    #expect(await porthole.child.waitForExit() == 1)
                    let isTold = porthole.complaints.contains { $0.contains("can't be in the room 1234") }
                    #expect(isTold, "\(porthole.complaints)")
                    #expect(await bo.hears("interrupted"))
                    #expect(await bo.hears("lost"))
                    await bo.leave()
                    kill(janus.child.pid, SIGCONT)
                }
            }
        }
    }

    @Test(
        "a room that does not let one in says why, code 1",
        arguments: [
            ("call", "room=77&pin=wrong", "the pin is wrong"), ("call", "room=77", "it wants a pin"),
            ("call", "room=99", "there is no such room"), ("call", "room=none", "room"),
            ("watch", "stream=99", "there is no such stream"),
        ])
    func refused(command: String, query: String, words: String) async throws {
        try await JanusProcess.with { janus in
            try await Desk.bare { desk in
                try await desk.run([command, "\(janus.address)?\(query)", "--new-instance"]) { porthole in
                    #expect(await porthole.child.waitForExit() == 1)
                    #expect(porthole.complaints.contains { $0.contains(words) }, "\(porthole.complaints)")
                }
            }
        }
    }

    @Test("with the right pin one is in; in a room for one the second is told that it is full")
    func pinAndFull() async throws {
        try await JanusProcess.with { janus in
            let ada = try await Guest("\(janus.address)?room=77&pin=secret", name: "Ada")
            let bo = try await Guest("\(janus.address)?room=77&pin=secret", name: "Bo")
            #expect(await ada.hears("connected"))
            #expect(await ada.sees { $0["Bo"]?.hasVideo == true })
            let first = try await Guest("\(janus.address)?room=88", name: "Cy")
            #expect(await first.hears("connected"))
            let second = try await Guest("\(janus.address)?room=88", name: "Di")
            #expect(await second.problem(within: 20)?.contains("the room is full") == true)
            for guest in [ada, bo, first, second] { await guest.leave() }
        }
    }

    @Test("a stream is watched, VP8 and H.264; hanging up ends it", arguments: [false, true])
    func stream(h264: Bool) async throws {
        try await JanusProcess.with { janus in
            try await janus.feed(h264: h264) {
                try await Desk.with { desk in
                    try await desk.run(["watch", "\(janus.address)?stream=\(h264 ? 2 : 1)"]) { porthole in
                        try await porthole.wait(for: "live session.connected")
                        try await porthole.waitForFrames(of: "live", on: "stage")
                        kill(janus.child.pid, SIGKILL)
                        try await porthole.wait(for: "live session.ended failed")
                        #expect(await porthole.child.waitForExit() == 1)
                        #expect(
                            porthole.complaints.contains { $0.contains("lost") }, "\(porthole.complaints)")
                    }
                }
            }
        }
    }

    @Test("ten times in and out of a room leave no thread and no file open") func leaks() async throws {
        try await JanusProcess.with { janus in
            func count(_ folder: String) -> Int {
                (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count) ?? 0
            }
            let host = try await Guest("\(janus.address)?room=1234", name: "Host")
            #expect(await host.hears("connected"))
            func visit() async throws {
                let guest = try await Guest("\(janus.address)?room=1234", name: "Guest")
                #expect(await guest.sees { $0["Host"]?.hasVideo == true })
                await guest.leave()
                #expect(await host.sees { $0.isEmpty })
            }
            for _ in 0..<3 { try await visit() }
            let (threads, files) = (count("task"), count("fd"))
            for _ in 0..<10 { try await visit() }
            // Workers of Dispatch and GLib come and go; a leak would be one a visit at least.
            #expect(await settle(10) { count("task") <= threads + 8 }, "\(threads) \(count("task"))")
            #expect(await settle(10) { count("fd") <= files + 8 }, "\(files) \(count("fd"))")
            await host.leave()
        }
    }
}
