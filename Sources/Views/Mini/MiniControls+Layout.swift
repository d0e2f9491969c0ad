public import Geometry

extension MiniControls {
    /// The measures of a window's controls, in points (look: "Controls").
    struct Metrics {
        /// The side of close and restore.
        var corner: Double
        /// The side of the buttons in the row.
        var row: Double
        /// From the window's edge to a button.
        var inset: Double
        /// Between two buttons of the row.
        var gap: Double
        /// The icons' size.
        var icon: Double

        /// Full size from a short side of 140 points on; below it smaller, but never under 24, the least a finger or
        /// an unsteady hand can hit.
        init(width: Double, height: Double) {
            if min(width, height) >= 140 {
                (corner, row, inset, gap, icon) = (32, 36, 10, 8, 18)
            } else if min(width, height) >= 60 {
                (corner, row, inset, gap, icon) = (26, 28, 6, 6, 15)
            } else {
                (corner, row, inset, gap, icon) = (24, 24, 2, 4, 14)
            }
        }
    }

    /// The least height of what can be hit, in points.
    private static let least = 24.0
    /// The order in the row, from left to right.
    private static let rowOrder: [Control] = [.skipBack, .playPause, .skipForward, .microphone, .camera, .volume]
    /// What stays when the row is short, first to last.
    private static let rowPriority: [Control] = [.playPause, .microphone, .camera, .volume, .skipBack, .skipForward]

    /// The height of the times above the seek bar.
    static let times = 14.0

    /// Whether the row stands above the times, because between them it has not even room for play and volume.
    static func stacksTimes(_ extras: Set<Control>, _ metrics: Metrics, width: Double, hasBar: Bool) -> Bool {
        let row = extras.subtracting([.seekBar, .close, .restore])
        let between = width - 2 * metrics.inset - 2 * 48 + metrics.gap
        return hasBar && between < Double(min(2, row.count)) * (metrics.row + metrics.gap)
    }

    /// Close and restore are below, the row is above.
    var isFlipped: Bool { edges.contains(.top) && !edges.contains(.bottom) }

    /// Where the controls are in a window of `size` device pixels: only those that fit, none overlapping another.
    ///
    /// Close and restore keep away from the screen's edges: in the upper corners, in the lower ones when the window is
    /// snapped to the upper edge; close on the right, on the left when it is snapped to the right edge. The row and
    /// the seek bar are opposite. What stays when room is short: close, restore, play, microphone, the rest.
    public func rects(in size: Size, scale: Double = 1) -> [Control: Rect] {
        let width = Double(size.width) / scale
        let height = Double(size.height) / scale
        let metrics = Metrics(width: width, height: height)
        guard width >= Self.least, height >= Self.least else { return [:] }
        let inset = min(metrics.inset, (width - metrics.corner) / 2, (height - metrics.corner) / 2)
        var places: [Control: (x: Double, y: Double, width: Double, height: Double)] = [:]
        let (near, far) = (inset, width - inset - metrics.corner)
        let closesLeft = edges.contains(.right) && !edges.contains(.left)
        places[.close] = (closesLeft ? near : far, inset, metrics.corner, metrics.corner)
        if far - near >= metrics.corner + 4 {
            places[.restore] = (closesLeft ? far : near, inset, metrics.corner, metrics.corner)
        }
        var bottom = height - inset
        let free = bottom - (inset + metrics.corner + 4)
        if extras.contains(.seekBar), progress != nil, width >= 120, free >= Self.least + 3 + metrics.row {
            bottom -= Self.least
            places[.seekBar] = (inset + 2, bottom, width - 2 * (inset + 2), Self.least)
            bottom -= 3
        }
        let hasBar = places[.seekBar] != nil
        let stacks = Self.stacksTimes(extras, metrics, width: width, hasBar: hasBar)
        if stacks { bottom -= Self.times }
        if bottom - metrics.row >= inset + metrics.corner + 4 {
            let side = metrics.row
            let taken = hasBar && !stacks ? 2 * 48.0 : 0
            let count = Int((width - 2 * inset - taken + metrics.gap) / (side + metrics.gap))
            var kept = Set(Self.rowPriority.filter(extras.contains).prefix(max(0, count)))
            // A step back without a step ahead looks like a mistake.
            if kept.contains(.skipBack), extras.contains(.skipForward), !kept.contains(.skipForward) {
                kept.remove(.skipBack)
            }
            let shown = Self.rowOrder.filter(kept.contains)
            let total = Double(shown.count) * (side + metrics.gap) - metrics.gap
            for (index, control) in shown.enumerated() {
                let x = (width - total) / 2 + Double(index) * (side + metrics.gap)
                places[control] = (x, bottom - side, side, side)
            }
        }
        return places.mapValues { place in
            let y = isFlipped ? height - place.y - place.height : place.y
            return Self.pixels(place.x, y, place.width, place.height, scale)
        }
    }

    /// What is at a place of a window of `size` device pixels.
    public func hitTest(_ point: Point, in size: Size, scale: Double = 1) -> Control? {
        rects(in: size, scale: scale).first { $0.value.contains(point) }?.key
    }

    /// The time, in seconds, that a press at `point` on the seek bar means; nil when there is no seek bar.
    public func seekTime(at point: Point, in size: Size, scale: Double = 1) -> Double? {
        guard let progress, let bar = rects(in: size, scale: scale)[.seekBar], bar.width > 0 else { return nil }
        let share = Double(point.x - bar.x) / Double(bar.width)
        return min(1, max(0, share)) * progress.duration
    }

    private static func pixels(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ scale: Double
    ) -> Rect {
        Rect(
            x: Int((x * scale).rounded()), y: Int((y * scale).rounded()), width: Int((width * scale).rounded()),
            height: Int((height * scale).rounded()))
    }
}
