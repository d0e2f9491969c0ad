import Foundation
import Geometry
import PortholeKit
import TestSupport
import Testing

/// The snippets do what the articles say of them.
@MainActor @Suite("The snippets", .timeLimit(.minutes(10)))
struct SnippetTests {
    let world = Surroundings()

    @Test("two hosts of one layer: a slow one drops frames, the other waits for nobody")
    func twoHosts() {
        let (stage, mini) = showTwice()
        #expect(stage.counts == CountingHost.Counts(shown: 3, dropped: 0))
        #expect(mini.counts == CountingHost.Counts(shown: 1, dropped: 2))
    }

    @Test("two peers connect, and the pictures of one come out at the other")
    func twoPeers() async throws {
        let (own, shown) = (VideoTrack(), VideoTrack())
        let player = try MediaPlayer(MediaSource("test:clock?size=320x180"), track: own) { _ in }
        player.play()
        let (caller, called) = try await connectTwoPeers(showing: own, in: shown) { _ in }
        #expect(await settle { shown.frameCount >= 3 && shown.displaySize == Size(320, 180) })
        await caller.close(reason: "hang-up")
        await called.close(reason: "hang-up")
        await player.stop()
    }

    @Test("an address of a room makes a call, that of a film does not, and another server's is refused")
    func room() throws {
        let camera: MediaPlayingFactory = { track, onEvent in
            try MediaPlayer(MediaSource("test:"), track: track) { onEvent($0.asPlayed) }
        }
        let call = try #require(try callRoom("janus+https://example.org/janus?room=1234", camera: camera))
        #expect(call.state.value.phase == .idle)
        #expect(try callRoom("film.mp4", camera: camera) == nil)
        #expect(throws: MediaError.self) { try callRoom("whip+https://example.org/", camera: camera) }
    }

    @Test("whoever calls an answering side is in a call with it")
    func answer() async throws {
        let begun = Lock<CallSession?>(nil)
        let server = try await answerCalls(token: "a-test-token", stateFolder: "/nowhere", port: try freePort()) {
            call in
            begun.withLock { $0 = call }
        }
        let address = try DirectAddress(server.invitation.address)
        let transport = WebRTCTransport(
            name: "door", signalling: DirectSignalling(address, name: "Ann"), options: { .loopback })
        let caller = CallSession(transport: transport, center: world.center)
        caller.joinSession()
        #expect(await settle { begun.withLock { $0 } != nil })
        let called = try #require(begun.withLock { $0 })
        called.joinSession()
        #expect(await settle { caller.state.value.phase == .connected && called.state.value.phase == .connected })
        caller.hangUp()
        #expect(await settle { called.state.value.endReason == .remoteHangUp })
        await caller.finish()
        await called.finish()
        await server.stop()
    }

    @Test("each close button means what its kind says, once, and leaves the other session alone")
    func closeButtons() {
        let (call, transport) = world.call()
        call.bridge.layer.enqueue(MemoryFrame(solid: 0, size: Size(64, 36)))
        let live = world.live()
        var livesAtHangUp = 0
        let token = call.state.observe { state in
            if state.isEnded { livesAtHangUp = world.windows.up.filter { $0.request.kind == .live }.count }
        }
        closeBoth(call, live)
        #expect(transport.told == [.hangUp] && livesAtHangUp == 1)
        #expect(live.phase.value == .ended(.stopWatching))
        #expect(world.windows.made.map(\.request.kind) == [.call, .live] && world.windows.up.isEmpty)
        token.cancel()
    }

    @Test("the main window's close button hangs up the call that it presents, and the app ends with the last session")
    func mainWindow() {
        let (call, transport) = world.call()
        let live = world.live()
        call.joinSession()
        live.watch()
        #expect(!closeMainWindow(world.center, presenting: call), "the live goes on")
        #expect(transport.told == [.hangUp] && live.phase.value != .ended(.stopWatching))
    }

    @Test("a stage that answers true takes the call back, which goes on")
    func restore() {
        let (call, transport) = world.call()
        let stage = CallStage()
        call.pictureInPictureController.delegate = stage
        call.joinSession()
        call.pictureInPictureController.startPictureInPicture()
        #expect(call.pictureInPictureController.isPictureInPictureActive && !stage.isPresented)
        world.windows.up.first?.report(.restorePressed)
        #expect(stage.isPresented && world.windows.up.isEmpty)
        #expect(transport.told.isEmpty && call.state.value.isRunning && world.log.isEmpty)
    }

    @Test("stock and custom players come back over what is presented, without animation", arguments: [false, true])
    func players(isCustom: Bool) throws {
        let window = Presenting()
        let (film, filmPlayer) = world.film()
        let (other, otherPlayer) = world.film()
        let back = try restoreOver(
            window, film, other, customPlayer: isCustom, world.environment, world.audioSession)
        #expect(window.log == ["present, animated", "dismiss", "present, animated", "dismiss", "present"])
        #expect(window.presentedPlayer === back.film && (back.film is CustomPlayerViewController) == isCustom)
        #expect(world.windows.made.count == 1 && world.windows.up.isEmpty)
        #expect(filmPlayer.log.isEmpty && otherPlayer.log.isEmpty, "nobody was told to pause, seek or start anew")
    }

    @Test("the two ways back")
    func plans() {
        #expect(
            restorePlans() == [
                [.present("film"), .complete(true)], [.dismiss("news"), .present("film"), .complete(true)],
            ])
    }

    @Test("the layout call alone shows nothing")
    func layoutAlone() {
        let (call, _) = world.call()
        let container = CallContainer()
        call.joinSession(container: container)
        let frame = container.frame
        layOutOnly(call)
        #expect(call.layout.value.isPictureInPicture && !call.layout.value.showsControls)
        #expect(world.windows.made.isEmpty && container.frame == frame)
    }

    @Test("the screen becomes a tile and a mini window, with the layout of each, and comes back")
    func callScreen() {
        let root = RootView(size: Size(800, 600), animator: Animator(clock: world.clock))
        let (call, _) = world.call()
        let screen = CallScreen(call, in: root)
        #expect(screen.container.frame == root.bounds)
        screen.minimise()
        world.clock.advance(by: 1)
        #expect(screen.container.frame.size == CGSize(width: 150, height: 150))
        #expect(call.layout.value.isPictureInPicture)
        screen.coordinator.exitPictureInPicture()
        world.clock.advance(by: 1)
        #expect(screen.container.frame == root.bounds && !call.layout.value.isPictureInPicture)
        screen.float()
        #expect(world.windows.up.count == 1 && call.layout.value.isPictureInPicture)
        world.windows.up.first?.report(.restorePressed)
        world.clock.advance(by: 1)
        #expect(world.windows.up.isEmpty && !call.layout.value.isPictureInPicture)
    }

    @Test("a view that floats is drawn when it changes, and its binding hears of the closing")
    func pipify() {
        let root = RootView(size: Size(800, 600), animator: Animator(clock: world.clock))
        let meter = Meter(frame: CGRect(x: 10, y: 10, width: 160, height: 90))
        root.addSubview(meter)
        meter.makeFloatable(in: world.environment)
        meter.isFloating = true
        let layer = world.windows.up.first?.request.layer
        world.clock.advance(by: 1)
        let count = layer?.enqueuedCount
        world.clock.advance(by: 1)
        #expect(count != nil && layer?.enqueuedCount == count, "nothing changes, nothing is drawn")
        meter.level = 0.5
        #expect(layer?.enqueuedCount == count.map { $0 + 1 })
        world.windows.up.first?.report(.closePressed)
        #expect(!meter.isFloating && world.windows.up.isEmpty && meter.superview === root)
    }

    @Test("a custom view reads its controller, and the controls that are bound do what they say")
    func pipifyCustom() {
        let root = RootView(size: Size(800, 600), animator: Animator(clock: world.clock))
        let (countdown, label) = (Countdown(frame: CGRect(x: 0, y: 0, width: 80, height: 80)), SizeLabel())
        root.addSubview(countdown)
        let owner = Owner()
        floatLabel(label, for: countdown, owner.$isFloating, owner.$progress, world.environment)
        world.environment.leaveApp(by: .iconified)
        #expect(owner.isFloating && world.windows.up.count == 1)
        world.clock.advance(by: 1)
        #expect(label.text == "\(Size(384, 216))")
        world.windows.up.first?.report(.pressed(.playPause))
        #expect(!countdown.isRunning)
        world.windows.up.first?.report(.sought(to: 0.75))
        #expect(owner.progress == 0.75)
        world.environment.returnToApp()
        #expect(!owner.isFloating && world.windows.up.isEmpty)
    }

    @Test("the start of a life is four effects, in order")
    func reduce() {
        let (starting, effects) = startOfALife()
        #expect(starting.hasWindow && !starting.isActive)
        #expect(effects == [.enterActiveSet, .notify(.willStart), .openWindow, .schedule(.start)])
    }

    @Test("the whole app floats a test picture on a display of its own")
    func wholeApp() async throws {
        try await PrivateServer.with { server in
            let (desktop, live, token) = try floatTestPicture(on: server.display)
            let controller = live.pictureInPictureController
            let floats = await settle { controller.isPictureInPictureActive }
            #expect(floats, "\(live.phase.value) \(live.failure ?? "") \(controller.obstacle?.description ?? "")")
            #expect(controller.windowIdentifier ?? 0 != 0)
            controller.closePictureInPicture()
            let isOver = await settle { live.endReason != nil }
            #expect(isOver && live.endReason == .stopWatching)
            await live.finish()
            desktop.close()
            withExtendedLifetime(token) {}
        }
    }

    @Test("a mini window that is kept is above a window that is raised")
    func keeping() async throws {
        try await PrivateServer.with { server in
            let desktop = try DesktopConnection(server.display)
            let floats = FloatingMiniWindows(desktop, clock: DisplayClock()) { _ in WindowOptions(title: "Mini") }
            let keeper = keepOnTop(floats, on: desktop)
            let layer = DisplayLayer()
            layer.enqueue(MemoryFrame(solid: 0, size: Size(320, 180)))
            let window = try floats.makeWindow(
                FloatingWindowRequest(kind: .live, contentSize: Size(320, 180), layer: layer, title: "Mini"))
            window.show()
            let outside = try Connection(server.display)
            let mini = WindowID(window.identifier)
            let isThere = await settle { outside.facts(of: mini)?.isViewable ?? false }
            #expect(isThere)
            let other = outside.createWindow(Rect(size: outside.screenSize), events: [])
            outside.mapRaised(other)
            outside.sync()
            let isOnTop = await settle {
                let order = outside.children(of: outside.rootWindow).filter { $0 == mini || $0 == other }
                return order == [other, mini]
            }
            #expect(isOnTop && keeper.restacks >= 1, "\(keeper.restacks)")
            keeper.stop()
            window.close(.atOnce)
            outside.destroyWindow(other)
            outside.sync()
            desktop.close()
        }
    }

    @MainActor private final class Owner {
        @State var isFloating = false
        @State var progress = 0.0
    }
}
