import Foundation
import Glibc
import TestSupport

/// A Janus of a test's own, which nobody here wrote: rooms 1234, 77 (pin `secret`) and 88 (for one), streams 1 (VP8) and 2
/// (H.264), fed by `feed`.
struct JanusProcess: Sendable {
    let child: Child
    /// `janus+http://127.0.0.1:PORT/janus`
    let address: String
    private let ports: (vp8: Int, h264: Int)

    /// Why there can be none here; nil when there can.
    static var obstacle: String? {
        if !FileManager.default.isExecutableFile(atPath: "/usr/bin/janus") {
            return "janus is not installed (PORTHOLE_PEERS=all scripts/test installs it)"
        }
        // It does no ICE on the loopback.
        return outerAddress == nil ? "this machine has no address but the loopback's" : nil
    }

    /// The first address of this machine that is not the loopback's.
    private static var outerAddress: String? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        var next = list
        while let entry = next {
            defer { next = entry.pointee.ifa_next }
            let flags = Int32(bitPattern: entry.pointee.ifa_flags)
            guard let address = entry.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET),
                flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0
            else { continue }
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let length = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard getnameinfo(address, length, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0 else {
                continue
            }
            return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        return nil
    }

    /// Starts it with a folder of its own, and hands it to `body`.
    static func with(_ body: (JanusProcess) async throws -> Void) async throws {
        guard let outer = outerAddress else { throw Child.Failure("no address but the loopback's") }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("janus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (port, vp8, h264) = (try freePort(), try freePort(), try freePort())
        for (name, text) in files(folder.path, outer, port, (vp8, h264)) {
            try text.write(
                to: folder.appendingPathComponent("janus.\(name)jcfg"), atomically: true, encoding: .utf8)
        }
        try await Child.with(["/usr/bin/janus", "-F", folder.path, "--disable-colors"]) { child in
            try await waitForPort(port, of: child, timeout: 30)
            try await body(
                JanusProcess(
                    child: child, address: "janus+http://127.0.0.1:\(port)/janus", ports: (vp8, h264)))
        }
    }

    /// Sends pictures into stream 1, or 2 for H.264, while `body` runs.
    func feed(h264: Bool = false, _ body: () async throws -> Void) async throws {
        let coder =
            h264
            ? "openh264enc gop-size=15 ! video/x-h264,profile=constrained-baseline ! h264parse ! rtph264pay config-interval=1"
            : "vp8enc deadline=1 cpu-used=8 keyframe-max-dist=15 ! rtpvp8pay"
        let line =
            "videotestsrc is-live=true ! video/x-raw,width=160,height=90,framerate=15/1 ! \(coder) pt=100 ! "
            + "udpsink host=127.0.0.1 port=\(h264 ? ports.h264 : ports.vp8)"
        try await Child.with(["gst-launch-1.0", "-q"] + line.split(separator: " ").map(String.init)) { _ in
            try await body()
        }
    }

    private static func files(
        _ folder: String, _ outer: String, _ port: Int, _ ports: (vp8: Int, h264: Int)
    ) -> [(String, String)] {
        // Only what is needed: others would open ports of their own.
        let plugins = [
            "audiobridge", "duktape", "echotest", "lua", "nosip", "recordplay", "sip", "textroom", "videocall",
            "voicemail",
        ]
        let transports = ["mqtt", "nanomsg", "pfunix", "rabbitmq", "websockets"]
        func list(_ names: [String]) -> String { names.map { "libjanus_\($0).so" }.joined(separator: ",") }
        func stream(_ id: Int, _ codec: String, _ port: Int, _ more: String = "") -> String {
            """
            stream-\(id): { type = "rtp"
              id = \(id)
              media = ( { type = "video"
                mid = "v"
                port = \(port)
                pt = 100
                codec = "\(codec)"
                \(more) } ) }
            """
        }
        return [
            (
                "",
                """
                general: { configs_folder = "\(folder)"
                  debug_level = 3 }
                nat: { ice_enforce_list = "\(outer)" }
                plugins: { disable = "\(list(plugins))" }
                transports: { disable = "\(list(transports))" }
                events: { broadcast = false }
                """
            ),
            (
                "transport.http.",
                """
                general: { json = "compact"
                  base_path = "/janus"
                  http = true
                  port = \(port)
                  ip = "127.0.0.1"
                  https = false }
                admin: { admin_http = false }
                """
            ),
            (
                "plugin.videoroom.",
                """
                general: { }
                room-1234: { description = "Test"
                  publishers = 10
                  notify_joining = true
                  audiolevel_event = true
                  audio_active_packets = 20
                  audio_level_average = 60 }
                room-77: { description = "Pin"
                  pin = "secret" }
                room-88: { description = "One"
                  publishers = 1 }
                """
            ),
            (
                "plugin.streaming.",
                """
                general: { }
                \(stream(1, "vp8", ports.vp8))
                \(stream(2, "h264", ports.h264, "fmtp = \"profile-level-id=42e01f;packetization-mode=1\""))
                """
            ),
        ]
    }
}
