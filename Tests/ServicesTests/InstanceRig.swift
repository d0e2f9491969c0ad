import Geometry
import Services
import TestSupport

/// What the instance of `:7` is called.
let instanceName = "app.porthole.Porthole.display_7"

/// An instance on a bus; nil when another is there.
func start(
    _ bus: PrivateBus, display: String = ":7", within seconds: Double = 30,
    open: @escaping InstanceServer.Open = { _, _ in },
    control: @escaping InstanceServer.Control = { _ in ControlReply() }
) async throws(InstanceError) -> InstanceServer? {
    try await InstanceServer.start(
        display: display, actions: ["pip", "hang-up", "stop"], environment: bus.environment, within: seconds,
        control: control, open: open)
}

/// The instance on a bus, from outside.
func find(_ bus: PrivateBus, display: String = ":7") async throws(InstanceError) -> InstanceClient? {
    try await InstanceClient.find(display: display, environment: bus.environment, within: 30)
}

/// Hands a command over, to its end.
func run(
    _ client: InstanceClient, _ words: [String]
) async throws(InstanceError) -> (code: Int32, events: [String]) {
    let events = Lock<[String]>([])
    let code = try await client.open(
        OpenRequest(words: words), within: 30, onEvent: { line in events.withLock { $0.append(line) } },
        onMessage: { _ in })
    return (code, events.withLock { $0 })
}
