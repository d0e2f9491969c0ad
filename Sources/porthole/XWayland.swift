/// What is not possible where the X server is Xwayland, a guest on a Wayland desktop (spec M11). Pure.
nonisolated enum XWayland {
    /// What an X client can't do there, each with the reason.
    static let limits = [
        "staying on top of Wayland's own windows: their compositor alone decides, and offers nobody to ask",
        "staying on every workspace, unless the compositor leaves X11's override-redirect windows there",
        "seeing which Wayland window covers the app, so it floats when it is iconified and not when it is covered",
        "screen: and porthole float, which see X11 windows only; the rest of the screen is black",
        "the key that ends click-through while a Wayland window has the keyboard",
    ]

    /// What the app says once when it starts there.
    static let notice =
        "this is XWayland: the mini window stays above X11 windows only. porthole doctor tells what else is not possible"

    /// What `porthole doctor` says.
    static func finding(isXwayland: Bool) -> DoctorReport.Finding {
        guard isXwayland else { return .ok("no, a real X server") }
        return .warning(
            "yes. Not possible here: " + limits.joined(separator: "; "),
            remedy: "log in to an X11 session, or ask your compositor for a rule that keeps porthole-pip above")
    }
}
