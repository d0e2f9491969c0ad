import Foundation
import Services
import Testing

@Suite("XDG paths", .timeLimit(.minutes(10)))
struct XDGPathsTests {
    @Test("without variables everything is under the home folder, and there is no runtime folder")
    func defaults() {
        let paths = XDGPaths(environment: ["HOME": "/home/ann"])
        #expect(paths.config == "/home/ann/.config/porthole")
        #expect(paths.state == "/home/ann/.local/state/porthole")
        #expect(paths.cache == "/home/ann/.cache/porthole")
        #expect(paths.runtime == nil)
        #expect(paths.ignored.isEmpty)
    }

    @Test("the variables are followed; slashes at their end do no harm")
    func variables() {
        let paths = XDGPaths(
            environment: [
                "HOME": "/home/ann", "XDG_CONFIG_HOME": "/a/", "XDG_STATE_HOME": "/b", "XDG_CACHE_HOME": "/",
                "XDG_RUNTIME_DIR": "/run/user/1000",
            ], name: "x")
        #expect([paths.config, paths.state, paths.cache, paths.runtime] == ["/a/x", "/b/x", "/x", "/run/user/1000/x"])
    }

    @Test("a path that is empty or not absolute is ignored, and the latter told")
    func relative() {
        let paths = XDGPaths(
            environment: [
                "HOME": "ann", "XDG_CONFIG_HOME": "./a", "XDG_STATE_HOME": "", "XDG_CACHE_HOME": "~/c",
                "XDG_RUNTIME_DIR": "run",
            ], home: "/root")
        #expect(paths.config == "/root/.config/porthole")
        #expect(paths.cache == "/root/.cache/porthole")
        #expect(paths.runtime == nil)
        #expect(paths.ignored == ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"])
    }

    @Test("a folder is made with those above it, for the user alone; again is no error")
    func makes() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "porthole-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: root) }
        for _ in 0..<2 { try XDGPaths.make(root + "/a/b") }
        for path in [root, root + "/a/b"] {
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o700)
        }
        #expect(FileManager.default.createFile(atPath: root + "/file", contents: nil))
        #expect(throws: XDGError(path: root + "/file/b", code: 20)) { try XDGPaths.make(root + "/file/b") }
        #expect(throws: XDGError(path: root + "/file", code: 20)) { try XDGPaths.make(root + "/file") }
    }
}
