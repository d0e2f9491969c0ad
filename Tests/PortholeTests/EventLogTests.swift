import PortholeKit
import Dispatch
import Foundation
import Geometry
import Glibc
import Testing

@testable import porthole

@Suite("Events", .timeLimit(.minutes(10)))
struct EventLogTests {
    @Test(
        "each event is one JSON object with event, time and session first",
        arguments: [
            (.connected, #"{"event":"session.connected","time":12.000345,"session":"watch"}"#),
            (
                .ended(.endOfStream),
                #"{"event":"session.ended","time":12.000345,"session":"watch","reason":"end-of-stream"}"#
            ),
            (.pipWillStart, #"{"event":"pip.will-start","time":12.000345,"session":"watch"}"#),
            (
                .pipDidStart(window: 31_457_283),
                #"{"event":"pip.did-start","time":12.000345,"session":"watch","window":31457283}"#
            ),
            (.pipWillStop, #"{"event":"pip.will-stop","time":12.000345,"session":"watch"}"#),
            (.pipDidStop, #"{"event":"pip.did-stop","time":12.000345,"session":"watch"}"#),
            (
                .pipFailed(error: "no \"display\""),
                #"{"event":"pip.failed","time":12.000345,"session":"watch","error":"no \"display\""}"#
            ),
            (.pipRestore, #"{"event":"pip.restore","time":12.000345,"session":"watch"}"#),
            (.pipContested, #"{"event":"pip.contested","time":12.000345,"session":"watch"}"#),
            (
                .frames([.mini: FrameCounts(shown: 30, dropped: 1, converted: 31), .stage: FrameCounts()]),
                #"{"event":"frames","time":12.000345,"session":"watch","hosts":{"#
                    + #""stage":{"shown":0,"dropped":0,"converted":0},"mini":{"shown":30,"dropped":1,"converted":31}}}"#
            ),
        ] as [(SessionEvent.Change, String)])
    func lines(change: SessionEvent.Change, expected: String) throws {
        let line = SessionEvent(session: "watch", change: change).json(at: 12_000_345_999)
        #expect(line == expected)
        _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
    }

    @Test(
        "any string survives the way through JSON, in one line",
        arguments: [
            "", "plain", "quote \" backslash \\ slash /", "line\nbreak\r\ttab", "\u{0}\u{1}\u{1F}\u{7F}\u{85}\u{9F}",
            "\u{2028}\u{2029}", "ünïcödé 日本 👩‍👩‍👧", "\u{FFFF}\u{10FFFF}",
        ])
    func escaping(text: String) throws {
        let json = JSONText.string(text)
        #expect(!json.contains { $0.isNewline })
        let back = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed) as? String
        #expect(back.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
    }

    @Test(
        "times have six decimals",
        arguments: [
            (0, "0.000000"), (999, "0.000000"), (1000, "0.000001"), (1_000_000_000, "1.000000"), (-5, "0.000000"),
            (123_456_789_012_345, "123456.789012"),
        ] as [(Int64, String)])
    func times(nanoseconds: Int64, expected: String) {
        #expect(JSONText.seconds(nanoseconds) == expected)
    }

    @Test("events of many threads come out whole, with times that never run backwards")
    func threads() throws {
        let pipe = try Pipe()
        let log = EventLog(to: pipe.input)
        DispatchQueue.concurrentPerform(iterations: 100) {
            log.record(SessionEvent(session: "s\($0)", change: .connected))
        }
        log.finish()
        let lines = pipe.closeAndRead().split(separator: "\n")
        #expect(lines.count == 100)
        var last = 0.0
        var sessions: Set<String> = []
        for line in lines {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let time = try #require(object["time"] as? Double)
            #expect(time >= last)
            last = time
            sessions.insert(try #require(object["session"] as? String))
        }
        #expect(sessions.count == 100)
    }

    @Test("a reader that goes away ends the log, once, and not the program")
    func closedPipe() throws {
        let pipe = try Pipe()
        let closings = Lock(0)
        let log = EventLog(to: pipe.input, onClosed: { closings.withLock { $0 += 1 } })
        pipe.closeOutput()
        for _ in 0..<10 { log.record(SessionEvent(session: "watch", change: .connected)) }
        log.finish()
        #expect(closings.withLock { $0 } == 1)
    }

    @Test("a reader that does not read never holds the caller up, and costs frames events first")
    func stuckReader() throws {
        let pipe = try Pipe()
        let log = EventLog(to: pipe.input)
        let long = String(repeating: "x", count: 70_000)
        log.record(SessionEvent(session: long, change: .connected))
        for _ in 0..<2 * LineWriter.backlog { log.record(SessionEvent(session: "watch", change: .frames([:]))) }
        log.record(SessionEvent(session: "watch", change: .ended(.quit)))
        let lines = Lock<[Substring]>([])
        let reading = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            let text = pipe.read()
            lines.withLock { $0 = text.split(separator: "\n") }
            reading.signal()
        }
        log.finish()
        pipe.closeInput()
        reading.wait()
        let got = lines.withLock { $0 }
        #expect(got.count < 2 * LineWriter.backlog)
        #expect(got.first?.count ?? 0 > 70_000)
        #expect(got.last?.contains("session.ended") == true)
    }

    @Test("a descriptor that does not block is waited for")
    func nonBlocking() throws {
        let pipe = try Pipe()
        _ = fcntl(pipe.input, F_SETFL, O_NONBLOCK)
        let writer = LineWriter(to: pipe.input)
        writer.write(String(repeating: "y", count: 300_000))
        let length = Lock(0)
        let reading = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            let count = pipe.read().count
            length.withLock { $0 = count }
            reading.signal()
        }
        #expect(writer.finish(within: 30))
        pipe.closeInput()
        reading.wait()
        #expect(length.withLock { $0 } == 300_001)
    }
}
