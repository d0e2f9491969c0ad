import PortholeKit

/// A command about a plain test window.
enum ClientStep: Sendable, Hashable {
    /// `window w1 600x400+100+100 …`: made, not yet mapped.
    case make(ScenarioWindow)
    /// `w1 raise` and the like.
    case act(ClientAction, window: String)
    /// `w1 insist 3s`: asks to be raised again and again for so long, in seconds.
    case insist(window: String, Double)
}

/// A test window, of one colour unless it has a look.
struct ScenarioWindow: Sendable, Hashable {
    /// Its name in the scenario.
    var name: String
    /// Where it asks to be, and how large.
    var rect: Rect
    /// 0xRRGGBB; nil: one that no other window has.
    var color: UInt32?
    /// Managers leave it alone.
    var isOverrideRedirect = false
    /// EWMH _NET_WM_WINDOW_TYPE.
    var type: ClientType?
    /// Asks for _NET_WM_STATE_ABOVE before it is mapped.
    var isAbove = false
    /// What it is called in its frame; nil: as in the scenario.
    var title: String?
    /// What it shows on its colour; nil: nothing.
    var look: ClientLook?
}

/// What a test window shows, for demos: things to recognise from afar.
enum ClientLook: String, Sendable, Hashable, CaseIterable {
    case page, terminal, slide, wallpaper
}

/// EWMH 1.5 _NET_WM_WINDOW_TYPE, in lower case with hyphens.
enum ClientType: String, Sendable, Hashable, CaseIterable {
    case desktop, dock, toolbar, menu, utility, splash, dialog, tooltip, notification, combo, dnd, normal
    case dropdownMenu = "dropdown-menu"
    case popupMenu = "popup-menu"

    /// The atom's name.
    var atom: String { "_NET_WM_WINDOW_TYPE_" + rawValue.uppercased().replacing("-", with: "_") }
}

/// What a test window does or asks for.
enum ClientAction: String, Sendable, Hashable, CaseIterable {
    case map, unmap, raise, lower, activate, above, fullscreen, unfullscreen, maximise, iconify, destroy
}
