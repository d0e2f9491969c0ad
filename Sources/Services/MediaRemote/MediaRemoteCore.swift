import EventLoop
import Foundation

/// The inside of a `MediaRemote`. GLib thread only.
final class MediaRemoteCore: @unchecked Sendable {
    private let environment: [String: String]
    private let onCommand: @Sendable (MediaRemoteCommand) -> Void
    private let log: @Sendable (String) -> Void
    private var state: MediaRemoteState?
    /// When the state was true, on the monotonic clock.
    private var since = 0.0
    private var bus: Bus?
    private var objects: [UInt32] = []
    private var isConnecting = false
    private var hasFailed = false

    init(
        _ environment: [String: String], _ onCommand: @escaping @Sendable (MediaRemoteCommand) -> Void,
        _ log: @escaping @Sendable (String) -> Void
    ) {
        self.environment = environment
        self.onCommand = onCommand
        self.log = log
    }

    func set(_ new: MediaRemoteState?) {
        let (old, expected) = (state, position)
        state = new
        since = Self.now
        guard let new else { return disconnect() }
        guard let bus else { return connect() }
        if bus.isClosed { return disconnect() }
        guard let old else { return }
        let (before, after) = (MediaRemoteWire.properties(old), MediaRemoteWire.properties(new))
        let news = after.filter { before[$0.key] != $0.value }
        if !news.isEmpty { tell(news, bus) }
        // A step that time does not explain (MPRIS 2.2, Seeked).
        if old.track == new.track, abs(new.position - expected) > 1 {
            bus.emit(
                "Seeked", [.long(MediaRemoteWire.microseconds(new.position))], to: nil, path: MediaRemoteWire.path,
                interface: MediaRemoteWire.player)
        }
    }

    private func tell(_ news: [String: BusValue], _ bus: Bus) {
        bus.emit(
            "PropertiesChanged", [.text(MediaRemoteWire.player), .table(news), .texts([])], to: nil,
            path: MediaRemoteWire.path, interface: "org.freedesktop.DBus.Properties")
    }

    private static var now: Double { ProcessInfo.processInfo.systemUptime }

    /// Where it is by now, in seconds.
    private var position: Double {
        guard let state else { return 0 }
        guard state.status == .playing else { return state.position }
        return min(state.length ?? .greatestFiniteMagnitude, state.position + Self.now - since)
    }

    // MARK: The bus

    private func connect() {
        guard !isConnecting, !hasFailed else { return }
        isConnecting = true
        Task { [self] in
            do throws(SessionBusError) {
                let bus = try await Bus.connect(environment: environment, within: 3)
                GLibThread.shared.perform { self.take(bus) }
            } catch {
                GLibThread.shared.perform { self.fail("\(error)") }
            }
        }
    }

    private func fail(_ why: String) {
        isConnecting = false
        hasFailed = true
        log("keys and panels of the desktop can't control what plays: \(why)")
    }

    private func take(_ bus: Bus) {
        isConnecting = false
        // It may have ended meanwhile.
        guard state != nil else { return }
        let all = [
            (MediaRemoteWire.rootXML, MediaRemoteWire.root), (MediaRemoteWire.playerXML, MediaRemoteWire.player),
        ]
        for (xml, interface) in all {
            let object = bus.export(
                MediaRemoteWire.path, xml: xml, read: { [weak self] in self?.read(interface, $0) },
                write: { [weak self] in self?.write($0, $1) ?? false }, handler: { [weak self] in self?.take($0) })
            guard let object else {
                for object in objects { bus.unexport(object) }
                objects = []
                return fail("an object path is taken")
            }
            objects.append(object)
        }
        self.bus = bus
        request(MediaRemoteWire.name, bus)
    }

    /// D-Bus Specification 0.41, RequestName: DBUS_NAME_FLAG_DO_NOT_QUEUE; PRIMARY_OWNER is 1.
    private func request(_ name: String, _ bus: Bus) {
        bus.call(.daemon, "RequestName", [.text(name), .count(4)], within: 3) { [weak self, weak bus] result in
            guard let self, let bus, case .success(let reply) = result, reply != [.count(1)],
                name == MediaRemoteWire.name
            else { return }
            // Another porthole plays on this bus: MPRIS 2.2 has this form for more than one.
            self.request("\(name).instance\(ProcessInfo.processInfo.processIdentifier)", bus)
        }
    }

    private func disconnect() {
        guard let bus else { return }
        for object in objects { bus.unexport(object) }
        objects = []
        // Its names go with the connection.
        self.bus = nil
    }

    // MARK: Questions

    private func read(_ interface: String, _ name: String) -> BusValue? {
        guard interface == MediaRemoteWire.player else { return MediaRemoteWire.rootProperties[name] }
        if name == "Position" { return .long(MediaRemoteWire.microseconds(position)) }
        return state.flatMap { MediaRemoteWire.properties($0)[name] }
    }

    private func write(_ name: String, _ value: BusValue) -> Bool {
        guard name == "Volume", case .real(let volume) = value, volume.isFinite else { return false }
        onCommand(.volume(min(1, max(0, volume))))
        return true
    }

    private func take(_ call: BusCall) {
        guard let state else { return call.refuse("nothing plays any more") }
        if call.method == "OpenUri" { return call.refuse("open it with: porthole watch ADDRESS") }
        if let command = MediaRemoteWire.command(call.method, call.arguments, state) { onCommand(command) }
        call.answer([])
    }
}
