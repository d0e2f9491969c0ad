import Foundation
import PortholeKit

/// `porthole doctor`: looks at what works here and why not.
struct DoctorCommand {
    private let options: DoctorOptions

    /// A command with its flags.
    init(_ options: DoctorOptions) { self.options = options }

    /// Looks, prints, and says how the process ends: 69 when something the main job needs is missing.
    func run() async -> ExitCode {
        var report = DoctorReport()
        report.sections.append(DoctorReport.Section(title: "Display", checks: display()))
        report.sections.append(DoctorReport.Section(title: "Media", checks: media()))
        report.sections.append(DoctorReport.Section(title: "Sound and cameras", checks: devices()))
        report.sections.append(DoctorReport.Section(title: "Desktop services", checks: await services()))
        print(options.asJSON ? report.json : report.text)
        return report.isMissingSomething ? .missing : .done
    }

    private func check(
        _ name: String, _ isFine: Bool, _ text: String, else status: DoctorReport.Status = .warning,
        _ remedy: String? = nil
    ) -> DoctorReport.Check {
        DoctorReport.Check(name: name, status: isFine ? .ok : status, text: text, remedy: isFine ? nil : remedy)
    }

    private func display() -> [DoctorReport.Check] {
        let environment = ProcessInfo.processInfo.environment
        let connection: Connection
        do throws(ConnectionError) {
            connection = try Connection()
        } catch {
            let words = error.description.split(separator: ".", maxSplits: 1).map(String.init)
            return [
                check(
                    "X server", false, words[0], else: .missing,
                    words.count > 1 ? words[1].trimmingCharacters(in: .whitespaces) : nil)
            ]
        }
        let facts = connection.desktopFacts()
        let size = connection.screenSize
        var checks = [check("X server", true, "\(connection.name), \(size), \(connection.vendor)")]
        let isWayland = facts.isXwayland || environment["WAYLAND_DISPLAY"] != nil
        checks.append(
            check(
                "session", !isWayland,
                isWayland ? "Wayland: windows of Wayland programs cover the mini window" : "X11",
                "choose an X11 session at log-in for all of it"))
        for monitor in connection.monitors() {
            let area = connection.workArea(of: monitor)
            checks.append(check("monitor", true, "\(monitor.name), \(monitor.rect), free \(area)"))
        }
        checks.append(
            check(
                "window manager", facts.windowManager != nil, facts.windowManager ?? "none",
                "start one; the windows are shown without, and can't be moved"))
        checks.append(
            check(
                "compositor", true,
                facts.hasCompositor ? "running" : "none: no opacity, no shadows, square corners by Shape"))
        let choice = connection.chooseTransport(TransportLadder.chosen)
        let reason = choice.reasons.last.map { ": \($0)" } ?? ""
        checks.append(
            check(
                "pictures travel", choice.transport == .descriptor, choice.transport.explanation + reason,
                "run program and server on one machine, with MIT-SHM 1.2"))
        for entry in connection.extensions(["MIT-SHM", "RANDR", "SYNC", "SHAPE", "XTEST", "Composite", "DAMAGE"]) {
            let name = entry.name
            checks.append(
                check(name, entry.isPresent, entry.isPresent ? "there" : "not there", "enable it in the server"))
        }
        return checks
    }

    private func media() -> [DoctorReport.Check] {
        MediaCapability.all.map { capability in
            check(
                capability.name, capability.isPresent,
                capability.isPresent ? capability.use : "not there: \(capability.use)",
                else: capability.isNeeded ? .missing : .warning, "install \(capability.package)")
        }
    }

    private func devices() -> [DoctorReport.Check] {
        let cameras =
            (try? FileManager.default.contentsOfDirectory(atPath: "/dev"))?.filter { $0.hasPrefix("video") } ?? []
        return [
            sound(),
            check(
                "cameras", !cameras.isEmpty,
                cameras.isEmpty ? "none" : cameras.sorted().map { "/dev/\($0)" }.joined(separator: ", "),
                "plug one in for camera:"),
        ]
    }

    private func sound() -> DoctorReport.Check {
        switch SoundServer.probe(environment: ProcessInfo.processInfo.environment) {
        case .running(let socket): check("sound", true, "a server answers at \(socket)")
        case .remote(let server): check("sound", true, "a server on another machine: \(server)")
        case .missing(let tried, _):
            check(
                "sound", false, "no sound server answers at \(tried.joined(separator: ", "))",
                "start PulseAudio or PipeWire; videos play without sound")
        }
    }

    private func services() async -> [DoctorReport.Check] {
        switch await SessionBus.probe(environment: ProcessInfo.processInfo.environment) {
        case .running(let name): [check("session bus", true, "answers, we are \(name)")]
        case .missing(let error): [check("session bus", false, error.why, error.remedy)]
        }
    }
}
