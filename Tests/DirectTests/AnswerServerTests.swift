import Foundation
import Geometry
import TestSupport
import Testing

@testable import Calls

/// What the answering side says to well-formed requests.
@Suite("The answering side", .timeLimit(.minutes(10)), .serialized) struct AnswerServerTests {
    @Test("the page and its parts are there, with strict headers; nothing else is")
    func page() async throws {
        try await Door.with { door in
            let page = try await door.ask("GET", "/")
            #expect(page.status == 200 && String(decoding: page.body, as: UTF8.self).contains("<!doctype html>"))
            #expect(page.field("Content-Type") == "text/html; charset=utf-8")
            #expect(try await door.ask("GET", "/join.js").status == 200)
            #expect(try await door.ask("GET", "/join.css").field("Content-Type") == "text/css; charset=utf-8")
            #expect(try await door.ask("POST", "/", [], "x").status == 405)
            for path in ["/index.html", "/join.js%00", "/call/x", "/%2e%2e/%2e%2e/etc/passwd", "/Web/join.js"] {
                #expect(try await door.ask("GET", path).status == 404, "\(path)")
            }
            #expect(try await door.ask("GET", "/call").status == 405)
            #expect(try await door.ask("OPTIONS", "/call").status == 204)
            let id = String(repeating: "0", count: 32)
            #expect(try await door.ask("DELETE", "/call/\(id)").status == 404)
            #expect(try await door.ask("PATCH", "/call/\(id)", [], "x").status == 501)
            #expect(door.events.isEmpty)
        }
    }

    @Test("what is no call does not ring, and is told what it is")
    func noCalls() async throws {
        try await Door.with { door in
            let bare = try await door.ask("POST", "/call", ["Content-Type: application/sdp"], paperOffer)
            #expect(bare.status == 401)
            #expect(try await door.post(paperOffer, token: "wrong").status == 401)
            #expect(try await door.post(paperOffer, type: "text/plain").status == 415)
            #expect(try await door.post("", type: "application/sdp; charset=utf-8").status == 400)
            #expect(try await door.post("v=0\r\n").status == 400)
            #expect(try await door.post(paperOffer.replacing("VP8", with: "H264")).status == 422)
            #expect(try await door.post(String(repeating: "a=x\r\n", count: 20_000)).status == 413)
            #expect(door.events.isEmpty)
        }
    }

    @Test("declined, not answered and busy are told apart; a code is good for one call", arguments: [false, true])
    func refusals(isDeclined: Bool) async throws {
        try await Door.with(token: nil, patience: isDeclined ? 45 : 0.5) { door in
            let code = door.server.invitation.pass.text
            async let first = door.post(paperOffer, token: code)
            let call = try await door.ring()
            let second = try await door.post(paperOffer, token: code)
            #expect(second.status == 503 && second.field("Porthole-Reason") == "busy")
            if isDeclined { call.decline() }
            let answer = try await first
            #expect(answer.status == (isDeclined ? 403 : 504))
            #expect(answer.field("Porthole-Reason") == (isDeclined ? "declined" : "missed"))
            #expect(door.story == ["ringing", "busy", isDeclined ? "declined" : "missed"])
            #expect(door.server.invitation.pass.text == code)
            // One that was taken uses it up.
            async let third = door.post(paperOffer, token: code)
            let taken = try await door.ring(2)
            taken.accept()
            #expect(await settle { door.story.last == "code" })
            taken.respond("v=0\r\n")
            let created = try await third
            let location = try #require(created.field("Location"))
            #expect(created.status == 201 && location == "/call/\(taken.id)")
            #expect(try await door.post(paperOffer, token: code).status == 401)
            // DELETE leaves, once.
            let hasLeft = Lock(0)
            taken.onHangUp = { hasLeft.withLock { $0 += 1 } }
            #expect(try await door.ask("DELETE", location).status == 200)
            #expect(try await door.ask("DELETE", location).status == 200)
            #expect(await settle { hasLeft.withLock { $0 } == 1 })
            taken.close()
            #expect(await settle { door.server.invitation.pass.text != code })
        }
    }

    @Test("a caller who gives up stops the ringing within a second")
    func vanishes() async throws {
        try await Door.with { door in
            let request = HTTPTransfer(
                HTTPTransfer.Request(
                    method: "POST", url: door.site + "/call?name=Ann%20Lee",
                    fields: ["Content-Type: application/sdp", "Authorization: Bearer a-test-token"],
                    body: Array(paperOffer.utf8), limit: 60))
            async let result = transfer(request)
            let call = try await door.ring()
            #expect(call.name == "Ann Lee" && call.address == "127.0.0.1" && call.localAddress == "127.0.0.1")
            request.cancel()
            #expect(await result == .failure(.cancelled))
            #expect(await settle(20) { door.story == ["ringing", "missed"] }, "\(door.story)")
            // The door is free again.
            async let next = door.post(paperOffer)
            try await door.ring(2).decline()
            #expect(try await next.status == 403)
        }
    }

    @Test("a caller leaves by the name that they gave the call: while it rings, and before they know the answer")
    func leavesByOwnName() async throws {
        try await Door.with { door in
            func post(_ id: String) async throws -> HTTPResponse {
                let fields = [
                    "Content-Type: application/sdp", "Authorization: Bearer a-test-token", "Porthole-Call: \(id)",
                ]
                return try await door.ask("POST", "/call", fields, paperOffer)
            }
            let (first, second) = (String(repeating: "1a", count: 16), String(repeating: "2b", count: 16))
            async let ringing = post(first)
            #expect(try await door.ring().id == first)
            #expect(try await door.ask("DELETE", "/call/\(first)").status == 200)
            #expect(try await ringing.field("Porthole-Reason") == "missed")
            #expect(await settle(5) { door.story == ["ringing", "missed"] }, "\(door.story)")
            async let answered = post(second)
            let call = try await door.ring(2)
            let hasLeft = Lock(0)
            call.onHangUp = { hasLeft.withLock { $0 += 1 } }
            call.accept()
            #expect(await settle { door.story.last == "accepted" })
            call.respond("v=0\r\n")
            #expect(try await answered.field("Location") == "/call/\(second)")
            #expect(try await door.ask("DELETE", "/call/\(second)").status == 200)
            #expect(await settle { hasLeft.withLock { $0 } == 1 })
            // What is no name of a call, or another's, is not taken for one.
            for (index, bad) in ["../x", "", String(repeating: "A", count: 32), second].enumerated() {
                async let third = post(bad)
                let other = try await door.ring(3 + index)
                #expect(other.id != bad && other.id.count == 32)
                other.decline()
                #expect(try await third.status == 403)
            }
            call.close()
        }
    }

    @Test("who rings while the program ends is told so, and so is who calls while two other calls run")
    func ending() async throws {
        try await Door.with { door in
            door.server.setOtherCalls(2)
            #expect(try await door.post(paperOffer).field("Porthole-Reason") == "busy")
            door.server.setOtherCalls(0)
            async let first = door.post(paperOffer)
            _ = try await door.ring()
            await door.server.stop()
            #expect(try await first.field("Porthole-Reason") == "ending")
        }
    }

    @Test("addresses that can't be had are said in one line with a remedy")
    func taken() async throws {
        try await Door.with { door in
            for (host, port, words) in [
                ("127.0.0.1", door.port, "another program listens there"), ("192.0.2.77", 0, "address"),
                ("no.such.invalid", 0, "can't answer calls"),
            ] {
                do throws(AnswerError) {
                    var options = AnswerServer.Options(stateFolder: "/nowhere")
                    options.listen = ListenAddress(host: host, port: port)
                    let server = try AnswerServer(options) { _ in }
                    await server.stop()
                    Issue.record("\(host):\(port) was taken")
                } catch {
                    #expect(error.description.contains(words) && !error.description.contains("\n"), "\(error)")
                }
            }
        }
    }

    @Test("a certificate is made once, for its owner alone, and the same key is known by the same fingerprint")
    func identity() async throws {
        try await withFolder { folder in
            let own = OwnIdentity(folder: folder + "/state")
            let first = try own.load()
            #expect(try own.load() == first && first.fingerprint.count == 64)
            let mode = try FileManager.default.attributesOfItem(atPath: own.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            // What openssl says of the same key.
            let spki = try await Child.run([
                "bash", "-c",
                "openssl x509 -in '\(own.path)' -noout -pubkey | openssl pkey -pubin -outform der | sha256sum",
            ])
            #expect(spki.output.hasPrefix(first.fingerprint), "\(spki)")
            try "-----BEGIN CERTIFICATE-----\nbroken\n".write(toFile: own.path, atomically: true, encoding: .utf8)
            do throws(AnswerError) {
                _ = try own.load()
                Issue.record("a broken file was taken")
            } catch {
                #expect(error.description.contains("Move \(own.path) away"))
            }
            let other = OwnIdentity(folder: folder + "/other")
            _ = try other.load()
            do throws(AnswerError) {
                _ = try TLSIdentity(certificateFile: other.path, keyFile: own.path)
                Issue.record("a broken key was taken")
            } catch {
                #expect(error.what.hasPrefix("can't use the key"))
            }
        }
    }
}
