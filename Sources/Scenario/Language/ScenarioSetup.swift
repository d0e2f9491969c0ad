import PortholeKit

/// What a scenario needs before anything happens.
struct ScenarioSetup: Sendable, Hashable {
    /// What it is about, in words.
    var title: String?
    /// The size of the screen, in points; in device pixels once the scale was applied.
    var screen = Size(1280, 800)
    /// The desktop's scale.
    var scale = 1.0
    /// The kind of server.
    var server = ServerKind.xvfb
    /// Monitors, in the order of the file; none: the whole screen is one.
    var monitors: [ScenarioMonitor] = []
    /// The manager that the file names; nil: the one that it is run with.
    var manager: ManagerChoice?
    /// What the manager must say that it does (EWMH _NET_SUPPORTED).
    var needs: [String] = []
    /// What of a standard is tested.
    var clauses: [String] = []
    /// The compositor.
    var compositor = CompositorKind.none
    /// How many workspaces are asked for; nil: as many as the manager has.
    var workspaces: Int?

    /// Takes one more line in.
    mutating func add(_ step: SetupStep) {
        switch step {
        case .title(let text): title = text
        case .screen(let size, let scale): (screen, self.scale) = (size, scale)
        case .server(let kind): server = kind
        case .monitor(let name, let rect): monitors.append(ScenarioMonitor(name: name, rect: rect))
        case .manager(let choice): manager = choice
        case .needs(let name): needs.append(name)
        case .clause(let text): clauses.append(text)
        case .compositor(let kind): compositor = kind
        case .workspaces(let count): workspaces = count
        case .clock: break
        }
    }
}

/// A part of the screen that stands for a monitor.
struct ScenarioMonitor: Sendable, Hashable {
    /// Its name.
    let name: String
    /// Where it is, as the screen's size is told.
    let rect: Rect
}
