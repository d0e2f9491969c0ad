import Foundation
import Testing

@testable import Calls

/// The room's decisions, without a server.
@Suite(.timeLimit(.minutes(10))) struct RoomStateTests {
    private static func stream(
        _ type: String, _ mid: String, off: Bool = false, disabled: Bool = false
    ) -> RoomPublisher.Stream {
        RoomPublisher.Stream(type: type, mid: mid, disabled: disabled, description: off ? "off" : nil)
    }

    private static func publisher(_ id: UInt64, _ name: String? = nil) -> RoomPublisher {
        RoomPublisher(
            id: .number(id), display: name ?? "P\(id)", streams: [stream("audio", "0"), stream("video", "1")])
    }

    private struct Room {
        var state = RoomState()
        var now: Int64 = 0

        @discardableResult mutating func take(_ event: RoomEvent, after seconds: Double = 0) -> [RoomEffect] {
            now += Int64(seconds * 1e9)
            let (next, effects) = RoomState.reduce(state, event, at: now)
            state = next
            return effects
        }

        /// In it, with these people in it.
        static func joined(_ publishers: [RoomPublisher] = []) -> Room {
            var room = Room()
            #expect(room.take(.begin) == [.open] && room.take(.opened) == [.join])
            #expect(room.take(.joined(.number(1), publishers, [])).first == .publish)
            #expect(room.take(.link(true)) == [.connected])
            return room
        }

        func member(_ id: UInt64) -> RoomState.Member? { state.members.first { $0.id == .number(id) } }
    }

    @Test("L3: a second sender of this side is nobody; that of somebody else is their screen while its pictures come")
    func screens() {
        var room = Room.joined([Self.publisher(2, "Ada")])
        // Some servers tell of a sender before it knows its own name.
        #expect(room.take(.arrived(Self.publisher(8, "Me (screen)"))).count == 1)
        #expect(room.take(.own(.number(8))) == [.hide(.number(8))])
        #expect(room.take(.publishers([Self.publisher(8, "Me (screen)")])) == [] && room.member(8) == nil)
        #expect(room.take(.own(.number(9))) == [])
        var screen = Self.publisher(3, "Ada (screen)")
        screen.streams = [
            Self.stream("audio", "1", off: true),
            RoomPublisher.Stream(type: "video", mid: "0", disabled: false, description: "screen"),
        ]
        room.take(.publishers([screen]))
        #expect(room.member(3)?.isScreen == true && room.member(3)?.isSharingScreen == false)
        room.take(.lineUp(.number(3)))
        room.take(.pictures(.number(3), true))
        #expect(room.member(3)?.isSharingScreen == true && room.member(3)?.isMicrophoneOn == false)
        room.take(.pictures(.number(3), false))
        #expect(room.member(3)?.isSharingScreen == false)
        #expect(room.member(2)?.isScreen == false)
    }

    @Test("who is there is asked for, shown with pictures once they come, and gone when they go") func comeAndGo() {
        var room = Room.joined([Self.publisher(2, "Ada")])
        #expect(room.member(2)?.line == .connecting && room.member(2)?.isCameraOn == false)
        #expect(room.take(.publishers([Self.publisher(3)])).contains(.subscribe(.number(3), ["0", "1"])))
        room.take(.lineUp(.number(2)))
        room.take(.pictures(.number(2), true))
        #expect(room.member(2)?.isCameraOn == true && room.member(2)?.name == "Ada")
        #expect(room.take(.pictures(.number(2), true)) == [])
        room.take(.pictures(.number(2), false))
        #expect(room.member(2)?.isCameraOn == false)
        #expect(room.take(.left(.number(2))) == [.unsubscribe(.number(2)), .hide(.number(2))])
        #expect(room.take(.left(.number(2))) == [] && room.take(.talking(.number(2), true)) == [])
    }

    @Test("somebody who only listens is there without a line, and gets one when they send") func listens() {
        var room = Room.joined()
        #expect(room.take(.arrived(RoomPublisher(id: .number(5), display: "Eve"))).count == 1)
        #expect(room.member(5)?.line == RoomState.Line.none)
        #expect(room.take(.publishers([Self.publisher(5, "Eve")])).contains(.subscribe(.number(5), ["0", "1"])))
        #expect(room.take(.unpublished(.number(5))).first == .unsubscribe(.number(5)))
        #expect(room.member(5)?.isMicrophoneOn == false)
    }

    @Test("muted and camera off are read from what the server passes on, without a new line") func muted() {
        var room = Room.joined([Self.publisher(2)])
        room.take(.lineUp(.number(2)))
        room.take(.pictures(.number(2), true))
        var changed = Self.publisher(2)
        changed.streams = [Self.stream("audio", "0", off: true), Self.stream("video", "1", off: true)]
        let effects = room.take(.publishers([changed]))
        #expect(effects.count == 1 && room.member(2)?.isMicrophoneOn == false && room.member(2)?.isCameraOn == false)
        #expect(room.member(2)?.line == .up)
    }

    @Test("other streams of the same person are another line") func changed() {
        var room = Room.joined([Self.publisher(2)])
        room.take(.lineUp(.number(2)))
        var changed = Self.publisher(2)
        changed.streams = [
            Self.stream("audio", "0"), Self.stream("video", "1", disabled: true), Self.stream("video", "2"),
        ]
        let effects = room.take(.publishers([changed]))
        #expect(effects.contains(.unsubscribe(.number(2))) && effects.contains(.subscribe(.number(2), ["0", "2"])))
    }

    @Test("a line that breaks is tried three times, then told once, and the person stays") func broken() {
        var room = Room.joined([Self.publisher(2, "Ada")])
        for attempt in 1...2 {
            let effects = room.take(.lineBroke(.number(2), "no way"))
            #expect(effects.contains(.retry(.number(2), seconds: Double(attempt))))
            #expect(room.take(.lineRetry(.number(2))) == [.subscribe(.number(2), ["0", "1"])])
        }
        #expect(room.take(.lineBroke(.number(2), "no way")).contains(.warn("can't receive Ada: no way")))
        #expect(room.take(.lineBroke(.number(2), "late")) == [] && room.take(.lineRetry(.number(2))) == [])
        #expect(room.member(2)?.line == .failed)
    }

    @Test("fifty people: two dozen lines, one warning, and whoever waits comes next") func fifty() {
        let all = (2...51).map { Self.publisher(UInt64($0)) }
        var room = Room()
        room.take(.begin)
        room.take(.opened)
        let effects = room.take(.joined(.number(1), all, []))
        let asked = effects.filter { if case .subscribe = $0 { true } else { false } }
        let warned = effects.filter { if case .warn = $0 { true } else { false } }
        #expect(asked.count == RoomState.mostLines && warned.count == 1 && room.state.members.count == 50)
        #expect(room.take(.left(.number(2))).contains(.subscribe(.number(26), ["0", "1"])))
        for id in 3...51 { room.take(.left(.number(UInt64(id)))) }
        #expect(room.state.members.isEmpty)
    }

    @Test("ten thousand events leave as many members as there are") func storm() {
        var room = Room.joined()
        for round in 0..<2500 {
            let id = UInt64(round % 40 + 2)
            room.take(.publishers([Self.publisher(id)]))
            room.take(.talking(.number(id), round % 2 == 0))
            if round % 3 == 0 { room.take(.left(.number(id))) }
            room.take(.tick)
        }
        #expect(room.state.members.count <= 40 && Set(room.state.members.map(\.id)).count == room.state.members.count)
        let lines = room.state.members.count { $0.line == .connecting || $0.line == .up }
        #expect(lines <= RoomState.mostLines)
    }

    @Test("a server that is silent interrupts the call, and loses it after four seconds") func silent() {
        var room = Room.joined()
        #expect(room.take(.silent("refused")) == [.interrupted])
        #expect(room.take(.heard, after: 1) == [.connected])
        #expect(room.take(.silent("refused")) == [.interrupted] && room.take(.silent("again"), after: 3) == [])
        #expect(room.take(.tick, after: 0.9) == [])
        #expect(room.take(.tick, after: 0.2) == [.lose("refused"), .close])
        #expect(room.take(.tick, after: 9) == [] && room.take(.leave) == [])
    }

    @Test("a room that does not let this side in within 15 s fails; so does one that refuses") func refused() {
        var room = Room()
        room.take(.begin)
        #expect(room.take(.tick, after: 14.9) == [])
        guard case .fail(let words)? = room.take(.tick, after: 0.2).first else {
            Issue.record("no failure")
            return
        }
        #expect(words.contains("15 s"))
        var other = Room()
        other.take(.begin)
        other.take(.opened)
        #expect(other.take(.refused("the pin is wrong")) == [.fail("the pin is wrong"), .close])
    }

    @Test("sent out is a failure with its words, a room that is closed is the other side hanging up") func over() {
        var room = Room.joined()
        guard case .fail? = room.take(.left(.number(1))).first else {
            Issue.record("no failure")
            return
        }
        var other = Room.joined([Self.publisher(2)])
        #expect(other.take(.closed("closed")) == [.warn("closed"), .hungUp, .close])
    }

    @Test("names are one short line, and nobody is without") func names() {
        var room = Room.joined()
        room.take(.arrived(RoomPublisher(id: .number(2), display: " \u{7}\n")))
        room.take(.arrived(RoomPublisher(id: .number(3), display: "A\nB" + String(repeating: "x", count: 10_000))))
        #expect(room.member(2)?.name == "Somebody")
        #expect(room.member(3)?.name.hasPrefix("A Bx") == true && (room.member(3)?.name.count ?? 999) <= 80)
    }

    @Test("every order of any three events, before and after joining, stays sensible") func orders() {
        let events: [RoomEvent] = [
            .begin, .opened, .joined(.number(1), [Self.publisher(2)], []), .publishers([Self.publisher(2)]),
            .unpublished(.number(2)), .left(.number(2)), .talking(.number(2), true), .pictures(.number(2), true),
            .lineUp(.number(2)), .lineBroke(.number(2), "x"), .lineRetry(.number(2)), .link(true), .link(false),
            .silent("x"), .heard, .tick, .closed("x"), .failed("x"), .refused("x"), .leave,
        ]
        for first in events {
            for second in events {
                for third in events {
                    for start in [Room(), Room.joined()] {
                        var room = start
                        let effects = [first, second, third].flatMap { room.take($0, after: 1) }
                        let closes = effects.count { $0 == .close }
                        #expect(closes == (room.state.phase == .over ? 1 : 0), "\(first) \(second) \(third)")
                        let isIn = room.state.phase == .joined
                        #expect(
                            isIn || !effects.contains { if case .retry = $0 { true } else { false } } || closes == 1)
                    }
                }
            }
        }
    }

    @Test("messages of Janus are read with numbers and texts as names, and what makes no sense is left out")
    func messages() throws {
        let text = """
            [{"janus":"event","sender":7,"plugindata":{"plugin":"p","data":{"videoroom":"joined","id":"me","private_id":9,
            "publishers":[{"id":12,"display":"A","streams":[{"type":"video","mid":"1"}],"talking":true},{"id":"b"}]}}},
            {"nothing":1}, 5, {"janus":"event","sender":7,"plugindata":{"data":{"videoroom":"event","leaving":"ok",
            "publishers":"none","error_code":"x"}}}]
            """
        let all = try #require(JanusMessage.all(in: Data(text.utf8)))
        #expect(all.count == 2)
        let joined = try #require(all[0].plugindata?.data)
        #expect(
            joined.id == .text("me") && joined.privateID == 9
                && joined.publishers?.map(\.id) == [.number(12), .text("b")])
        #expect(joined.publishers?.first?.talking == true && joined.publishers?.first?.streams?.first?.isOff == false)
        let left = try #require(all[1].plugindata?.data)
        #expect(left.leaving == .text("ok") && left.publishers == nil && left.errorCode == nil)
        for nonsense in ["", "hello", "{}", "[1,2]", "{\"janus\":5}", "[[[[", "null"] {
            #expect(JanusMessage.all(in: Data(nonsense.utf8)) == nil, "\(nonsense)")
        }
        #expect(JanusMessage.all(in: Data("[]".utf8))?.isEmpty == true)
    }
}
