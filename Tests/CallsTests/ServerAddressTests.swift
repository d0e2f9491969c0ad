import Foundation
import Media
import Testing

@testable import Calls

@Suite struct ServerAddressTests {
    @Test("a room is read with its pin, name and token; the token stands in no URL") func room() throws {
        let text = "janus+http://example.org:8088/janus/?room=1234&pin=a%20b&name=Ada#token=t0ken"
        let address = try #require(try ServerAddress.parse(text))
        #expect(address.kind == .room(.number(1234), pin: "a b", name: "Ada"))
        #expect(address.url.absoluteString == "http://example.org:8088/janus" && address.token == "t0ken")
        #expect(address.host == "example.org:8088" && address.title == "Room 1234")
        let short = try #require(try ServerAddress.parse("JANUS+HTTPS://example.org?room=hall", token: "env"))
        #expect(short.url.absoluteString == "https://example.org/janus" && short.token == "env")
        #expect(short.kind == .room(.text("hall"), pin: nil, name: nil))
    }

    @Test("streams and endpoints are read; an endpoint keeps its query") func others() throws {
        let stream = try #require(try ServerAddress.parse("janus+https://h/janus?stream=7&pin=x"))
        #expect(stream.kind == .stream(.number(7), pin: "x"))
        let whep = try #require(try ServerAddress.parse("whep+https://h/live/one?room=3#token=abc", token: "env"))
        #expect(whep.kind == .whep && whep.url.absoluteString == "https://h/live/one?room=3" && whep.token == "abc")
        #expect(try ServerAddress.parse("whip+http://[::1]:80/x")?.kind == .whip)
        #expect(try ServerAddress.parse("whip+http://h/x", token: "")?.token == nil)
    }

    @Test(
        "what is no such address is left to sources",
        arguments: ["https://example.org/", "film.mp4", "test:", "rtsp://h/", "", "janus", "whip:x", "foo+http://h/"])
    func sources(_ text: String) throws { #expect(try ServerAddress.parse(text) == nil) }

    @Test(
        "what is wrong with one is said with the way to write it",
        arguments: [
            ("janus+http://h/janus", "room"), ("janus+http://h/janus?room=1&stream=2", "room"),
            ("janus+http://h/janus?room=", "no value"), ("janus+http://h/janus?room=1&room=2", "two"),
            ("janus+http://h/janus?rom=1", "\"rom\""), ("janus+ftp://h/janus?room=1", "janus+ftp"),
            ("janus+http:///janus?room=1", "host"), ("whep+https://a:b@h/", "password"),
            ("whep+https://h/#tok=1", "token"), ("whep+https://h/#token=a%0Ab", "token"), ("whip+https:", "host"),
            ("janus+http://h/janus?stream=1&name=x", "room"), ("whip+https://h/a b", "URL"),
        ])
    func wrong(_ text: String, _ part: String) {
        let error = #expect(throws: MediaError.self) { try ServerAddress.parse(text) }
        #expect(error?.code == .usage && error?.description.contains(part) == true, "\(String(describing: error))")
        #expect(error?.remedy.isEmpty == false)
    }

    @Test("a huge one is refused") func huge() {
        let text = "whep+https://h/" + String(repeating: "x", count: 100_000)
        #expect(throws: MediaError.self) { try ServerAddress.parse(text) }
    }
}
