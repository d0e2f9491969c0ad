import Foundation
import Frames
import Geometry
import Testing
import Views

@Suite("Controls that come and go") @MainActor struct ControlsFaderTests {
    private func playing() -> (Harness, LiveView) {
        let harness = Harness(640, 360)
        let view = LiveView(layer: DisplayLayer())
        harness.root.content = view
        _ = harness.root.compose()
        var model = LiveModel()
        model.status = .playing
        model.duration = 60
        view.model = model
        _ = harness.root.compose()
        return (harness, view)
    }

    @Test("with the first picture they go, when nobody points at them")
    func goWithTheFirstPicture() {
        let (harness, view) = playing()
        harness.clock.advance(by: 0.5)
        #expect(view.bar.alpha == 0)
        #expect(harness.root.compose().overlays.isEmpty)
        harness.root.handle(PointerEvent(.moved, at: CGPoint(x: 100, y: 100), time: 1))
        harness.clock.advance(by: 0.5)
        #expect(view.bar.alpha == 1)
        harness.clock.advance(by: 3)
        #expect(view.bar.alpha == 0)
    }

    @Test("a position that moves on draws nothing while the seek bar is away")
    func hiddenSeekBarDamagesNothing() {
        let (harness, view) = playing()
        harness.clock.advance(by: 0.5)
        _ = harness.root.compose()
        view.model.position = 12
        #expect(harness.root.compose().damage.isEmpty)
    }
}
