import Foundation
import PictureInPicture
import Testing

/// The manifest (spec S9).
@Suite struct CapabilitiesTests {
    @Test("S9: reads the background modes of a manifest")
    func reads() throws {
        let text =
            "# a comment\n\n[Other]\nBackgroundModes=x\n[Capabilities]\n Unknown = y\nBackgroundModes = audioPictureInPicture ; location;\n"
        let capabilities = try Capabilities(manifest: text)
        #expect(capabilities.backgroundModes == ["audioPictureInPicture", "location"])
        #expect(capabilities.allowsPictureInPicture)
    }

    @Test(
        "a manifest that lacks the capability allows nothing",
        arguments: [
            "", "[Capabilities]", "[Capabilities]\nBackgroundModes=", "[Capabilities]\nBackgroundModes=audio;;",
        ])
    func lacks(_ text: String) throws { #expect(try !Capabilities(manifest: text).allowsPictureInPicture) }

    @Test("lines end as on any system, and the last of two keys wins")
    func forms() throws {
        let text = "[Capabilities]\r\nBackgroundModes=audioPictureInPicture\r\nBackgroundModes=location\r\n"
        #expect(try Capabilities(manifest: text).backgroundModes == ["location"])
    }

    @Test(
        "a broken manifest names the line",
        arguments: [
            ("BackgroundModes=a", CapabilitiesError.noGroup(line: 1)),
            ("\n[Capabilities", .badGroup(line: 2, text: "[Capabilities")),
            ("[]", .badGroup(line: 1, text: "[]")),
            ("[a]\nnonsense", .notAKey(line: 2, text: "nonsense")),
            ("[a]\n=value", .notAKey(line: 2, text: "=value")),
        ])
    func broken(_ text: String, _ error: CapabilitiesError) {
        #expect(throws: error) { try Capabilities(manifest: text) }
        #expect(error.description.hasSuffix("."))
    }

    @Test("a manifest that can't be read says why")
    func unreadable() throws {
        #expect(throws: CapabilitiesError.unreadable(path: "/nowhere/at-all", reason: "there is no such file")) {
            try Capabilities(contentsOf: "/nowhere/at-all")
        }
        let path = FileManager.default.temporaryDirectory.appending(path: "porthole-\(UUID()).manifest")
        try Data([0xff, 0xfe, 0xff]).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        #expect(
            throws: CapabilitiesError.unreadable(path: path.path, reason: "it can't be read as UTF-8 text")
        ) { try Capabilities(contentsOf: path.path) }
    }

    @Test("the app's own manifest allows picture in picture")
    func own() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let path = root.appending(path: "Resources/porthole.manifest").path
        #expect(try Capabilities(contentsOf: path).allowsPictureInPicture)
    }
}
