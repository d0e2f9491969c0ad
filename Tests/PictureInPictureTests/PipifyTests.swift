import Frames
import Geometry
import Testing
import Views

@testable import PictureInPicture

/// Floating views, without a view: what is drawn, when, and what the binding says (spec 6).
@MainActor @Suite(.timeLimit(.minutes(10))) struct PipifyTests {
    @MainActor final class Owner {
        @State var isPresented = false
        @State var progress = 0.25
        var binding: Binding<Bool> { $isPresented }
        var progressBinding: Binding<Double> { $progress }
    }

    let world = World()
    let owner = Owner()
    let content = FakeContent()
    let pipify: Pipify

    init() { pipify = Pipify(isPresented: owner.binding, content: content, environment: world.environment) }

    private var layer: DisplayLayer { world.window.request.layer }

    @Test("P1: presented it floats: its own view out of its place, another one out of nowhere")
    func origin() {
        owner.isPresented = true
        #expect(world.window.request.origin == nil && world.window.request.kind.closeMeaning == .stopFloating)
        #expect(world.window.request.contentSize == Size(100, 60))
        owner.isPresented = false
        content.frameOnScreen = Rect(x: 5, y: 6, width: 100, height: 60)
        owner.isPresented = true
        #expect(world.window.request.origin == content.frameOnScreen)
    }

    @Test("P2: the first frame at once, then at most 30 a second, the latest wins, nothing without a change")
    func frames() {
        #expect(content.drawings.isEmpty)
        world.windows.behaviour.showsAtOnce = false
        owner.isPresented = true
        #expect(content.drawings.count == 1 && layer.newest != nil, "before the window is mapped")
        for shade in UInt8(1)...50 { content.shade = shade }
        #expect(content.drawings.count == 1)
        world.clock.advance(by: 1.0 / 30)
        #expect(content.drawings.count == 2)
        #expect(layer.newest?.frame.planes.0.base.pointee == 50)
        world.clock.advance(by: 1)
        #expect(content.drawings.count == 2)
        world.window.appear()
        world.clock.advance(by: 1)
        content.shade = 60
        #expect(layer.newest?.frame.planes.0.base.pointee == 60, "after a rest a change is shown at once")
    }

    @Test("P2: a second of steady changes gives 30 frames and ends on the last state")
    func rate() {
        owner.isPresented = true
        world.clock.advance(by: 1)
        let before = content.drawings.count
        for step in 0..<240 {
            content.shade = UInt8(step)
            world.clock.advance(by: 1.0 / 240)
        }
        world.clock.advance(by: 1)
        #expect((29...32).contains(content.drawings.count - before))
        #expect(layer.newest?.frame.planes.0.base.pointee == 239)
    }

    @Test("P3: isPresented follows the window both ways", arguments: ["close", "hide", "restore", "lost", "stop"])
    func follows(_ how: String) {
        owner.isPresented = true
        #expect(world.windows.up.count == 1)
        switch how {
        case "close": world.window.report(.closePressed)
        case "hide": world.window.report(.hidePressed)
        case "restore": world.window.report(.restorePressed)
        case "lost": world.window.report(.failed("gone"))
        default: owner.isPresented = false
        }
        #expect(!owner.isPresented && world.windows.up.isEmpty && world.activeCount == 0)
        owner.isPresented = true
        #expect(world.windows.up.count == 1 && world.windows.madeCount == 2)
    }

    @Test("P3: off and on again while the window fades keeps it presented")
    func quickChange() {
        world.windows.behaviour.goesAtOnce = false
        owner.isPresented = true
        owner.isPresented = false
        owner.isPresented = true
        #expect(owner.isPresented && world.windows.up.count == 1 && world.windows.madeCount == 2)
        owner.isPresented = false
        world.window.finishClosing()
        #expect(!owner.isPresented && world.windows.up.isEmpty)
    }

    @Test("P4: not supported: an error is logged, nothing launches, isPresented is false again")
    func unsupported() {
        world.environment.support = .unsupported(.noTrueColorVisual)
        owner.isPresented = true
        #expect(!owner.isPresented && world.windows.madeCount == 0 && content.drawings.isEmpty)
        #expect(world.journal.warnings.count == 1 && world.journal.warnings[0].contains("TrueColor"))
    }

    @Test("P4: a binding that can't be set is no endless loop")
    func stubbornBinding() {
        world.environment.support = .unsupported(.noDisplay)
        let constant = Pipify(isPresented: .constant(true), content: FakeContent(), environment: world.environment)
        let stubborn = Binding(get: { true }, set: { _ in })
        stubborn.wrappedValue = true
        let other = Pipify(isPresented: stubborn, content: FakeContent(), environment: world.environment)
        stubborn.wrappedValue = true
        #expect(world.journal.warnings.count == 3 && world.windows.madeCount == 0)
        withExtendedLifetime((constant, other)) {}
    }

    @Test("S9: without the capability it fails, says so, and isPresented is false again")
    func capability() {
        world.environment.capabilities = Capabilities()
        owner.isPresented = true
        #expect(!owner.isPresented && world.windows.madeCount == 0)
        #expect(world.journal.warnings.last?.contains("audioPictureInPicture") == true)
    }

    @Test("S9: it activates the audio session on start and releases it on stop, only if it activated it")
    func audio() {
        owner.isPresented = true
        owner.isPresented = false
        #expect(world.audio.activations.isEmpty)
        world.audio.set(false)
        owner.isPresented = true
        #expect(world.audio.activations == [true])
        let second = Owner()
        let other = Pipify(isPresented: second.binding, content: FakeContent(), environment: world.environment)
        second.isPresented = true
        owner.isPresented = false
        #expect(world.audio.activations == [true], "another view still needs it")
        second.isPresented = false
        #expect(world.audio.activations == [true, false])
        withExtendedLifetime(other) {}
    }

    @Test("S9: an audio session that can't be activated fails the start with its reason")
    func audioFails() {
        world.audio.set(false)
        world.audio.failure = .audioSessionFailed("device busy")
        owner.isPresented = true
        #expect(!owner.isPresented && world.activeCount == 0)
        #expect(world.journal.warnings.last?.contains("device busy") == true)
    }

    @Test("S8: eight views float, each in its own place; the ninth is told why not")
    func eightViews() {
        let owners = (0..<9).map { _ in Owner() }
        let all = owners.map {
            Pipify(isPresented: $0.binding, content: FakeContent(), environment: world.environment)
        }
        for owner in owners { owner.isPresented = true }
        #expect(owners.map(\.isPresented) == Array(repeating: true, count: 8) + [false])
        #expect(Set(world.windows.up.map(\.request.slot)).count == 8)
        #expect(world.journal.warnings.last?.contains("8") == true)
        owners[3].isPresented = false
        owners[8].isPresented = true
        #expect(owners[8].isPresented && world.windows.up.count == 8)
        withExtendedLifetime(all) {}
    }

    @Test("P5: the render size in pixels, zero before the start and after the stop; told at each change, not for 0×0")
    func renderSize() {
        var sizes: [Size] = []
        let token = pipify.controller.renderSizeChanges.observe { if !$0.isEmpty { sizes.append($0) } }
        #expect(pipify.controller.renderSize == .zero && !pipify.controller.enabled)
        owner.isPresented = true
        #expect(pipify.controller.renderSize == Size(384, 216) && pipify.controller.enabled)
        world.window.report(.resized(Size(200, 120)))
        world.window.report(.resized(Size(200, 120)))
        owner.isPresented = false
        #expect(pipify.controller.renderSize == .zero && !pipify.controller.enabled)
        #expect(sizes == [Size(384, 216), Size(200, 120)])
        token.cancel()
    }

    @Test("a larger window is drawn larger, by whole factors, so that the shape never changes")
    func magnified() async {
        owner.isPresented = true
        world.clock.advance(by: 1)
        #expect(content.drawings == [1, 4])
        world.window.report(.resized(Size(150, 90)))
        world.clock.advance(by: 1)
        #expect(content.drawings == [1, 4, 2])
        #expect(layer.newest?.frame.size == Size(200, 120))
    }

    @Test("P6: play and pause, skips and progress do what they say, and only what is bound is shown")
    func options() {
        var log: [String] = []
        owner.isPresented = true
        #expect(world.window.controls.extras.isEmpty && !world.window.controls.isLive)
        pipify.options.onPlayPause = { log.append("playing \($0)") }
        pipify.options.onSkip = { log.append("ahead \($0)") }
        pipify.options.progress = owner.progressBinding
        #expect(world.window.controls.extras == [.playPause, .skipBack, .skipForward, .seekBar])
        world.window.report(.pressed(.playPause))
        world.window.report(.pressed(.playPause))
        world.window.report(.pressed(.skipForward))
        world.window.report(.pressed(.skipBack))
        #expect(log == ["playing false", "playing true", "ahead true", "ahead false"])
        #expect(world.window.controls.progress?.position == 0.25)
        owner.progress = 0.5
        #expect(world.window.controls.progress?.position == 0.5)
        world.window.report(.sought(to: 0.75))
        #expect(owner.progress == 0.75)
    }

    @Test("P6: start and stop are told once each")
    func startStop() {
        var log: [String] = []
        pipify.options.onStart = { log.append("start") }
        pipify.options.onStop = { log.append("stop") }
        owner.isPresented = true
        owner.isPresented = true
        world.window.report(.closePressed)
        #expect(log == ["start", "stop"])
    }

    @Test("P6: shown on background only when asked, hidden on foreground only when asked")
    func background() {
        world.environment.leaveApp(by: .iconified)
        #expect(!owner.isPresented)
        world.environment.returnToApp()
        pipify.options.showsOnBackground = true
        world.environment.leaveApp(by: .iconified)
        #expect(owner.isPresented)
        world.environment.returnToApp()
        #expect(owner.isPresented, "not asked to hide")
        pipify.options.hidesOnForeground = true
        world.environment.leaveApp(by: .hidden)
        world.environment.returnToApp()
        #expect(!owner.isPresented)
        owner.isPresented = true
        world.window.report(.closePressed)
        world.environment.leaveApp(by: .iconified)
        #expect(!owner.isPresented, "what was closed stays away")
    }

    @Test("P8: it appears once a presentation, when it is first drawn")
    func appears() {
        owner.isPresented = true
        content.shade = 9
        world.clock.advance(by: 1)
        #expect(content.appearances == 1 && content.disappearances == 0)
        owner.isPresented = false
        owner.isPresented = true
        #expect(content.appearances == 2 && content.disappearances == 1)
    }

    @Test("nothing is drawn any more once it is closed")
    func quietAfterwards() {
        owner.isPresented = true
        owner.isPresented = false
        let drawn = content.drawings.count
        content.shade = 99
        world.clock.advance(by: 1)
        #expect(content.drawings.count == drawn && world.clock.pending == 0)
    }

    @Test("the view is destroyed: its window goes")
    func destroyed() {
        let owner = Owner()
        var pipify: Pipify? = Pipify(
            isPresented: owner.binding, content: FakeContent(), environment: world.environment)
        owner.isPresented = true
        #expect(world.windows.up.count == 1 && pipify != nil)
        pipify = nil
        #expect(world.windows.up.isEmpty && world.activeCount == 0)
    }

    @Test("a thousand presentations leave nothing behind")
    func thousand() {
        world.windows.keepsAll = false
        for _ in 0..<1000 {
            owner.isPresented = true
            owner.isPresented = false
        }
        #expect(world.activeCount == 0 && world.windows.up.isEmpty && world.clock.pending == 0)
        #expect(world.windows.madeCount == 1000)
    }

    @Test("P5: a state lends its value, and watchers hear each change in order until they let go")
    func binding() {
        var log: [String] = []
        let binding = owner.binding
        let first = binding.observe { log.append("first") }
        do {
            let second = binding.observe { log.append("second") }
            binding.wrappedValue = true
            withExtendedLifetime(second) {}
        }
        owner.isPresented = false
        #expect(log == ["first", "second", "first"])
        #expect(!binding.projectedValue.wrappedValue)
        withExtendedLifetime(first) {}
    }
}
