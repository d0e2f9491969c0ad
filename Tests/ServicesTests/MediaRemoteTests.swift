import Geometry
import Glibc
import TestSupport
import Testing

@testable import Services

/// What the desktop sees of a live, and what it can do with it (MPRIS 2.2). Issue E, 9.
@Suite("The desktop's remote control", .timeLimit(.minutes(5))) struct MediaRemoteTests {
    private let film = {
        var film = MediaRemoteState(.playing, track: "live", title: "A film – née «x»", length: 90)
        (film.position, film.volume) = (12, 0.5)
        return film
    }()

    private func call(_ bus: PrivateBus, _ words: String..., name: String = MediaRemoteWire.name) async throws -> String
    {
        let base = ["gdbus", "call", "--session", "--dest", name, "--object-path", MediaRemoteWire.path, "--method"]
        return try await Child.run(base + words, environment: bus.environment).output
    }

    private func get(_ bus: PrivateBus, _ property: String, of interface: String = MediaRemoteWire.player) async throws
        -> String
    {
        try await call(bus, "org.freedesktop.DBus.Properties.Get", interface, property)
    }

    /// Waits until somebody has the name, or nobody.
    private func waitForName(_ bus: PrivateBus, _ isThere: Bool = true, _ name: String = MediaRemoteWire.name)
        async throws
    {
        let words = [
            "gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/", "--method",
            "org.freedesktop.DBus.NameHasOwner", name,
        ]
        for _ in 0..<200 {
            if try await Child.run(words, environment: bus.environment).output.contains("true") == isThere { return }
        }
        Issue.record("\(name) is \(isThere ? "not " : "still ")there")
    }

    @Test("it is on the bus while something plays, with what plays, and gone with it") func properties() async throws {
        try await PrivateBus.with { bus in
            let remote = MediaRemote(environment: bus.environment) { _ in }
            try await waitForName(bus, false)
            remote.set(film)
            try await waitForName(bus)
            #expect(try await get(bus, "PlaybackStatus") == "(<'Playing'>,)\n")
            #expect(try await get(bus, "Volume") == "(<0.5>,)\n")
            #expect(try await get(bus, "Identity", of: MediaRemoteWire.root) == "(<'Porthole'>,)\n")
            let metadata = try await get(bus, "Metadata")
            #expect(metadata.contains("'xesam:title': <'A film – née «x»'>") && metadata.contains("90000000"))
            #expect(metadata.contains("<objectpath '/app/porthole/track/live'>"))
            let all = try await call(bus, "org.freedesktop.DBus.Properties.GetAll", MediaRemoteWire.player)
            for name in ["CanSeek", "CanPause", "MinimumRate", "Position", "CanControl"] { #expect(all.contains(name)) }
            remote.set(MediaRemoteState(.paused, track: "b", title: "A broadcast"))
            #expect(try await get(bus, "CanSeek") == "(<false>,)\n")
            #expect(try await get(bus, "PlaybackStatus") == "(<'Paused'>,)\n")
            #expect(try await get(bus, "Position") == "(<int64 0>,)\n")
            remote.set(nil)
            try await waitForName(bus, false)
            remote.set(film)
            try await waitForName(bus)
        }
    }

    @Test("keys and panels of the desktop reach what plays; what makes no sense does nothing") func commands()
        async throws
    {
        try await PrivateBus.with { bus in
            let got = Lock<[MediaRemoteCommand]>([])
            let remote = MediaRemote(environment: bus.environment) { command in got.withLock { $0.append(command) } }
            remote.set(film)
            try await waitForName(bus)
            let player = MediaRemoteWire.player
            for method in ["Play", "Pause", "PlayPause", "Stop", "Next"] {
                _ = try await call(bus, "\(player).\(method)")
            }
            _ = try await call(bus, "\(player).Seek", "--", "-5000000")
            let track = "/app/porthole/track/live"
            for (path, place) in [(track, "30000000"), (track, "91000000"), ("/other", "1"), (track, "-1")] {
                _ = try await call(bus, "\(player).SetPosition", "--", path, place)
            }
            for method in ["Raise", "Quit"] { _ = try await call(bus, "\(MediaRemoteWire.root).\(method)") }
            for volume in ["<0.25>", "<7.0>"] {
                _ = try await call(bus, "org.freedesktop.DBus.Properties.Set", player, "Volume", volume)
            }
            #expect(try await call(bus, "\(player).OpenUri", "file:///x").contains("porthole watch"))
            #expect(
                try await call(bus, "org.freedesktop.DBus.Properties.Set", player, "Rate", "<2.0>").contains("Error"))
            let wanted: [MediaRemoteCommand] = [
                .play, .pause, .playPause, .stop, .skip(-5), .seek(30), .raise, .quit, .volume(0.25), .volume(1),
            ]
            #expect(got.withLock { $0 } == wanted)
        }
    }

    @Test("listeners are told what has changed, and of a step in time, and of nothing else") func signals() async throws
    {
        try await PrivateBus.with { bus in
            let remote = MediaRemote(environment: bus.environment) { _ in }
            // Paused: while it plays, time that passes here is a step in time.
            var paused = film
            paused.status = .paused
            remote.set(paused)
            try await waitForName(bus)
            let words = ["gdbus", "monitor", "--session", "--dest", MediaRemoteWire.name]
            try await Child.with(words, environment: bus.environment) { monitor in
                try await monitor.waitForOutput("is owned by")
                paused.volume = 0.25
                remote.set(paused)
                remote.set(paused)
                paused.position = 60
                remote.set(paused)
                try await monitor.waitForOutput("Seeked (int64 60000000,)")
                let lines = monitor.output.split(separator: "\n").filter { $0.contains(MediaRemoteWire.path) }
                #expect(lines.count == 2, "\(lines)")
                #expect(lines.first?.contains("{'Volume': <0.25>}") == true, "\(lines)")
            }
        }
    }

    @Test("two on one bus have two names; without a bus nothing happens, which is said once") func others() async throws
    {
        try await PrivateBus.with { bus in
            let (first, second) = (
                MediaRemote(environment: bus.environment) { _ in }, MediaRemote(environment: bus.environment) { _ in }
            )
            first.set(film)
            try await waitForName(bus)
            second.set(film)
            try await waitForName(bus, true, "\(MediaRemoteWire.name).instance\(getpid())")
        }
        let said = Lock<[String]>([])
        let none = MediaRemote(environment: [:], log: { words in said.withLock { $0.append(words) } }) { _ in }
        for _ in 0..<3 { none.set(film) }
        #expect(await settle { said.withLock { $0.count } == 1 })
    }
}
