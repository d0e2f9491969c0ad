import Foundation
import Glibc
import PortholeKit

nonisolated extension DoctorCheck {
    /// Every check, in the order of the report. A new one is one more line.
    static var all: [DoctorCheck] {
        [
            DoctorCheck(.display, "display variable", look: displayVariable),
            DoctorCheck(.display, "session type", look: sessionType),
            DoctorCheck(.display, "X server", look: xServer),
            DoctorCheck(.display, "XWayland", look: xWayland),
            DoctorCheck(.display, "pictures travel", look: transport),
            DoctorCheck(.display, "extensions", look: extensions),
            DoctorCheck(.display, "monitors", look: monitors),
            DoctorCheck(.desktop, "window manager", look: windowManager),
            DoctorCheck(.desktop, "compositor", look: compositor),
        ] + MediaCapability.all.map { capability in DoctorCheck(.media, capability.name) { _ in found(capability) } }
            + [
                DoctorCheck(.media, "sound server", look: soundServer),
                DoctorCheck(.media, "cameras", look: cameras),
                DoctorCheck(.session, "session bus", look: sessionBus),
                DoctorCheck(.session, "folders", look: folders),
                DoctorCheck(.samples, "sample videos", look: samples),
            ]
    }

    @Sendable private static func displayVariable(_ here: DoctorSurroundings) -> DoctorReport.Finding {
        if let display = here["DISPLAY"] { return .ok(display) }
        if here["WAYLAND_DISPLAY"] != nil {
            return .missing(
                "DISPLAY is not set: this Wayland session runs no XWayland",
                remedy: "turn XWayland on, or log in to an X11 session")
        }
        return .missing("DISPLAY is not set", remedy: "start it from a desktop, or set DISPLAY, for example to :0")
    }

    @Sendable private static func sessionType(_ here: DoctorSurroundings) -> DoctorReport.Finding {
        let type = here["XDG_SESSION_TYPE"]
        guard let wayland = here["WAYLAND_DISPLAY"] ?? (type == "wayland" ? "wayland" : nil) else {
            return .ok(type ?? "XDG_SESSION_TYPE is not set, taken for X11")
        }
        return .warning(
            "Wayland (\(wayland)): through XWayland the mini window stays above X11 windows, but the compositor decides "
                + "about Wayland's own, and only X11 windows can be floated",
            remedy: "log in to an X11 session for the whole of it")
    }

    @Sendable private static func soundServer(_ here: DoctorSurroundings) -> DoctorReport.Finding {
        switch SoundServerProbe.probe(environment: here.environment) {
        case .running(let path): .ok(path)
        case .remote(let server): .warning("\(server) is on another machine, not tried from here")
        case .missing(let tried, let code):
            .warning(
                "\(tried.first ?? "PULSE_SERVER") can't be reached: \(String(cString: strerror(code))); videos play without sound",
                remedy: "start PulseAudio or pipewire-pulse, or correct PULSE_SERVER")
        }
    }

    @Sendable private static func cameras(_ here: DoctorSurroundings) -> DoctorReport.Finding {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: here.devices)) ?? []
        let found = names.compactMap { name -> Int? in
            name.hasPrefix("video") ? Int(name.dropFirst("video".count)) : nil
        }.sorted().map { "\(here.devices)/video\($0)" }
        if found.isEmpty { return .warning("none; camera: will not open", remedy: "plug one in") }
        let open = found.filter { access($0, R_OK | W_OK) == 0 }
        if open.isEmpty {
            return .warning(
                "\(found.joined(separator: ", ")) may not be opened by this user",
                remedy: "add the user to the group video, and log in anew")
        }
        return .ok(open.joined(separator: ", "))
    }

    @Sendable private static func sessionBus(_ here: DoctorSurroundings) async -> DoctorReport.Finding {
        switch await SessionBus.probe(environment: here.environment) {
        case .running(let name): .ok("answers, as \(name)")
        case .missing(let error): .warning(error.why, remedy: error.remedy)
        }
    }

    @Sendable private static func folders(_ here: DoctorSurroundings) -> DoctorReport.Finding {
        let paths = XDGPaths(environment: here.environment)
        guard paths.ignored.isEmpty else {
            let list = paths.ignored.joined(separator: ", ")
            return .warning("\(list) must be an absolute path and is ignored", remedy: "correct or unset it")
        }
        return .ok("settings \(paths.config), state \(paths.state)")
    }

    @Sendable private static func samples(_ here: DoctorSurroundings) -> DoctorReport.Finding {
        let folder = here["PORTHOLE_SAMPLES"] ?? XDGPaths(environment: here.environment).cache + "/samples"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let videos = names.filter { $0.hasSuffix(".mp4") }.sorted()
        if videos.isEmpty {
            return .warning("none in \(folder); test: works without", remedy: "scripts/samples fetches them")
        }
        return .ok("\(folder): \(videos.joined(separator: ", "))")
    }
}
