import CGLib

/// What a `LockWatch` listens to. Touched on the GLib thread only, apart from being made.
final class LockListener: @unchecked Sendable {
    /// Desktops name their savers after themselves; the interface is called as the service, the object too.
    private static let savers = [
        "org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver", "org.mate.ScreenSaver", "org.cinnamon.ScreenSaver",
        "org.xfce.ScreenSaver",
    ]
    private static let login = "org.freedesktop.login1"
    private static let session = "org.freedesktop.login1.Session"
    private static let properties = "org.freedesktop.DBus.Properties"

    private let report: @Sendable (LockWatch.Source, Bool) -> Void
    private var links: [BusLink] = []
    private var isStopped = false
    private var active: Set<String> = []
    private var isSessionLocked = false
    private var sessionPath: String?

    init(_ report: @escaping @Sendable (LockWatch.Source, Bool) -> Void) { self.report = report }

    func stop() {
        isStopped = true
        for link in links { link.close() }
        links = []
    }

    private func open(_ address: String, _ body: @escaping (BusLink) -> Void) {
        BusLink.open(address) { [weak self] link in
            guard let self, !isStopped, let link else { return }
            links.append(link)
            body(link)
        }
    }

    // MARK: Screen savers

    func watchSavers(_ address: String) {
        open(address) { [weak self] link in
            for name in Self.savers { self?.watchSaver(name, on: link) }
        }
    }

    private func watchSaver(_ name: String, on link: BusLink) {
        link.subscribe(name, nil, name, "ActiveChanged") { [weak self] parameters in
            if let isActive = boolean(parameters) { self?.setSaver(name, isActive) }
        }
        link.watch(name) { [weak self, weak link] isThere in
            // A saver that died has unlocked, or crashed and shows the screen: its window tells then.
            guard isThere else { return self?.setSaver(name, false) ?? () }
            let path = "/" + name.replacing(".", with: "/")
            link?.call(name, path, name, "GetActive") { [weak self] reply in
                if let isActive = reply.flatMap(boolean) { self?.setSaver(name, isActive) }
            }
        }
    }

    private func setSaver(_ name: String, _ isActive: Bool) {
        let was = !active.isEmpty
        if isActive { active.insert(name) } else { active.remove(name) }
        if was == active.isEmpty { report(.screenSaver, !was) }
    }

    // MARK: The login manager

    func watchLogin(_ address: String, session: String) {
        open(address) { [weak self] link in
            link.watch(Self.login) { [weak self, weak link] isThere in
                guard isThere, let link else { return }
                self?.findSession(session, on: link)
            }
        }
    }

    private func findSession(_ session: String, on link: BusLink) {
        link.call(
            Self.login, "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "GetSession", [session]
        ) { [weak self, weak link] reply in
            guard let self, let link, let path = reply.flatMap(string) else { return }
            // A login manager that was restarted calls our session the same.
            if path != sessionPath { subscribe(path, on: link) }
            sessionPath = path
            link.call(Self.login, path, Self.properties, "Get", [Self.session, "LockedHint"]) { [weak self] reply in
                if let isLocked = reply.flatMap(boolean) { self?.setSession(isLocked) }
            }
        }
    }

    private func subscribe(_ path: String, on link: BusLink) {
        link.subscribe(Self.login, path, Self.session, "Lock") { [weak self] _ in self?.setSession(true) }
        link.subscribe(Self.login, path, Self.session, "Unlock") { [weak self] _ in self?.setSession(false) }
        link.subscribe(Self.login, path, Self.properties, "PropertiesChanged") { [weak self] parameters in
            if let isLocked = change(of: "LockedHint", in: parameters) { self?.setSession(isLocked) }
        }
    }

    private func setSession(_ isLocked: Bool) {
        guard isLocked != isSessionLocked else { return }
        isSessionLocked = isLocked
        report(.session, isLocked)
    }
}

// MARK: Reading

/// The truth value that a tuple begins with, in a variant or not.
private func boolean(_ tuple: OpaquePointer) -> Bool? {
    first(tuple) { g_variant_classify($0) == G_VARIANT_CLASS_BOOLEAN ? g_variant_get_boolean($0) != 0 : nil }
}

/// The text or object path that a tuple begins with.
private func string(_ tuple: OpaquePointer) -> String? {
    first(tuple) { value in
        let kind = g_variant_classify(value)
        guard kind == G_VARIANT_CLASS_STRING || kind == G_VARIANT_CLASS_OBJECT_PATH else { return nil }
        return g_variant_get_string(value, nil).map { String(cString: $0) }
    }
}

/// Reads the first of a tuple; services may send anything.
private func first<Value>(_ tuple: OpaquePointer, _ read: (OpaquePointer) -> Value?) -> Value? {
    guard g_variant_is_container(tuple) != 0, g_variant_n_children(tuple) > 0,
        let value = g_variant_get_child_value(tuple, 0)
    else { return nil }
    defer { g_variant_unref(value) }
    guard g_variant_classify(value) == G_VARIANT_CLASS_VARIANT, let inner = g_variant_get_variant(value) else {
        return read(value)
    }
    defer { g_variant_unref(inner) }
    return read(inner)
}

/// The new truth value of a property in PropertiesChanged(interface, changed, invalidated).
private func change(of name: String, in tuple: OpaquePointer) -> Bool? {
    guard g_variant_classify(tuple) == G_VARIANT_CLASS_TUPLE, g_variant_n_children(tuple) > 1,
        let changed = g_variant_get_child_value(tuple, 1)
    else { return nil }
    defer { g_variant_unref(changed) }
    guard g_variant_is_of_type(changed, shim_variant_type_vardict()) != 0,
        let value = g_variant_lookup_value(changed, name, nil)
    else { return nil }
    defer { g_variant_unref(value) }
    return g_variant_classify(value) == G_VARIANT_CLASS_BOOLEAN ? g_variant_get_boolean(value) != 0 : nil
}
