import Foundation
import Geometry
import Glibc
import PortholeKit
import TestSupport
import Testing

/// `porthole call` without an address: the program and its echo peer, two processes over WebRTC.
@Suite(.timeLimit(.minutes(10)), .serialized) struct EchoCallTests {
    private struct Quality: Decodable {
        let codec: String?
        let size: [Int]?
        let fps: Double?
        let rtt: Double?
    }
    private struct State: Decodable {
        struct Session: Decodable { let quality: Quality? }
        let sessions: [Session]
    }

    /// The processes that a process has started, by their numbers.
    private func children(of parent: pid_t) -> [pid_t] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap { pid_t($0) }.filter { pid in
            guard let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
                let end = stat.lastIndex(of: ")")
            else { return false }
            return stat[end...].split(separator: " ").dropFirst(2).first == "\(parent)"
        }
    }

    /// The only child that it has by now: its echo peer.
    private func echoPeer(of porthole: RunningProgram) throws -> pid_t {
        try #require(children(of: porthole.child.pid).first, "no child: \(porthole.child.output)")
    }

    private func isThere(_ pid: pid_t) -> Bool { kill(pid, 0) == 0 }

    @Test("it connects, shows the other side, tells how good it is; hanging up ends both processes")
    func hangUp() async throws {
        try await Desk.with { desk in
            try await desk.run(["call"]) { porthole in
                try await porthole.wait(for: "call session.connected")
                try await porthole.waitForFrames(of: "call", on: "stage")
                let echo = try echoPeer(of: porthole)
                var quality: Quality?
                for _ in 0..<100 where (quality?.fps ?? 0) == 0 {
                    let text = try await desk.ctl("state").output
                    quality = try JSONDecoder().decode(State.self, from: Data(text.utf8)).sessions.first?.quality
                }
                #expect(quality?.codec == "VP8" && quality?.size == [640, 360], "\(String(describing: quality))")
                #expect(quality?.fps ?? 0 > 0 && quality?.rtt ?? 0 > 0)
                // Without a camera an own picture is no part of it.
                #expect(porthole.child.output.contains("\"quality\":{"))
                try await desk.order("hang-up")
                #expect(await porthole.child.waitForExit() == 0)
                #expect(porthole.story() == ["call session.connected", "call session.ended hang-up"])
                #expect(!isThere(echo))
            }
        }
    }

    @Test("an echo peer that is killed is a lost peer: a sentence and code 1")
    func killed() async throws {
        try await Desk.with { desk in
            try await desk.run(["call", "--pip"]) { porthole in
                try await porthole.wait(for: "call pip.did-start")
                kill(try echoPeer(of: porthole), SIGKILL)
                try await porthole.wait(for: "call session.ended peer-lost")
                #expect(await porthole.child.waitForExit() == 1)
                #expect(porthole.complaints.contains { $0.contains("the echo peer was killed (signal 9)") })
                #expect(
                    porthole.story(of: "call") == [
                        "session.connected", "pip.will-start", "pip.did-start", "pip.will-stop", "pip.did-stop",
                        "session.ended peer-lost",
                    ])
            }
        }
    }

    @Test("an echo peer that stands still is a lost peer, by its silence, and is gone afterwards")
    func stopped() async throws {
        try await Desk.with { desk in
            try await desk.run(["call"]) { porthole in
                try await porthole.wait(for: "call session.connected")
                let echo = try echoPeer(of: porthole)
                kill(echo, SIGSTOP)
                try await porthole.wait(for: "call session.ended peer-lost")
                #expect(await porthole.child.waitForExit() == 1)
                #expect(porthole.complaints.contains { $0.contains("lost the other side: nothing came from it") })
                #expect(!isThere(echo))
            }
        }
    }

    @Test("SIGTERM says goodbye, SIGKILL does not: the echo peer leaves either way", arguments: [SIGTERM, SIGKILL])
    func ended(_ signal: Int32) async throws {
        try await Desk.with { desk in
            try await desk.run(["call"]) { porthole in
                try await porthole.wait(for: "call session.connected")
                let echo = try echoPeer(of: porthole)
                porthole.child.signal(signal)
                #expect(await porthole.child.waitForExit() == (signal == SIGTERM ? 130 : 137))
                #expect(await settle { !isThere(echo) })
            }
        }
    }

    @Test("the camera's picture is shown beside the other side's; without one, turning it on says that there is none")
    func camera() async throws {
        try await Desk.with { desk in
            let solid = ["PORTHOLE_CAMERA": "test:solid?color=e040fb&size=320x180"]
            try await desk.run(["call"], environment: solid) { porthole in
                try await porthole.wait(for: "call session.connected")
                let main = try #require(desk.rect(try await desk.state().main().rawValue))
                func isSeen() -> Bool {
                    stride(from: main.x + 20, to: main.maxX, by: 20).contains { x in
                        stride(from: main.y + 20, to: main.maxY, by: 20).contains {
                            desk.sees(0xe040fb, at: Point(x, $0))
                        }
                    }
                }
                #expect(await settle { isSeen() })
                try await desk.order("camera", "off")
                #expect(await settle { !isSeen() })
            }
            let broken = ["PORTHOLE_CAMERA": "camera:/dev/nowhere"]
            try await desk.run(["call"], environment: broken) { porthole in
                try await porthole.wait(for: "call session.connected")
                #expect(await settle { porthole.complaints.contains { $0.contains("there is no such device") } })
                try await porthole.waitForFrames(of: "call", on: "stage")
            }
        }
    }

    @Test("twenty calls in a row in one instance leave no process, thread or file open")
    func manyCalls() async throws {
        try await Desk.with { desk in
            try await desk.run([]) { lobby in
                #expect(try await desk.isReached())
                let pid = lobby.child.pid
                func count(_ folder: String) -> Int {
                    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/\(folder)").count) ?? 0
                }
                func call() async throws {
                    try await desk.run(["call"]) { porthole in
                        try await porthole.wait(for: "call session.connected")
                        try await desk.order("hang-up")
                        #expect(await porthole.child.waitForExit() == 0, "\(porthole.child.output)")
                    }
                }
                for _ in 0..<3 { try await call() }
                let (threads, files) = (count("task"), count("fd"))
                for _ in 0..<20 { try await call() }
                // Workers of Dispatch and GLib come and go; a leak would be one a call at least.
                #expect(await settle(10) { count("task") <= threads + 8 }, "\(threads) \(count("task"))")
                #expect(await settle(10) { count("fd") <= files + 8 }, "\(files) \(count("fd"))")
                #expect(await settle { children(of: pid).isEmpty })
            }
        }
    }
}
