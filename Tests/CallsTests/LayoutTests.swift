import Calls
import PictureInPicture
import Testing

/// The layout hook (spec L1, L2).
@MainActor @Suite struct LayoutTests {
    @MainActor final class Listener: LayoutListener {
        var log: [String] = []
        var shared: (@MainActor (String) -> Void)?
        var onTold: (@MainActor () -> Void)?

        func onPictureInPictureLayoutEnabled() { write("enabled") }
        func onPictureInPictureLayoutDisabled() { write("disabled") }
        func onCallLayoutChanged(layoutType: LayoutType) { write(layoutType.rawValue) }
        func onParticipantListVisible() { write("list") }
        func onParticipantListHidden() { write("no list") }

        private func write(_ line: String) {
            log.append(line)
            shared?(line)
            onTold?()
        }
    }
    @MainActor final class Silent: LayoutListener {}
    @MainActor final class Leaving: LayoutListener {
        let call: CallSession
        init(_ call: CallSession) {
            self.call = call
            call.addLayoutListener(self)
        }
        deinit { call.removeLayoutListener(self) }
    }

    let call = CallSession(transport: nil, center: SessionCenter())

    @Test("L1: the layout hook re-lays-out and floats nothing")
    func onlyLayout() {
        let world = CallWorld()
        let (call, _) = world.call()
        call.joinSession()
        #expect(call.layout.value.showsControls && call.layout.value.participantLimit == nil)
        call.enablePictureInPictureLayout()
        #expect(!call.layout.value.showsControls)
        #expect(call.layout.value.participantLimit == 1)
        #expect(call.layout.value.nameScale > 1)
        #expect(world.windows.made.isEmpty)
        call.disablePictureInPictureLayout()
        #expect(call.layout.value == CallLayout())
    }

    @Test("L2: told once per change, in words for each kind of change")
    func changes() {
        let listener = Listener()
        call.addLayoutListener(listener)
        call.enablePictureInPictureLayout()
        call.enablePictureInPictureLayout()
        call.disablePictureInPictureLayout()
        call.disablePictureInPictureLayout()
        for type in [LayoutType.sidebar, .sidebar, .spotlight, .tile] { call.setLayout(type) }
        call.showParticipantList()
        call.showParticipantList()
        call.hideParticipantList()
        #expect(listener.log == ["enabled", "disabled", "sidebar", "spotlight", "tile", "list", "no list"])
    }

    @Test("L2: told in order of adding; added twice is told once; removing an unknown one is no error")
    func order() {
        let (a, b) = (Listener(), Listener())
        var log: [String] = []
        a.shared = { log.append("a \($0)") }
        b.shared = { log.append("b \($0)") }
        for listener in [b, a, b] { call.addLayoutListener(listener) }
        call.removeLayoutListener(Listener())
        call.showParticipantList()
        #expect(log == ["b list", "a list"])
        call.removeLayoutListener(b)
        call.hideParticipantList()
        #expect(log == ["b list", "a list", "a no list"])
    }

    @Test("L2: listeners are held weakly")
    func weakly() {
        var listener: Listener? = Listener()
        weak let held = listener
        if let listener { call.addLayoutListener(listener) }
        listener = nil
        #expect(held == nil)
        call.showParticipantList()
    }

    @Test("L2: a new listener at the address of one that is gone is told")
    func sameAddress() {
        // The allocator hands the same memory out again; where it does not, as under a sanitiser, this says nothing.
        for _ in 0..<100 {
            let listener = Listener()
            call.addLayoutListener(listener)
            call.setLayout(call.layout.value.type == .tile ? .sidebar : .tile)
            #expect(listener.log.count == 1)
        }
    }

    @Test("L2: a listener may remove itself in its deinit")
    func removedInDeinit() {
        for _ in 0..<100 {
            var listener: Leaving? = Leaving(call)
            call.enablePictureInPictureLayout()
            call.disablePictureInPictureLayout()
            listener = nil
            _ = listener
        }
        let after = Listener()
        call.addLayoutListener(after)
        call.showParticipantList()
        #expect(after.log == ["list"])
    }

    @Test("L2: a listener that removes itself, or another, while being told")
    func removedWhileTold() {
        let (a, b, c) = (Listener(), Listener(), Listener())
        for listener in [a, b, c] { call.addLayoutListener(listener) }
        a.onTold = {
            call.removeLayoutListener(a)
            call.removeLayoutListener(b)
        }
        call.showParticipantList()
        #expect(a.log == ["list"] && b.log.isEmpty && c.log == ["list"])
        call.hideParticipantList()
        #expect(a.log == ["list"] && c.log == ["list", "no list"])
    }

    @Test("L2: every method has an empty default")
    func defaults() {
        let silent = Silent()
        call.addLayoutListener(silent)
        call.enablePictureInPictureLayout()
        call.disablePictureInPictureLayout()
        call.setLayout(.spotlight)
        call.showParticipantList()
        call.hideParticipantList()
        #expect(call.layout.value.type == .spotlight)
    }
}
