import PortholeKit

nonisolated extension DoctorCheck {
    /// Looks at the display, or says why it can't.
    private static func look(
        _ here: DoctorSurroundings, _ body: (Connection) -> DoctorReport.Finding
    ) -> DoctorReport.Finding {
        do throws(ConnectionError) {
            return body(try Connection(here["DISPLAY"] ?? ""))
        } catch {
            return .warning("not known: there is no display")
        }
    }

    @Sendable static func xServer(_ here: DoctorSurroundings) -> DoctorReport.Finding {
        do throws(ConnectionError) {
            let connection = try Connection(here["DISPLAY"] ?? "")
            return .ok("\(connection.name), \(connection.screenSize), \(connection.vendor)")
        } catch {
            // What and why, then the remedy as a sentence of its own.
            let parts = error.description.split(separator: ". ", maxSplits: 1).map(String.init)
            return .missing(parts[0], remedy: parts.count > 1 ? parts[1] : "check DISPLAY")
        }
    }

    @Sendable static func xWayland(_ here: DoctorSurroundings) -> DoctorReport.Finding {
        look(here) { XWayland.finding(isXwayland: $0.desktopFacts().isXwayland) }
    }

    @Sendable static func transport(_ here: DoctorSurroundings) -> DoctorReport.Finding {
        look(here) { connection in
            let choice = connection.chooseTransport(TransportLadder.rungs(here["PORTHOLE_TRANSPORTS"]))
            guard choice.transport != .descriptor else { return .ok(choice.transport.explanation) }
            let reason = choice.reasons.last.map { ": \($0)" } ?? ""
            return .warning(
                choice.transport.explanation + reason,
                remedy: "run program and server on one machine, with MIT-SHM 1.2")
        }
    }

    @Sendable static func extensions(_ here: DoctorSurroundings) -> DoctorReport.Finding {
        look(here) { connection in
            let all = connection.extensions(["MIT-SHM", "RANDR", "SYNC", "SHAPE", "XTEST", "Composite", "DAMAGE"])
            let missing = all.filter { !$0.isPresent }.map(\.name)
            if missing.isEmpty { return .ok(all.map(\.name).joined(separator: ", ")) }
            return .warning("not there: \(missing.joined(separator: ", "))", remedy: "enable them in the X server")
        }
    }

    @Sendable static func monitors(_ here: DoctorSurroundings) -> DoctorReport.Finding {
        look(here) { connection in
            let words = connection.monitors().map { monitor in
                "\(monitor.name) \(monitor.rect), free \(connection.workArea(of: monitor))"
            }
            return .ok(words.joined(separator: "; "))
        }
    }

    @Sendable static func windowManager(_ here: DoctorSurroundings) -> DoctorReport.Finding {
        look(here) { connection in
            if let manager = connection.desktopFacts().windowManager { return .ok(manager) }
            return .warning("none: the main window can't be moved", remedy: "start one")
        }
    }

    @Sendable static func compositor(_ here: DoctorSurroundings) -> DoctorReport.Finding {
        look(here) { connection in
            .ok(connection.desktopFacts().hasCompositor ? "running" : "none: no opacity and no shadows")
        }
    }

    static func found(_ capability: MediaCapability) -> DoctorReport.Finding {
        if capability.isPresent { return .ok(capability.use) }
        let remedy = "install \(capability.package)"
        return capability.isNeeded
            ? .missing("not there: \(capability.use)", remedy: remedy)
            : .warning("not there: \(capability.use)", remedy: remedy)
    }
}
