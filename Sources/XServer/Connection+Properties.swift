import CX11
import Glibc
public import Geometry

extension Connection {
    // MARK: Writing

    /// Sets a text: in UTF-8, but for the role, which managers refuse unless it is a STRING (ICCCM 5.1).
    public func setText(_ text: String, _ name: AtomName, on window: WindowID) {
        guard !isBroken else { return }
        let bytes = Array(text.utf8)
        let type = name == .wmWindowRole ? XA_STRING : atom(.utf8String)
        XChangeProperty(display, window.rawValue, atom(name), type, 8, PropModeReplace, bytes, Int32(bytes.count))
    }

    /// Sets unsigned numbers; the lower 32 bits of each travel.
    public func setCardinals(_ values: [UInt], _ name: AtomName, on window: WindowID) {
        guard !isBroken else { return }
        change(values, name, type: XA_CARDINAL, on: window)
    }

    /// Sets windows.
    public func setWindows(_ values: [WindowID], _ name: AtomName, on window: WindowID) {
        guard !isBroken else { return }
        change(values.map(\.rawValue), name, type: XA_WINDOW, on: window)
    }

    /// Sets names.
    public func setAtoms(_ values: [AtomName], _ name: AtomName, on window: WindowID) {
        guard !isBroken else { return }
        change(values.map { UInt(atom($0)) }, name, type: XA_ATOM, on: window)
    }

    private func change(_ values: [UInt], _ name: AtomName, type: CX11.Atom, on window: WindowID) {
        guard !isBroken else { return }
        // Xlib wants an array of C longs for 32-bit properties.
        values.withUnsafeBytes {
            _ = XChangeProperty(
                display, window.rawValue, atom(name), type, 32, PropModeReplace,
                $0.bindMemory(to: UInt8.self).baseAddress, Int32(values.count))
        }
    }

    /// Takes a property away.
    public func deleteProperty(_ name: AtomName, of window: WindowID) {
        guard !isBroken else { return }
        XDeleteProperty(display, window.rawValue, atom(name))
    }

    /// Sets the title, for managers old and new (ICCCM WM_NAME, EWMH _NET_WM_NAME, and the icon's).
    public func setTitle(_ title: String, of window: WindowID) {
        guard !isBroken else { return }
        XStoreName(display, window.rawValue, title)
        setText(title, .wmName, on: window)
        setText(title, .wmIconName, on: window)
    }

    /// Sets WM_CLASS (ICCCM 4.1.2.5).
    public func setClass(instance: String, class name: String, of window: WindowID) {
        guard !isBroken else { return }
        let (instance, name) = (strdup(instance), strdup(name))
        defer {
            free(instance)
            free(name)
        }
        var hint = XClassHint(res_name: instance, res_class: name)
        XSetClassHint(display, window.rawValue, &hint)
    }

    /// Sets WM_HINTS: whether it wants the keyboard, and which group it belongs to (ICCCM 4.1.2.4).
    public func setHints(acceptsInput: Bool, group: WindowID, of window: WindowID) {
        guard !isBroken else { return }
        var hints = XWMHints()
        hints.flags = InputHint | StateHint | WindowGroupHint
        hints.input = acceptsInput ? 1 : 0
        hints.initial_state = NormalState
        hints.window_group = group.rawValue
        XSetWMHints(display, window.rawValue, &hints)
    }

    /// Sets WM_NORMAL_HINTS (ICCCM 4.1.2.3).
    ///
    /// - Parameters:
    ///   - position: nil leaves the place to the manager.
    ///   - isUserSize: the size was chosen by a person, not by the program.
    ///   - aspect: the shape to keep; only the ratio counts.
    ///   - isStatic: places are the window's own, whatever frame it gets (StaticGravity).
    public func setSizeHints(
        minimum: Size, size: Size, position: Point?, isUserSize: Bool, aspect: Size? = nil, isStatic: Bool = false,
        of window: WindowID
    ) {
        guard !isBroken else { return }
        guard let hints = XAllocSizeHints() else { return }
        defer { XFree(hints) }
        hints.pointee.flags = PMinSize | PWinGravity | (isUserSize ? USSize : PSize)
        hints.pointee.min_width = Int32(minimum.width)
        hints.pointee.min_height = Int32(minimum.height)
        hints.pointee.width = Int32(size.width)
        hints.pointee.height = Int32(size.height)
        hints.pointee.win_gravity = isStatic ? StaticGravity : NorthWestGravity
        if let aspect {
            hints.pointee.flags |= PAspect
            hints.pointee.min_aspect.x = Int32(aspect.width)
            hints.pointee.min_aspect.y = Int32(aspect.height)
            hints.pointee.max_aspect.x = Int32(aspect.width)
            hints.pointee.max_aspect.y = Int32(aspect.height)
        }
        if let position {
            hints.pointee.flags |= USPosition
            hints.pointee.x = Int32(position.x)
            hints.pointee.y = Int32(position.y)
        }
        XSetWMNormalHints(display, window.rawValue, hints)
    }

    /// Asks for a window without a frame (Motif's MWM_HINTS_DECORATIONS).
    public func setUndecorated(_ window: WindowID) {
        guard !isBroken else { return }
        // Flags, functions, decorations, input mode, status.
        change([2, 0, 0, 0, 0], .motifHints, type: atom(.motifHints), on: window)
    }

    /// Sets WM_CLIENT_MACHINE and _NET_WM_PID, which go together (EWMH).
    public func setProcess(of window: WindowID) {
        guard !isBroken else { return }
        var buffer = [CChar](repeating: 0, count: 256)
        gethostname(&buffer, buffer.count - 1)
        let host = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        XChangeProperty(
            display, window.rawValue, XA_WM_CLIENT_MACHINE, XA_STRING, 8, PropModeReplace, host, Int32(host.count))
        setCardinals([UInt(getpid())], .wmPID, on: window)
    }

    // MARK: Reading

    /// Reads numbers, windows or atoms; empty when there is no such property or window. A round trip.
    public func numbers(_ name: AtomName, of window: WindowID) -> [UInt] {
        readProperty(atom(name), of: window, format: 32) { pointer, count in
            pointer.withMemoryRebound(to: UInt.self, capacity: count) {
                Array(UnsafeBufferPointer(start: $0, count: count))
            }
        } ?? []
    }

    /// Reads bytes; empty when there is no such property or window. A round trip.
    public func bytes(_ name: AtomName, of window: WindowID) -> [UInt8] {
        readProperty(atom(name), of: window, format: 8) { pointer, count in
            Array(UnsafeBufferPointer(start: pointer, count: count))
        } ?? []
    }

    /// Reads a text; nil when there is no such property or window. A round trip.
    public func text(_ name: AtomName, of window: WindowID) -> String? {
        readProperty(atom(name), of: window, format: 8) { pointer, count in
            String(decoding: UnsafeBufferPointer(start: pointer, count: count), as: UTF8.self)
        }
    }

    /// Which of the project's names a property of atoms holds. A round trip.
    public func names(_ name: AtomName, of window: WindowID) -> Set<AtomName> {
        let values = Set(numbers(name, of: window))
        return Set(atoms.filter { values.contains(UInt($0.value)) }.keys)
    }

    private func readProperty<Value>(
        _ property: CX11.Atom, of window: WindowID, format: Int32,
        _ body: (UnsafeMutablePointer<UInt8>, Int) -> Value
    ) -> Value? {
        guard !isBroken else { return nil }
        var (type, actualFormat, count, rest) = (CX11.Atom(0), Int32(0), UInt(0), UInt(0))
        var data: UnsafeMutablePointer<UInt8>?
        let status = XGetWindowProperty(
            display, window.rawValue, property, 0, 1 << 20, 0, CX11.Atom(AnyPropertyType), &type, &actualFormat, &count,
            &rest, &data)
        defer { if let data { XFree(data) } }
        guard status == Success, let data, actualFormat == format else { return nil }
        return body(data, Int(count))
    }
}
