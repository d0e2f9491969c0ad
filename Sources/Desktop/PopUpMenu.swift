public import Geometry
public import Views

/// A menu of a button in the main window: a window of its own above the button, as the one of a mini window. Main actor.
public final class PopUpMenu {
    private var window: MiniMenuWindow?

    /// Opens it; it is closed when one of its entries was chosen or when it was dismissed.
    ///
    /// - Parameters:
    ///   - anchor: what it belongs to, on the root: it opens above, or below where there is more room.
    ///   - choose: told once of the number of the entry that was chosen.
    ///   - dismiss: told when it was closed without a choice.
    public init(
        _ desktop: DesktopConnection, _ menu: MiniMenu, at anchor: Rect, scale: Double,
        choose: @escaping (Int) -> Void, dismiss: @escaping () -> Void
    ) {
        let area = desktop.workArea(at: anchor.origin)
        let gap = Int((6 * scale).rounded())
        let isAbove = anchor.y - area.y >= area.maxY - anchor.maxY
        let y = isAbove ? anchor.y - gap : anchor.maxY + gap
        // Only the side where it opens: it does not cover its button.
        let room = Rect(
            x: area.x, y: isAbove ? area.y : y, width: area.width, height: isAbove ? y - area.y : area.maxY - y)
        window = MiniMenuWindow(
            desktop, menu, at: Point(anchor.x, isAbove ? room.maxY : y), in: room, scale: scale,
            choose: { action in if case .choice(let number) = action { choose(number) } else { dismiss() } },
            dismiss: dismiss)
    }

    /// Takes it away, without a word. Calling it again does nothing.
    public func close() {
        window?.close()
        window = nil
    }
}
