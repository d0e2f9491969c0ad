import Foundation
import Frames
import Geometry
import Testing

@testable import Views

@Suite(.timeLimit(.minutes(10))) @MainActor struct ScreenTests {
    private func call(_ h: Harness) -> CallView {
        let call = CallView(stageLayer: .filled(150), selfLayer: .filled(80))
        call.model.status = .connected(seconds: 5)
        call.model.speaker = Person("Remote 1")
        call.model.hasVideo = true
        h.root.content = call
        _ = h.root.compose()
        return call
    }

    private func button(_ view: View, _ name: String) -> Button? {
        if let button = view as? Button, button.accessibleName == name { return button }
        for child in view.subviews { if let found = button(child, name) { return found } }
        return nil
    }

    private func isShown(_ view: View?) -> Bool {
        guard let view else { return false }
        return !view.isHidden && view.alpha > 0 && (view.superview == nil || isShown(view.superview))
    }

    @Test("each control of a call does its own thing, once")
    func callActions() {
        let h = Harness(1280, 760)
        let call = call(h)
        let diary = Diary()
        call.actions.toggleMicrophone = { diary.note("microphone") }
        call.actions.toggleCamera = { diary.note("camera") }
        call.actions.toggleScreenShare = { diary.note("screen") }
        call.actions.minimise = { diary.note("minimise") }
        call.actions.float = { diary.note("float") }
        call.actions.restore = { diary.note("restore") }
        call.actions.hangUp = { diary.note("hang up") }
        call.actions.toggleList = { diary.note("list") }
        call.actions.toggleFullScreen = { diary.note("full") }
        for name in [
            "Mute microphone", "Turn camera off", "Share screen", "Minimise to tile", "Picture in picture", "Hang up",
            "Participants", "Full screen",
        ] {
            guard let button = button(call, name) else {
                Issue.record("no button \(name)")
                continue
            }
            let place = button.convert(button.bounds)
            h.click(place.midX, place.midY)
        }
        #expect(
            diary.lines == ["microphone", "camera", "screen", "minimise", "float", "hang up", "list", "full"])
        call.model.isFloating = true
        _ = h.root.compose()
        #expect(button(call, "Picture in picture") == nil)
        for name in ["Bring it back"] { button(call, name)?.activate() }
        #expect(diary.lines.last == "restore")
    }

    @Test("states are told by names and crossed icons, not by colour alone")
    func states() {
        let h = Harness(1280, 760)
        let call = call(h)
        call.model.isMicrophoneOn = false
        call.model.isCameraOn = false
        #expect(button(call, "Unmute microphone")?.icon == .microphoneOff)
        #expect(button(call, "Turn camera on")?.icon == .cameraOff)
        call.model.noPictureInPicture = "no display"
        #expect(button(call, "No picture in picture: no display")?.isEnabled == false)
    }

    @Test("when room is short the bar keeps hang up, then microphone, then the tile")
    func priorities() {
        for (width, expected) in [
            (110, ["Hang up"]), (170, ["Mute microphone", "Hang up"]),
            (230, ["Mute microphone", "Minimise to tile", "Hang up"]),
        ] {
            let h = Harness(width, 400)
            let call = call(h)
            let shown = call.bar.subviews.filter { !$0.isHidden }.compactMap(\.accessibleName)
            #expect(shown == expected, "\(width)")
        }
    }

    @Test("controls go 2.5 s after the last move, come back with the pointer, and stay under it or without video")
    func fading() {
        let h = Harness(1280, 760)
        let call = call(h)
        h.move(600, 300)
        h.clock.advance(by: 2.4)
        #expect(call.bar.alpha == 1)
        h.move(601, 300)
        h.clock.advance(by: 2.4)
        #expect(call.bar.alpha == 1)
        h.clock.advance(by: 0.5)
        #expect(call.bar.alpha == 0)
        #expect(h.root.hitTest(CGPoint(x: call.bar.frame.midX, y: call.bar.frame.midY)) !== call.bar)
        #expect(!h.clock.isRunning)
        h.move(602, 300)
        h.clock.advance(by: 0.3)
        #expect(call.bar.alpha == 1)
        guard let hangUp = button(call, "Hang up") else { return }
        let place = hangUp.convert(hangUp.bounds)
        h.move(place.midX, place.midY)
        h.clock.advance(by: 20)
        #expect(call.bar.alpha == 1)
        h.send(.left)
        h.clock.advance(by: 5)
        #expect(call.bar.alpha == 0)
        call.model.status = .connecting
        h.clock.advance(by: 5)
        #expect(call.bar.alpha == 1)
        call.model.status = .connected(seconds: 6)
        h.clock.advance(by: 5)
        #expect(call.bar.alpha == 0)
        h.key(.tab)
        h.clock.advance(by: 0.3)
        #expect(h.root.focused != nil)
    }

    @Test("the Picture-in-Picture layout hides controls and the own picture, and keeps the name (L1)")
    func layout() {
        let h = Harness(300, 200)
        let call = call(h)
        call.model.layout = .pictureInPicture
        let composition = h.root.compose()
        #expect(composition.videos.count == 1)
        #expect(!isShown(call.bar) && !isShown(call.selfView))
        #expect(h.root.focusOrder.isEmpty)
        call.model.hasVideo = false
        #expect(h.root.compose().videos.isEmpty)
    }

    @Test(
        "a call at any size keeps what it shows inside the window",
        arguments: [
            Size(1, 1), Size(80, 40), Size(150, 150), Size(240, 600), Size(480, 270), Size(3840, 300),
        ])
    func anySize(_ size: Size) {
        let h = Harness(size.width, size.height)
        let call = CallView(stageLayer: .filled(150), selfLayer: .filled(80))
        h.root.content = call
        for layout in [CallModel.LayoutMode.full, .pictureInPicture] {
            call.model.layout = layout
            for isVideo in [true, false] {
                call.model.hasVideo = isVideo
                call.model.status = .connected(seconds: 1)
                call.model.speaker = Person("A name that is far too long for any window of this world")
                let composition = h.root.compose()
                #expect(composition.size == size)
                for video in composition.videos { #expect(Rect(size: size).contains(video.clip)) }
                for overlay in composition.overlays {
                    #expect(Rect(size: size).contains(Rect(origin: overlay.origin, size: overlay.bitmap.size)))
                }
            }
        }
    }

    @Test("Enter opens an address, Shift+Enter opens it floating; an empty one opens nothing")
    func lobbyAddress() {
        let h = Harness(1120, 700)
        let lobby = LobbyView()
        h.root.content = lobby
        var opened: [String] = []
        lobby.actions.open = { opened.append("\($0) \($1)") }
        lobby.focusAddress()
        h.key(.enter)
        lobby.address = "   "
        h.key(.enter)
        #expect(opened.isEmpty)
        lobby.address = " rtsp://cam "
        h.key(.enter)
        h.key(.enter, "", .shift)
        #expect(opened == ["rtsp://cam false", "rtsp://cam true"])
        lobby.address = "https://host/room"
        #expect(button(lobby, "Open")?.title == "Call")
    }

    @Test("cards open by click and by key, and keep their focus when the list changes")
    func cards() {
        let h = Harness(1120, 700)
        let lobby = LobbyView()
        h.root.content = lobby
        var opened: [String] = []
        lobby.actions.openRecent = { opened.append($0) }
        lobby.actions.pickWindow = { opened.append("pick") }
        lobby.model.recent = [.init(id: "a", title: "A"), .init(id: "b", title: "B")]
        _ = h.root.compose()
        h.click(380, 300)
        #expect(opened == ["b"])
        let focused = h.root.focused
        #expect(focused?.accessibleName == "B")
        lobby.model.recent = [
            .init(id: "c", title: "C"), .init(id: "b", title: "B, later"), .init(id: "a", title: "A"),
        ]
        _ = h.root.compose()
        #expect(h.root.focused === focused && focused?.accessibleName == "B, later")
        h.key(.space)
        #expect(opened == ["b", "b"])
        let order = h.root.focusOrder.compactMap(\.accessibleName)
        #expect(
            order.filter { ["A", "B, later", "C", "Pick by click…"].contains($0) } == [
                "C", "B, later", "A", "Pick by click…",
            ])
        lobby.model.canFloatWindows = false
        #expect(!h.root.focusOrder.contains { $0.accessibleName == "Pick by click…" })
    }

    @Test("the wheel reaches the end of a low lobby, and Tab brings what it reaches into sight")
    func lowLobby() {
        let h = Harness(520, 300)
        let lobby = LobbyView()
        h.root.content = lobby
        lobby.model.recent = (0..<9).map { .init(id: "\($0)", title: "Item \($0)") }
        _ = h.root.compose()
        #expect(h.root.handle(ScrollEvent(at: CGPoint(x: 100, y: 100), dy: 1, time: 0)))
        for _ in 0..<12 { h.key(.tab) }
        _ = h.root.compose()
        guard let focused = h.root.focused else {
            Issue.record("nothing is focused")
            return
        }
        #expect(h.root.bounds.intersects(focused.convert(focused.bounds)))
    }

    @Test("a live has a badge and no seek bar; a recording the other way round")
    func live() {
        let h = Harness(960, 540)
        let view = LiveView(layer: .filled(90))
        h.root.content = view
        view.model.status = .playing
        view.model.isLive = true
        view.model.duration = 100
        _ = h.root.compose()
        #expect(!h.root.focusOrder.contains { $0 is SeekBar })
        view.model.isLive = false
        var sought: [Double] = []
        view.actions.seek = { sought.append($0) }
        _ = h.root.compose()
        guard let bar = h.root.focusOrder.first(where: { $0 is SeekBar }) else {
            Issue.record("no seek bar")
            return
        }
        let place = bar.convert(bar.bounds)
        h.click(place.midX, place.midY)
        #expect(sought == [50])
        view.model.position = 50
        h.key(.right)
        h.key(.home)
        #expect(sought == [50, 55, 0])
        view.model.duration = .infinity
        #expect(!view.model.canSeek)
        view.model.status = .failed("no decoder for av1")
        #expect(h.root.compose().videos.isEmpty)
    }

    @Test(
        "initials are of the first and last word; a name without letters has none",
        arguments: [
            ("Remote 1", "R1"), ("Ada Lovelace", "AL"), ("ada", "A"), ("Jean  Luc Picard", "JP"), ("田中 美咲", "田美"),
            ("(you)", "Y"), ("", nil), ("…", nil), ("  ", nil),
        ] as [(String, String?)])
    func initials(_ name: String, _ expected: String?) { #expect(Person(name).initials == expected) }

    @Test("snug covers while little is cut, else fits")
    func snug() {
        let picture = Size(1280, 720)
        let near = Rect(x: 0, y: 0, width: 1280, height: 760)
        #expect(VideoGravity.snug.place(of: picture, in: near) == cover(picture, near))
        let far = Rect(x: 0, y: 0, width: 1000, height: 1000)
        #expect(VideoGravity.snug.place(of: picture, in: far) == fit(picture, in: far))
        for gravity in VideoGravity.allCases { #expect(gravity.place(of: .zero, in: far).isEmpty) }
    }
}
