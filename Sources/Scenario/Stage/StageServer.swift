import Foundation
import PortholeKit

/// The X server of one run.
struct StageServer: Sendable {
    /// Its name for clients, such as `:3`.
    let display: String
    /// The process.
    let child: ChildProcess

    /// Starts a server, and returns when it takes clients.
    ///
    /// - Throws: `missing` when it is not installed, `failed` with its last words when it does not come up.
    static func start(
        _ kind: ServerKind, screen: Size, scale: Double, home: StageHome, clock: any ScenarioClock, slow: Double
    ) async throws(StageFailure) -> StageServer {
        var environment = home.environment(display: nil)
        let words: [String]
        // Without -noreset a server forgets its monitors when the last client leaves.
        switch kind {
        case .xvfb:
            words = [
                "Xvfb", "-displayfd", "1", "-noreset", "-nolisten", "tcp", "-screen", "0", "\(screen)x24", "-dpi",
                "\(Int(96 * scale))",
            ]
        case .xorgDummy:
            guard access("/usr/lib/xorg/modules/drivers/dummy_drv.so", F_OK) == 0 else {
                throw .missing("xserver-xorg-video-dummy is not installed")
            }
            try home.write(dummyConfiguration(screen), to: "xorg.conf")
            words = [
                "Xorg", "-displayfd", "1", "-noreset", "-nolisten", "tcp", "-novtswitch", "-sharevts", "-config",
                home.path + "/xorg.conf", "-logfile", home.path + "/xorg.log",
            ]
        case .xephyr:
            let own = StageHome.own
            guard own["DISPLAY"] != nil else { throw .missing("xephyr needs a display to be seen on") }
            environment["DISPLAY"] = own["DISPLAY"]
            environment["XAUTHORITY"] = own["XAUTHORITY"]
            words = ["Xephyr", "-displayfd", "1", "-noreset", "-nolisten", "tcp", "-screen", "\(screen)x24"]
        }
        let child = try ChildProcess(words, environment: environment)
        _ = await clock.wait(15 * slow) { child.output.contains("\n") || child.exitStatus != nil }
        let number = child.output.prefix { $0 != "\n" }
        guard child.exitStatus == nil, child.output.contains("\n"), Int(number) != nil else {
            await child.stop(clock)
            throw .failed("\(words[0]) does not start: \(lastLine(child.errors))")
        }
        return StageServer(display: ":\(number)", child: child)
    }

    /// The last line that says anything.
    static func lastLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).last { $0.contains { !$0.isWhitespace } }.map(String.init)
            ?? "it says nothing"
    }

    private static func dummyConfiguration(_ screen: Size) -> String {
        """
        Section "ServerFlags"
            Option "AutoAddDevices" "false"
            Option "AutoAddGPU" "false"
        EndSection
        Section "Device"
            Identifier "card"
            Driver "dummy"
            VideoRam 256000
        EndSection
        Section "Monitor"
            Identifier "monitor"
            HorizSync 5.0-1000.0
            VertRefresh 5.0-200.0
        EndSection
        Section "Screen"
            Identifier "screen"
            Device "card"
            Monitor "monitor"
            DefaultDepth 24
            SubSection "Display"
                Depth 24
                Virtual \(screen.width) \(screen.height)
            EndSubSection
        EndSection

        """
    }
}
