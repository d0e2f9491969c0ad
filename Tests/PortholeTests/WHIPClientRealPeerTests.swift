import Foundation
import Glibc
import PortholeKit
import TestSupport
import Testing

/// Debian's `whip-client` (simple-whip-client of Meetecho), which publishes into `porthole answer`. Skipped, with the
/// reason, where it is not installed.
@Suite(
    .timeLimit(.minutes(10)), .serialized,
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/whip-client"),
        "simple-whip-client is not installed (PORTHOLE_PEERS=all scripts/test installs it)"))
struct WHIPClientRealPeerTests {
    private static let token = "a-test-token"
    private static let pictures =
        "videotestsrc is-live=true pattern=ball ! video/x-raw,width=320,height=180,framerate=15/1 ! vp8enc deadline=1 ! "
        + "rtpvp8pay pt=96 ssrc=2 ! queue ! application/x-rtp,media=video,encoding-name=VP8,payload=96"
    private static let sound =
        "audiotestsrc is-live=true ! audioconvert ! opusenc ! rtpopuspay pt=100 ssrc=1 ! queue ! "
        + "application/x-rtp,media=audio,encoding-name=OPUS,payload=100"
    /// Debian 12's program has libsoup 2, and its libnice brings libsoup 3 by way of libgupnp-igd: it ends at once. So it
    /// gets another libgupnp-igd, which has no UPnP and needs no libsoup.
    private static let withoutUPnP = """
        void *gupnp_simple_igd_thread_new(void) { return 0; }
        unsigned long gupnp_simple_igd_get_type(void) { return 80; /* G_TYPE_OBJECT */ }
        void gupnp_simple_igd_add_port(void) {}
        void gupnp_simple_igd_remove_port(void) {}
        void gupnp_simple_igd_remove_port_local(void) {}
        void gupnp_simple_igd_delete_all_mappings(void) {}
        """

    private func publish(
        to site: String, in folder: String, _ more: [String] = [], _ body: (Child) async throws -> Void
    ) async throws {
        let (source, library) = ("\(folder)/igd.c", "\(folder)/libgupnp-igd-1.0.so.4")
        try Self.withoutUPnP.write(toFile: source, atomically: true, encoding: .utf8)
        let made = try await Child.run([
            "cc", "-shared", "-fPIC", "-Wl,-soname,libgupnp-igd-1.0.so.4", "-o", library, source,
        ])
        try #require(made.status == 0, "\(made.output)")
        let words = [
            "/usr/bin/whip-client", "-u", "\(site)/call", "-t", Self.token, "-n", "-o", "-A", Self.sound, "-V",
            Self.pictures,
        ]
        // A registry of its own: plug-ins that did not load with one library must not be missing with the other.
        let environment = ["LD_LIBRARY_PATH": folder, "GST_REGISTRY": "\(folder)/registry"]
        try await Child.with(words + more, environment: environment, body)
    }

    /// An answering porthole at this machine's own address: libnice has none of the loopback. The client takes any
    /// certificate.
    private func withAnswering(
        _ more: [String] = [], _ body: (String, Desk, RunningProgram, DirectCallTests.Listening) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let flags = ["--listen", "0.0.0.0:0", "--token", Self.token] + more
            let environment = DirectCallTests.pictures.merging(["XDG_STATE_HOME": folder]) { $1 }
            try await DirectCallTests.withAnswering(flags, environment: environment) { desk, porthole, listening in
                try await body(folder, desk, porthole, listening)
            }
        }
    }

    @Test("it rings, its pictures are seen, and its end by DELETE is noticed") func publishes() async throws {
        try await withAnswering { folder, desk, porthole, listening in
            try await publish(to: listening.site, in: folder) { client in
                try await porthole.wait(for: "call call.ringing")
                try await desk.order("accept")
                try await porthole.wait(for: "call session.connected")
                try await porthole.waitForFrames(of: "call", on: "stage")
                #expect(await settle(30) { porthole.shown("call", on: "stage") > 10 }, "\(porthole.child.output)")
                client.signal(SIGINT)
                try await porthole.wait(for: "call session.ended remote-hang-up")
                #expect(await client.waitForExit() == 0, "\(client.output)")
            }
        }
    }

    @Test(
        "it takes the relay that the answering side names in its Link fields",
        .enabled(if: RelayServer.isInstalled, "coturn is not installed"))
    func linked() async throws {
        try await RelayServer.with { relay in
            try await withAnswering(["--ice-server", relay.address()]) { folder, desk, porthole, listening in
                try await publish(to: listening.site, in: folder, ["-f"]) { client in
                    try await porthole.wait(for: "call call.ringing")
                    try await client.waitForOutput("turn://ann:secret@127.0.0.1:\(relay.port)?transport=udp")
                    try await desk.order("accept")
                    try await porthole.waitForFrames(of: "call", on: "stage")
                    client.signal(SIGINT)
                    try await porthole.wait(for: "call session.ended remote-hang-up")
                }
            }
        }
    }
}
