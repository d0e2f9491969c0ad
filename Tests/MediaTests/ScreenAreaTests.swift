import Geometry
import Media
import Testing

@Suite(.timeLimit(.minutes(10))) struct ScreenAreaTests {
    @Test(
        "the whole screen, a part of it and a window are read as X tools write them",
        arguments: [
            ("screen:", ScreenArea.whole, 30), ("screen:?fps=15", .whole, 15),
            ("screen:640x360+0+10", .region(Rect(x: 0, y: 10, width: 640, height: 360)), 30),
            ("screen:0x1400003?fps=60", .window(0x1400003), 60), ("screen:20971523", .window(20_971_523), 30),
        ] as [(String, ScreenArea, Int)])
    func right(_ text: String, _ area: ScreenArea, _ rate: Int) throws {
        let screen = try #require(try MediaSource(text).screen)
        #expect(screen.area == area && screen.rate == rate)
        let again = try MediaSource(MediaSource(screen: area, rate: rate).text).screen
        #expect(again?.area == area && again?.rate == rate)
    }

    @Test(
        "what is no part of a screen is refused with the right words",
        arguments: [
            "screen:1", "screen:0x0", "screen:0x20000000", "screen:99999999999999999999", "screen:640x360",
            "screen:640x360+1", "screen:0x360+0+0", "screen:15x360+0+0", "screen:640x360-1+0", "screen:640x360+0+99999",
            "screen:?fps=0", "screen:?fps=61", "screen:?fps", "screen:?rate=3", "screen:640x360+0+0?",
        ])
    func wrong(_ text: String) {
        let error = #expect(throws: MediaError.self) { try MediaSource(text) }
        #expect(error?.code == .usage && error?.remedy.contains("screen:640x360+100+50") == true)
    }
}
