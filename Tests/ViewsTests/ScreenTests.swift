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

    @Test("the connection is shown over a call that is large enough, and its button is there while something is known")
    func quality() throws {
        let h = Harness(1280, 760)
        let call = call(h)
        #expect(button(call, "Connection")?.isHidden == true)
        call.model.hasQuality = true
        call.model.isQualityShown = true
        var quality = QualityModel()
        quality.rows = [.init("Round trip", "12 ms"), .init("Lost", "9 %", isBad: true)]
        quality.history = [nil, 0, 0.5, 1, .infinity, -1]
        call.model.quality = quality
        call.model.notice = "Ben’s picture stands still"
        _ = h.root.compose()
        let panel = try #require(call.subviews.lazy.compactMap { $0 as? QualityPanel }.first)
        #expect(isShown(panel) && panel.accessibleName == "Connection: Round trip 12 ms, Lost 9 %")
        #expect(isShown(button(call, "Hide the connection")))
        #expect(call.subviews.contains { ($0 as? Chip)?.text == "Ben’s picture stands still" && isShown($0) })
        call.model.layout = .pictureInPicture
        _ = h.root.compose()
        #expect(!isShown(panel))
        call.model.layout = .full
        let small = Harness(240, 160)
        small.root.content = call
        _ = small.root.compose()
        #expect(!isShown(panel))
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

    @Test("devices are offered by a right click, by the keyboard, and by an arrow where there is room for it")
    func devices() throws {
        let h = Harness(1280, 760)
        let call = call(h)
        let diary = Diary()
        call.actions.toggleMicrophone = { diary.note("mute") }
        call.actions.toggleCamera = { diary.note("camera") }
        _ = h.root.compose()
        let microphone = try #require(button(call, "Mute microphone"))
        let camera = try #require(button(call, "Turn camera off"))
        #expect(!microphone.showsMenuArrow && microphone.bounds.width == 48)
        call.actions.chooseSound = { diary.note("sound") }
        call.actions.chooseCamera = { diary.note("cameras") }
        _ = h.root.compose()
        #expect(microphone.showsMenuArrow && camera.showsMenuArrow)
        for anchor in [call.microphoneAnchor, call.cameraAnchor] {
            h.click(anchor.maxX - 8, anchor.midY)
            h.click(anchor.minX + 20, anchor.midY)
            h.root.handle(
                PointerEvent(
                    .down, at: CGPoint(x: anchor.minX + 20, y: anchor.midY), button: .secondary, time: h.clock.now))
            h.send(.moved, anchor.minX + 22, anchor.midY)
            h.root.handle(
                PointerEvent(
                    .up, at: CGPoint(x: anchor.minX + 20, y: anchor.midY), button: .secondary, time: h.clock.now))
        }
        #expect(diary.lines == ["sound", "mute", "sound", "cameras", "camera", "cameras"])
        h.root.focus(microphone)
        h.key(.menu)
        h.key(.down, "", .alt)
        #expect(diary.lines.suffix(2) == ["sound", "sound"])
        // Where there is no room for arrows no button has to go.
        let small = Harness(480, 400)
        small.root.content = call
        _ = small.root.compose()
        #expect(!microphone.showsMenuArrow && microphone.bounds.width == 48)
    }

    @Test("S8: hold and swap are pressed where they say so; on hold there is no video, not of this side either")
    func hold() throws {
        let h = Harness(1280, 760)
        let call = call(h)
        let diary = Diary()
        call.actions.toggleHold = { diary.note("hold") }
        call.actions.swap = { diary.note("swap") }
        func press(_ name: String) throws {
            let found = try #require(button(call, name))
            let place = found.convert(found.bounds)
            h.click(place.midX, place.midY)
        }
        #expect(h.root.compose().videos.count == 2)
        try press("Put on hold")
        // As the session would have it then.
        (call.model.isHeld, call.model.hasVideo) = (true, false)
        #expect(h.root.compose().videos.isEmpty && call.model.statusText == "On hold")
        try press("Resume")
        (call.model.isHeld, call.model.hasVideo) = (false, true)
        let swap = "Ann Lee on hold · Swap"
        #expect(button(call, swap) == nil)
        call.model.other = "Ann Lee"
        _ = h.root.compose()
        try press(swap)
        #expect(diary.lines == ["hold", "hold", "swap"])
        // Where there is no room it is left out, and covers nothing.
        h.root.resize(to: Size(360, 300), scale: 1)
        call.model.title = "A call with a long name"
        _ = h.root.compose()
        #expect(!isShown(button(call, swap)))
        call.model.isHeldByOther = true
        #expect(call.model.statusText == "On hold")
        call.model.status = .reconnecting
        #expect(call.model.statusText == "Reconnecting…")
    }

    @Test("a missed call is a card that says when, and is pressed away")
    func missedCard() throws {
        let h = Harness(1280, 760)
        let lobby = LobbyView()
        h.root.content = lobby
        var opened: [String] = []
        lobby.actions.openRecent = { opened.append($0) }
        lobby.model.recent = [
            LobbyModel.Item(id: "missed:1", title: "Ben", detail: "14:05", badge: .missed, person: Person("Ben"))
        ]
        _ = h.root.compose()
        func card(_ view: View) -> LobbyCard? {
            if let card = view as? LobbyCard, card.item.id == "missed:1" { return card }
            for child in view.subviews { if let found = card(child) { return found } }
            return nil
        }
        let found = try #require(card(lobby))
        let place = found.convert(found.bounds)
        h.click(place.midX, place.midY)
        #expect(opened == ["missed:1"] && found.accessibleName == "Ben")
        lobby.model.recent = []
        _ = h.root.compose()
        #expect(card(lobby) == nil)
    }

    @Test("a ringing call has its two buttons at every size, and neither has the focus")
    func ringing() {
        for (width, height) in [(960, 540), (320, 240), (200, 150), (1280, 90)] {
            let h = Harness(width, height)
            let ring = RingView()
            ring.model.caller = Person("Zoë Winters")
            ring.model.detail = "from 192.0.2.7"
            let diary = Diary()
            ring.onAccept = { diary.note("accept") }
            ring.onDecline = { diary.note("decline") }
            // Over a lobby whose field has the keyboard.
            let lobby = LobbyView()
            h.root.content = lobby
            lobby.focusAddress()
            h.root.addSubview(ring)
            ring.frame = h.root.bounds
            h.root.modal = ring
            _ = h.root.compose()
            h.key(.enter)
            h.key(.space)
            #expect(diary.lines.isEmpty && h.root.focused == nil)
            h.key(.tab)
            #expect((h.root.focused as? Button)?.title == "Decline")
            h.key(.tab)
            h.key(.tab)
            h.root.focus(nil)
            #expect(h.root.focusOrder.count == 2)
            for name in ["Accept", "Decline"] {
                guard let button = button(ring, name) else {
                    Issue.record("no button \(name)")
                    continue
                }
                let place = button.convert(button.bounds)
                #expect(
                    h.root.bounds.insetBy(dx: -1, dy: -1).contains(place), "\(name) at \(width)x\(height): \(place)")
                h.click(place.midX, place.midY)
            }
            #expect(diary.lines == ["accept", "decline"])
        }
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
        lobby.address = "https://host/live/film.m3u8?key=1"
        #expect(button(lobby, "Open")?.title == "Watch")
        lobby.address = "https://192.0.2.1:8617/#token=abc"
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
