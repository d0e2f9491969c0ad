import Foundation
public import Geometry

/// An Xorg of a test's own, with the dummy driver and two input devices that the test drives: real outputs that can be
/// plugged and have an EDID, real fingers, and devices that can be unplugged.
public struct PrivateXorg: Sendable {
    /// Why it can't be had here, in words: the test is skipped then.
    public struct Missing: Error, CustomStringConvertible {
        /// Why.
        public let description: String
    }

    /// Its name for `XOpenDisplay`.
    public let display: String
    /// A touch screen called `finger`.
    public let finger: TestDevice
    /// A mouse called `mouse`.
    public let mouse: TestDevice

    /// The size of the first output, DUMMY0; fifteen more are there and off.
    public static let screen = Size(1280, 800)

    /// Starts one and hands it to `body` when it takes clients.
    ///
    /// - Throws: `Missing` when it does not start, and what `body` throws.
    public static func with<Result>(_ body: (PrivateXorg) async throws -> Result) async throws -> Result {
        for module in ["drivers/dummy_drv.so", "input/inputtest_drv.so"] {
            let path = "/usr/lib/xorg/modules/" + module
            guard FileManager.default.fileExists(atPath: path) else { throw Missing(description: "no \(path)") }
        }
        return try await withFolder { folder in
            try configuration(folder).write(toFile: folder + "/xorg.conf", atomically: true, encoding: .utf8)
            let log = folder + "/xorg.log"
            let words = [
                "Xorg", "-displayfd", "1", "-noreset", "-nolisten", "tcp", "-novtswitch", "-sharevts", "-config",
                folder + "/xorg.conf", "-logfile", log,
            ]
            return try await Child.with(words, mergeErrors: false) { child in
                do {
                    try await child.waitForOutput("\n")
                } catch {
                    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
                    let last = text.split(separator: "\n").last { $0.contains("(EE)") && $0.count > 20 }
                    throw Missing(description: "Xorg does not start: \(last.map(String.init) ?? "\(error)")")
                }
                let name = ":\(child.output.prefix { $0 != "\n" })"
                return try await body(
                    PrivateXorg(
                        display: name, finger: try TestDevice(folder + "/finger", screen: screen),
                        mouse: try TestDevice(folder + "/mouse", screen: screen)))
            }
        }
    }

    /// Runs `xrandr` with words.
    public func xrandr(_ words: String...) async throws {
        let result = try await Child.run(["xrandr", "-display", display] + words)
        guard result.status == 0 else { throw Child.Failure("xrandr \(words): \(result.output)") }
    }

    /// Plugs a device in or out, as far as clients see it: `finger` or `mouse`.
    public func plug(_ device: String, isIn: Bool) async throws {
        let words = ["xinput", isIn ? "enable" : "disable", device]
        let result = try await Child.run(words, environment: ["DISPLAY": display])
        guard result.status == 0 else { throw Child.Failure("\(words): \(result.output)") }
        if isIn { try (device == "finger" ? finger : mouse).plugIn() }
    }

    private static func configuration(_ folder: String) -> String {
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
                Modes "\(screen)"
            EndSubSection
        EndSection
        Section "InputDevice"
            Identifier "finger"
            Driver "inputtest"
            Option "SocketPath" "\(folder)/finger"
            Option "DeviceType" "Touch"
            Option "TouchCount" "5"
        EndSection
        Section "InputDevice"
            Identifier "mouse"
            Driver "inputtest"
            Option "SocketPath" "\(folder)/mouse"
            Option "DeviceType" "PointerAbsolute"
        EndSection
        Section "ServerLayout"
            Identifier "layout"
            Screen "screen"
            InputDevice "finger"
            InputDevice "mouse" "CorePointer"
        EndSection

        """
    }
}
