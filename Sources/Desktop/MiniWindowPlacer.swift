import Geometry
public import PictureInPicture
public import Views
import XServer

/// Where mini windows go on a display: `PlacementPolicy` with the monitors, panels and scale that are there now.
///
/// One a display. Main actor.
public final class MiniWindowPlacer {
    /// What is remembered, and the scale.
    public var policy = PlacementPolicy()
    /// Told when the user put a window somewhere; the policy's memory has it already.
    public var onRemember: ((PlacementChange) -> Void)?

    /// The monitors now, the primary one first; never empty.
    private(set) var monitors: [PlacementMonitor] = []
    private let desktop: DesktopConnection
    private let clock: any FrameClock
    private var look: ClockTicket?
    /// Told after monitors, panels or the scale changed, with what was before.
    var onChange: ((_ before: (monitors: [PlacementMonitor], scale: Double)) -> Void)?

    /// How often panels are looked at, in seconds: windows that come and go at once are none.
    private static let patience = 0.25

    /// A placer of a display.
    public init(_ desktop: DesktopConnection, clock: any FrameClock) {
        self.desktop = desktop
        self.clock = clock
        desktop.lookAtStruts()
        monitors = current()
        policy.scale = desktop.scale
        desktop.onMonitorsChanged = { [weak self] in self?.changed() }
        desktop.onPanelsMayHaveChanged = { [weak self] in self?.planLook() }
    }

    /// Device pixels a logical pixel.
    public var scale: Double { policy.scale }

    /// The monitor that a rectangle is on; the nearest one for what is on none.
    func monitor(holding rect: Rect) -> PlacementMonitor {
        monitors.holding(rect)
            ?? PlacementMonitor(
                identity: MonitorIdentity(output: "screen"), rect: Rect(size: desktop.server.screenSize),
                workArea: Rect(size: desktop.server.screenSize))
    }

    /// What panels leave free of the monitor that a rectangle is on.
    func workArea(holding rect: Rect) -> Rect { monitor(holding: rect).workArea }

    /// The user put a window somewhere.
    func remember(_ kind: PlacementKind, _ rect: Rect, on monitor: PlacementMonitor) {
        let change = PlacementChange(kind: kind, rect: rect, monitor: monitor, scale: scale)
        change.apply(to: &policy.memory)
        onRemember?(change)
    }

    private func current() -> [PlacementMonitor] {
        desktop.monitors.map {
            PlacementMonitor(
                identity: MonitorIdentity(output: $0.monitor.name, edid: $0.monitor.edid), rect: $0.monitor.rect,
                workArea: $0.workArea)
        }
    }

    private func changed() {
        guard !desktop.server.isBroken else { return }
        let before = (monitors: monitors, scale: scale)
        let now = current()
        // A server that has lost its last monitor for a moment: everything stays until there is one again.
        guard !now.isEmpty else { return }
        monitors = now
        policy.scale = desktop.scale
        if before.monitors != monitors || before.scale != scale { onChange?(before) }
    }

    private func planLook() {
        guard look == nil else { return }
        look = clock.after(Self.patience) { [weak self] in
            self?.look = nil
            self?.desktop.lookAtStruts()
        }
    }
}
