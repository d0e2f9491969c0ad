import Desktop
import Frames
import Geometry
import TestSupport
import Testing
import XServer

/// What clients without manners do to our windows.
@Suite("Rude clients", .timeLimit(.minutes(10))) @MainActor struct RudenessTests {
    @Test("wild messages and made-up events leave both windows as they are")
    func pestered() async throws {
        try await Stage.with(["openbox", "--sm-disable"]) { stage in
            let mini = await stage.mini()
            let main = await stage.main { $0.size = Size(400, 225) }
            #expect(await settle { stage.rect(of: main).size == Size(400, 225) })
            let place = stage.rect(of: mini)
            for window in [mini.id, main.id] { stage.outside.pester(window) }
            // Behind all of it, so that all of it has arrived.
            stage.layer.enqueue(SolidFrame(Size(320, 180), luma: 16))
            let dark: UInt32 = 0x000000
            #expect(await settle { stage.outside.pixel(of: mini.id, at: Point(20, 20)) == dark })
            #expect(await settle { stage.outside.pixel(of: main.id, at: Point(200, 112)) == dark })
            #expect(stage.rect(of: mini) == place)
            #expect(stage.rect(of: main).size == Size(400, 225))
            #expect(stage.told.filter { $0.contains("failed") || $0.contains("close") }.isEmpty, "\(stage.told)")
            main.close()
            mini.close()
        }
    }
}
