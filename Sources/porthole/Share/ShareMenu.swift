import PortholeKit

/// The menu that asks what to share: monitors, what is picked by hand, windows. Pure.
nonisolated struct ShareMenu: Sendable, Equatable {
    /// A window that can be shared.
    struct Window: Sendable, Equatable {
        var id: UInt
        var title: String
    }
    /// More windows than these are picked by a click.
    static let mostWindows = 8
    private var targets: [ShareTarget] = []
    /// What is shown.
    private(set) var menu = MiniMenu(entries: [])

    /// What there is to share; of monitors the primary one comes first.
    init(monitors: [Monitor], windows: [Window]) {
        var entries: [MiniMenu.Entry] = []
        func add(_ target: ShareTarget, _ title: String, _ icon: Icon, _ detail: String? = nil) {
            entries.append(.item(.init(.choice(targets.count), title, icon: icon, shortcut: detail)))
            targets.append(target)
        }
        for monitor in monitors {
            let title = monitors.count == 1 ? "Whole screen" : "Monitor \(ScreenSubject.short(monitor.name))"
            add(.monitor(monitor.name), title, .screenShare, "\(monitor.rect.width) × \(monitor.rect.height)")
        }
        add(.region(nil), "A part of the screen…", .expand, "drag")
        add(.window(nil), "A window…", .window, "click")
        if !windows.isEmpty { entries.append(.separator) }
        for window in windows.prefix(Self.mostWindows) {
            add(.window(window.id), ScreenSubject.short(window.title), .window)
        }
        menu = MiniMenu(entries: entries)
    }

    /// What the entry of a number shares.
    func target(_ number: Int) -> ShareTarget? { targets.indices.contains(number) ? targets[number] : nil }
}
