import PortholeKit

/// A command that says what has to be there before anything runs.
enum SetupStep: Sendable, Hashable {
    /// `title "…"`
    case title(String)
    /// `screen WxH [scale N]`, in points
    case screen(Size, scale: Double)
    /// `server xvfb|xorg-dummy|xephyr`
    case server(ServerKind)
    /// `monitor NAME WxH+X+Y`
    case monitor(String, Rect)
    /// `manager NAME|none|command "…"`
    case manager(ManagerChoice)
    /// `needs _NET_…`: skipped unless the manager says that it does it.
    case needs(String)
    /// `clause "…"`: what of a standard is tested.
    case clause(String)
    /// `compositor picom|xcompmgr|none`
    case compositor(CompositorKind)
    /// `workspaces N`
    case workspaces(Int)
    /// `clock real`; the virtual one is not there yet.
    case clock
}

/// A kind of private X server.
enum ServerKind: String, Sendable, Hashable, CaseIterable {
    /// Without a screen.
    case xvfb
    /// Xorg with the dummy driver: real outputs.
    case xorgDummy = "xorg-dummy"
    /// In a window of another server: to watch it run.
    case xephyr
}

/// Which window manager runs.
enum ManagerChoice: Sendable, Hashable, CustomStringConvertible {
    /// One of the table.
    case named(ManagerName)
    /// No manager at all.
    case none
    /// A program that the table does not know: what a shell would run, and what it is called in reports.
    case command(String, name: String)

    /// Its name in reports.
    var description: String {
        switch self {
        case .named(let name): name.rawValue
        case .none: "none"
        case .command(_, let name): name
        }
    }
}

/// The window managers that the table knows.
enum ManagerName: String, Sendable, Hashable, CaseIterable {
    case openbox, i3, xfwm4, icewm, jwm, fluxbox, awesome, bspwm, herbstluftwm, twm, fvwm, spectrwm, wmaker, metacity,
        marco, mutter, muffin, kwin
    /// With its own compositor.
    case xfwm4Composite = "xfwm4-composite"
    /// With its own compositor.
    case metacityComposite = "metacity-composite"
    /// With its own compositor.
    case marcoComposite = "marco-composite"
    /// With its own compositor, by OpenGL.
    case kwinComposite = "kwin-composite"
}

/// A compositor.
enum CompositorKind: String, Sendable, Hashable, CaseIterable {
    case picom, xcompmgr, none
}
