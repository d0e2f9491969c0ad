import Foundation
import Geometry
import XServer

/// A window manager of a test's own, ended when the closure that was given it returns.
public enum WindowManager {
    /// Starts `words`, such as `openbox`, on a display, and runs `body` when it manages what is mapped.
    ///
    /// - Throws: `Child.Failure` when it does not start, and what `body` throws.
    public static func with(
        _ words: [String] = ["openbox", "--sm-disable"], display: String, _ body: () async throws -> Void
    ) async throws {
        try await withFolder { home in
            // Without fonts of its own twm must not look for any; and windows go where they want to.
            let fonts = ["Title", "Resize", "Menu", "Icon", "IconManager"].map { "\($0)Font \"fixed\"\n" }.joined()
            try (fonts + "RandomPlacement\nUsePPosition \"on\"\n").write(
                toFile: home + "/.twmrc", atomically: true, encoding: .utf8)
            let environment = ["DISPLAY": display, "HOME": home, "XDG_CONFIG_HOME": home]
            try await Child.with(words, environment: environment) { child in
                guard await isManaging(try Connection(display)) else {
                    throw Child.Failure("\(words[0]) did not start: \(child.output)")
                }
                try await body()
            }
        }
    }

    /// Waits until a window that is mapped is managed: a manager that has just started announces itself (EWMH) before
    /// it serves requests, and openbox forgets those that come in between.
    private static func isManaging(_ probe: Connection) async -> Bool {
        guard await settle(10, { probe.desktopFacts().windowManager != nil }) else { return false }
        for _ in 0..<20 {
            let window = probe.createWindow(Rect(x: 0, y: 0, width: 50, height: 50), events: [])
            probe.map(window)
            probe.sync()
            let isManaged = await settle(0.5) { !probe.numbers(.wmState, of: window).isEmpty }
            probe.destroyWindow(window)
            probe.sync()
            if isManaged {
                return await settle { probe.numbers(.clientList, of: probe.rootWindow).isEmpty }
            }
        }
        return false
    }
}
