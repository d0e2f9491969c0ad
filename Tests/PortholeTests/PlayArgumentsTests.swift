import Scenario
import Testing

@testable import porthole

@Suite("The command line of play", .timeLimit(.minutes(10)))
struct PlayArgumentsTests {
    @Test("play records into .webm and .mp4")
    func record() throws {
        func file(_ name: String) throws -> String? {
            guard case .play(let options) = try Arguments.parse(["play", "a.scenario", "--record", name]) else {
                return nil
            }
            return options.record
        }
        #expect(try file("out/a.webm") == "out/a.webm")
        #expect(try file("a.mp4") == "a.mp4")
        for (name, nearest) in [("a.avi", nil), ("out/a", "--record out/a.webm"), ("out/", nil)] as [(String, String?)]
        {
            let error = #expect(throws: ArgumentError.self) { try file(name) }
            #expect(error?.nearest == nearest && error?.word == name, "\(String(describing: error))")
        }
        let stray = #expect(throws: ArgumentError.self) { try Arguments.parse(["wm-check", "--record", "a.webm"]) }
        #expect(stray?.reason == .flagOfAnotherCommand(.wmCheck))
    }

    @Test("sessions may leave their mini window to the manager")
    func managed() throws {
        #expect(
            try Arguments.parse(["call", "a.mp4", "--managed"])
                == .call(source: "a.mp4", alsoWatch: nil, SessionOptions(isManaged: true)))
        #expect(throws: ArgumentError.self) { try Arguments.parse(["play", "a.scenario", "--managed"]) }
    }
}
