public import Geometry
import Views
import XServer

/// A line around a part of the screen: four thin windows that take no input. Main actor.
///
/// It lies outside of what it surrounds, so that whoever captures that does not get the line. Four windows and not one
/// with a hole: a window as large as the screen is taken for a locker's.
public final class RubberBand {
    private let desktop: DesktopConnection
    private let thickness: Int
    private var sides: [WindowID] = []
    private var isMapped = false

    /// A line that is not seen yet.
    public init(_ desktop: DesktopConnection, scale: Double) {
        self.desktop = desktop
        thickness = max(2, Int((3 * scale).rounded()))
        for _ in 0..<4 {
            let side = desktop.server.createWindow(
                Rect(x: 0, y: 0, width: 1, height: 1), overrideRedirect: true,
                background: .color(Theme.dark.accent.rgb), events: [])
            desktop.server.setTitle("Shared – Porthole", of: side)
            desktop.server.setClass(instance: "porthole-band", class: "Porthole", of: side)
            desktop.server.setShape([], .input, of: side)
            desktop.server.setAtoms([.windowTypeNotification], .wmWindowType, on: side)
            desktop.server.forbidShadow(of: side)
            sides.append(side)
        }
    }

    /// Where the four lines are around a part of the screen: above, below, left, right.
    nonisolated static func lines(around rect: Rect, thickness: Int) -> [Rect] {
        let width = rect.width + 2 * thickness
        return [
            Rect(x: rect.x - thickness, y: rect.y - thickness, width: width, height: thickness),
            Rect(x: rect.x - thickness, y: rect.maxY, width: width, height: thickness),
            Rect(x: rect.x - thickness, y: rect.y, width: thickness, height: rect.height),
            Rect(x: rect.maxX, y: rect.y, width: thickness, height: rect.height),
        ]
    }

    /// Shows it around a part of the screen.
    public func show(around rect: Rect) {
        for (side, place) in zip(sides, Self.lines(around: rect, thickness: thickness)) {
            desktop.server.configure(side, place)
            if !isMapped { desktop.server.mapRaised(side) }
        }
        isMapped = true
        desktop.flush()
    }

    /// Takes it away for the moment.
    public func hide() {
        guard isMapped else { return }
        isMapped = false
        for side in sides { desktop.server.unmap(side) }
        desktop.flush()
    }

    /// Takes it away for good.
    public func close() {
        for side in sides { desktop.server.destroyWindow(side) }
        sides = []
        isMapped = false
        desktop.flush()
    }
}
