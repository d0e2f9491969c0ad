public import Foundation

/// The bar of buttons at the bottom of the stage: glass, 48 points high buttons, the red one wider.
@MainActor public final class ControlBar: View {
    private struct Entry {
        var button: Button
        var priority: Int
    }
    private var entries: [Entry] = []
    private static let side = 48.0
    private static let gap = 10.0

    /// An empty bar.
    public init() {
        super.init()
        cornerRadius = Theme.Radius.large
        background = theme.glass
    }

    /// Adds a button at the right end.
    ///
    /// - Parameter priority: when room is short the highest stay; the order is kept.
    public func add(_ button: Button, priority: Int) {
        entries.append(Entry(button: button, priority: priority))
        addSubview(button)
    }

    /// Presses on the bar beside the buttons go nowhere.
    public override func pointerDown(_ event: PointerEvent) -> PointerResponse { .press }

    private func width(_ button: Button, arrows: Bool = false) -> Double {
        (button.role == .danger ? 64 : Self.side) + (arrows && button.onMenu != nil ? Button.menuWidth : 0)
    }

    /// Arrows only where no button has to go for them.
    private func hasArrows(in width: Double) -> Bool {
        entries.reduce(Self.gap) { $0 + self.width($1.button, arrows: true) + Self.gap } <= width
    }

    private func kept(in width: Double) -> [Button] {
        var left = width - Self.gap
        var kept: [Int] = []
        for index in entries.indices.sorted(by: { entries[$0].priority > entries[$1].priority }) {
            let needed = self.width(entries[index].button) + Self.gap
            guard left >= needed else { break }
            left -= needed
            kept.append(index)
        }
        return kept.sorted().map { entries[$0].button }
    }

    /// As wide as its buttons, without those there is no room for.
    public override func sizeThatFits(_ size: CGSize) -> CGSize {
        let (buttons, arrows) = (kept(in: size.width), hasArrows(in: size.width))
        let width = buttons.reduce(Self.gap) { $0 + self.width($1, arrows: arrows) + Self.gap }
        return CGSize(width: width, height: Self.side + 2 * Self.gap)
    }

    /// Puts the buttons in a row.
    public override func layoutSubviews() {
        let (buttons, arrows) = (kept(in: bounds.width), hasArrows(in: bounds.width))
        var x = Self.gap
        for entry in entries {
            let isKept = buttons.contains { $0 === entry.button }
            entry.button.isHidden = !isKept
            guard isKept else { continue }
            let width = width(entry.button, arrows: arrows)
            entry.button.showsMenuArrow = arrows && entry.button.onMenu != nil
            entry.button.frame = CGRect(x: x, y: Self.gap, width: width, height: Self.side)
            x += width + Self.gap
        }
    }
}
