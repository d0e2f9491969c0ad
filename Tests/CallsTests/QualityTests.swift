import Foundation
import Frames
import Geometry
import Media
import PictureInPicture
import Testing
import Views

@testable import Calls

/// How good a connection is, as the user sees it. Issue E, 8.
@MainActor @Suite(.timeLimit(.minutes(5))) struct QualityTests {
    private var good: PeerQuality {
        var quality = PeerQuality()
        quality.roundTrip = 0.0123
        quality.loss = 0.004
        quality.receivedBitrate = 1_234_000
        quality.sentBitrate = 800_400
        quality.frameRate = 29.97
        quality.codec = "VP8"
        quality.size = Size(640, 360)
        quality.waiting = 0.06
        quality.freezeCount = 2
        quality.freezesDuration = 1.44
        return quality
    }

    private func values(_ log: QualityLog) -> [String: String] {
        Dictionary(uniqueKeysWithValues: (log.model?.rows ?? []).map { ($0.name, $0.value) })
    }

    @Test("the figures are told in words; what is not known is a dash, and nothing at all is no panel")
    func words() {
        var log = QualityLog()
        #expect(log.model == nil)
        log.note(PeerQuality())
        #expect(log.model?.rows.allSatisfy { $0.value == "–" && !$0.isBad } == true)
        log.note(good)
        let values = values(log)
        #expect(values["Round trip"] == "12 ms" && values["Lost on the way here"] == "0.4 %")
        #expect(values["Received"] == "1.23 Mbit/s" && values["Sent"] == "800 kbit/s")
        #expect(values["Format"] == "VP8 640×360" && values["Jitter buffer"] == "60 ms")
        #expect(values["Stood still"] == "2 times, 1.4 s" && values["Pictures a second"] == "30.0")
    }

    @Test("the last minute is remembered, the newest last, by the most that came") func history() {
        var log = QualityLog()
        for second in 1...70 {
            var quality = good
            quality.receivedBitrate = Double(second) * 1000
            log.note(quality)
        }
        #expect(log.model?.history.count == 60 && log.model?.history.last == 1.0)
        #expect(log.model?.history.first == 11.0 / 70)
        log.note(nil)
        #expect(log.model == nil)
    }

    @Test("a picture that stands still is told with the name, in the window and in the mini window, until it moves")
    func standing() throws {
        let world = CallWorld()
        let root = RootView(size: Size(800, 600), animator: Animator(clock: world.clock))
        let (call, transport) = world.call()
        root.addSubview(call.view)
        call.joinSession()
        transport.quality = good
        transport.onEvent?(.participant(Participant(id: "ben", name: "Ben", track: VideoTrack())))
        transport.onEvent?(.connected)
        world.clock.advance(by: 1.01)
        #expect(call.view.model.hasQuality && call.view.model.notice == nil && call.view.model.quality == nil)
        transport.quality?.standing = 2
        world.clock.advance(by: 1.01)
        #expect(call.view.model.notice == nil)
        transport.quality?.standing = 3.5
        world.clock.advance(by: 1.01)
        #expect(call.view.model.notice == "Ben’s picture stands still")
        #expect(call.pictureInPictureController.controls.statusText == "Ben’s picture stands still")
        // With the camera off there is no picture that could.
        var ben = Participant(id: "ben", name: "Ben", track: VideoTrack())
        ben.isCameraOn = false
        transport.onEvent?(.participant(ben))
        #expect(call.view.model.notice == nil)
        transport.onEvent?(.participant(Participant(id: "ben", name: "Ben", track: VideoTrack())))
        transport.quality?.standing = nil
        world.clock.advance(by: 1.01)
        #expect(call.view.model.notice == nil && call.pictureInPictureController.controls.statusText == nil)
        call.isQualityShown = true
        #expect(call.view.model.quality?.rows.isEmpty == false)
        call.view.actions.toggleQuality()
        #expect(!call.isQualityShown && call.view.model.quality == nil)
        call.hangUp()
    }
}
