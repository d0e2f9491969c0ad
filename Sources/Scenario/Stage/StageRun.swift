import Foundation
import PortholeKit

/// What one run of a scenario has on the stage. Confined to the stage.
final class StageRun {
    /// What is played.
    let script: ScenarioScript
    /// Where its programs live.
    let home: StageHome
    /// Its server; nil when it plays on one that was there.
    let server: StageServer?
    /// The server's name for clients.
    let display: String
    /// What the stage itself does there: test windows, input, readings.
    let connection: Connection
    /// Counts on a connection of its own.
    let restacks: RestackCounter
    /// Measures, when that is asked for.
    let meter: StackingMeter?
    /// Ends a manager that holds the server.
    let grabs: GrabGuard
    /// What the run began on and leaves for the next; nil: nothing.
    var ground: StageGround?
    /// An unmapped window that tells when the manager has caught up.
    let fence: WindowID
    /// The width it asked for last.
    var fenceSize = 1
    /// The manager; nil for none.
    var manager: StageManager? {
        didSet { grabs.watch(group: manager?.child.pid ?? 0) }
    }
    /// The compositor; nil for none.
    var compositor: ChildProcess?
    /// The screen locker; nil for none.
    var locker: ChildProcess?
    /// What records the screen; nil for nothing.
    var recording: StageRecorder?
    /// Test windows by name, also those that are gone.
    var clients: [String: ClientWindow] = [:]
    /// Porthole, by the sessions' names.
    var sessions: [String: PortholeSession] = [:]
    /// Who waits for calls, by the session whose process it is in.
    var desks: [String: PortholeSession] = [:]
    /// Who has called, by the sessions' names.
    var callers: [String: PortholeSession] = [:]
    /// The server on which callers have their windows; nil while nobody has called.
    var callersServer: StageServer?
    /// Mini windows that there were: their restacks count.
    var minis: Set<WindowID> = []
    /// Samples that run.
    var samplers: [Int: PixelSampler] = [:]
    /// What was kept on the way.
    var kept: [ScenarioAttachment] = []
    /// What the sessions held at the mark.
    var holdings: [String: Holdings] = [:]
    /// The caption; nil for none.
    var caption: CaptionCard?
    /// What the screen shows is what the windows show.
    var trustsPixels = true
    /// Device pixels a point.
    let scale: Double
    /// Pixels a second.
    var pointerSpeed: Double

    init(
        _ script: ScenarioScript, home: StageHome, server: StageServer?, display: String, meter: StackingMeter?,
        grabs: GrabGuard
    ) throws(StageFailure) {
        self.script = script
        scale = script.setup.scale
        pointerSpeed = 700 * scale
        self.home = home
        self.server = server
        self.display = display
        do throws(ConnectionError) {
            connection = try Connection(display)
        } catch {
            throw .failed(error.description)
        }
        restacks = try RestackCounter(display)
        self.meter = meter
        self.grabs = grabs
        fence = connection.createWindow(Rect(x: 0, y: 0, width: 1, height: 1), events: [])
        connection.setTitle("fence", of: fence)
        connection.sync()
    }

    /// Takes the test windows away.
    func destroyClients() {
        for client in clients.values where connection.facts(of: client.window) != nil {
            connection.destroyWindow(client.window)
        }
        clients = [:]
    }

    /// Takes our windows away, so that the debug ledger is true, and lets the connections end with this object.
    func dropConnections() {
        destroyClients()
        connection.destroyWindow(fence)
        connection.sync()
    }

    /// Leaves everything up: nothing is ended with us either.
    func forget() {
        for child in [server?.child, manager?.child, compositor, locker].compactMap({ $0 }) {
            ChildRegistry.remove(child.pid)
        }
        ChildRegistry.remove(callersServer?.child.pid ?? 0)
        for all in [sessions, desks, callers] { for session in all.values { ChildRegistry.remove(session.child.pid) } }
        connection.leaveWindowsBehind()
        _ = Unmanaged.passRetained(self)
        FileHandle.standardError.write(Data("kept: DISPLAY=\(display) HOME=\(home.path)\n".utf8))
    }
}
