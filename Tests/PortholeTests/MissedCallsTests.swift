import Foundation
import Testing

@testable import porthole

@Suite("Missed calls") struct MissedCallsTests {
    private func at(_ minute: Double) -> Date { Date(timeIntervalSince1970: minute * 60) }

    @Test("the newest comes first; one who calls again and again is one entry, and others in between make another")
    func order() {
        var missed = MissedCalls()
        missed.note(name: "Ben", address: "a", at: at(1))
        missed.note(name: "Ben", address: "a", at: at(2))
        missed.note(name: "Ben", address: "b", at: at(3))
        missed.note(name: "Ann", address: "a", at: at(4))
        missed.note(name: "Ben", address: "a", at: at(5))
        #expect(missed.entries.map(\.name) == ["Ben", "Ann", "Ben", "Ben"])
        #expect(missed.entries.map(\.count) == [1, 1, 1, 2] && missed.entries.last?.time == at(2))
        #expect(Set(missed.entries.map(\.id)).count == 4)
    }

    @Test("nobody fills the window by calling, and what was seen to is gone")
    func bounded() throws {
        var missed = MissedCalls()
        for index in 0..<100 { missed.note(name: "caller \(index)", address: "a", at: at(1)) }
        #expect(missed.entries.count == MissedCalls.most && missed.entries.first?.name == "caller 99")
        let id = try #require(missed.entries.first?.id)
        let isFirst = missed.dismiss(id)
        let isSecond = missed.dismiss(id)
        #expect(isFirst && !isSecond && missed.entries.first?.name == "caller 98")
        let isOfSession = missed.dismiss("call")
        #expect(!isOfSession)
    }

    @Test("as JSON, names are text whatever they are")
    func json() throws {
        var missed = MissedCalls()
        missed.note(name: "\"B\\en\u{7}", address: "::1", at: at(0))
        let text = try #require(missed.entries.first?.json)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(object["name"] as? String == "\"B\\en\u{7}" && object["count"] as? Int == 1)
        #expect(object["time"] as? String == "1970-01-01T00:00:00Z")
    }
}
