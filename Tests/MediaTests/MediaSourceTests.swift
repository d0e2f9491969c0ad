import Media
import Testing

@Suite struct MediaSourceTests {
    @Test(
        "titles are file names, hosts and words",
        arguments: [
            ("/a/b/clip.mp4", "clip.mp4"), ("clip.mp4", "clip.mp4"), ("file:///a/my%20clip.mp4", "my clip.mp4"),
            ("https://example.org:8080/x.m3u8", "example.org"), ("rtsp://u:p@cam.local/live", "cam.local"),
            ("srt://10.0.0.1:9000", "10.0.0.1"), ("rtmp://h/app/key", "h"), ("camera:", "Camera"),
            ("camera:/dev/video2", "Camera"), ("screen:", "Screen"), ("test:", "Test: clock"),
            ("test:bars?size=64x48", "Test: bars"), ("./test:odd", "test:odd"), ("a/b:c", "b:c"),
        ])
    func titles(_ text: String, _ title: String) throws {
        #expect(try MediaSource(text).title == title)
    }

    @Test(
        "wrong words are usage errors that name the nearest right one",
        arguments: [
            ("htp://x/y", "http"), ("rtps://x/y", "rtsp"), ("test:clok", "clock"), ("test:nois", "noise"),
            ("test:?sise=64x48", "size"), ("test:?fsp=30", "fps"), ("test:?size=64", "size=1280x720"),
            ("test:?fps=0", "fps=30"), ("test:?fps=x", "fps=30"), ("test:?color=red", "color=ff8800"),
            ("test:?color=+12345", "color=ff8800"), ("test:?frames=0", "frames=300"), ("test:?frames", "frames=300"),
            ("test:?size=99999x2", "size=1280x720"), ("screen:1", "screen:"), ("camera:front", "camera:0"),
            ("http:", "http://HOST"), ("rtsp://", "rtsp://HOST"), ("file:relative", "file:///"), ("", "test:"),
            ("cam:", "camera"),
        ])
    func usage(_ text: String, _ hint: String) throws {
        let error = #expect(throws: MediaError.self) { try MediaSource(text) }
        #expect(error?.code == .usage)
        #expect(error?.remedy.contains(hint) == true, "\(text): \(String(describing: error))")
        #expect(error?.description.contains("\n") == false)
    }

    @Test("live is what can't wait")
    func live() throws {
        for text in ["camera:", "screen:", "rtsp://h/x", "srt://h:1", "rtmp://h/x", "test:"] {
            #expect(try MediaSource(text).isLive, "\(text)")
        }
        for text in ["a.mp4", "https://h/x", "test:?frames=3"] { #expect(try !MediaSource(text).isLive, "\(text)") }
    }
}
