import CX11
public import Geometry

/// Which events a window asks for.
public struct EventInterest: OptionSet, Sendable {
    /// X11's event mask.
    public let rawValue: Int
    /// A set by X11's event mask.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Mapped, moved, sized, destroyed.
    public static let structure = EventInterest(rawValue: StructureNotifyMask)
    /// Parts that must be drawn again.
    public static let exposure = EventInterest(rawValue: ExposureMask)
    /// How much of it is seen.
    public static let visibility = EventInterest(rawValue: VisibilityChangeMask)
    /// Buttons, with the implicit grab while one is held.
    public static let buttons = EventInterest(rawValue: ButtonPressMask | ButtonReleaseMask)
    /// Every move of the pointer.
    public static let motion = EventInterest(rawValue: PointerMotionMask)
    /// The pointer comes and goes.
    public static let crossing = EventInterest(rawValue: EnterWindowMask | LeaveWindowMask)
    /// Keys, while it has the focus.
    public static let keys = EventInterest(rawValue: KeyPressMask | KeyReleaseMask)
    /// The focus comes and goes.
    public static let focus = EventInterest(rawValue: FocusChangeMask)
    /// Properties change.
    public static let properties = EventInterest(rawValue: PropertyChangeMask)
    /// Children are mapped, moved, restacked.
    public static let substructure = EventInterest(rawValue: SubstructureNotifyMask)
}

/// What is behind a window's picture.
public enum WindowBackground: Sendable, Hashable {
    /// Nothing: what was there stays until it is drawn over. No flash.
    case none
    /// A colour as 0xRRGGBB.
    case color(UInt32)
    /// Nothing that is seen, in a window with alpha; black in others.
    case clear
}

extension Connection {
    /// Creates an unmapped window without a border on the root.
    ///
    /// - Parameters:
    ///   - rect: place and size on the root; the size at least 1×1.
    ///   - parent: the window it is in, nil for the root; then the place is within that one.
    ///   - overrideRedirect: no manager will place, raise or decorate it.
    ///   - depth: what its pixels have; a server without alpha gives an opaque one.
    public func createWindow(
        _ rect: Rect, in parent: WindowID? = nil, overrideRedirect: Bool = false, background: WindowBackground = .none,
        events: EventInterest, depth: PixelDepth = .opaque, file: String = #fileID, line: Int = #line
    ) -> WindowID {
        guard !isBroken else { return .none }
        var attributes = XSetWindowAttributes()
        attributes.override_redirect = overrideRedirect ? 1 : 0
        attributes.bit_gravity = NorthWestGravity
        attributes.event_mask = events.rawValue
        let (visual, bits) = visual(depth)
        attributes.colormap = bits == 32 ? alphaColormap : colormap
        attributes.border_pixel = 0
        var mask = CWOverrideRedirect | CWBitGravity | CWEventMask | CWColormap | CWBorderPixel
        switch background {
        case .none: mask |= CWBackPixmap
        case .color(let color):
            attributes.background_pixel = UInt(bits == 32 ? color | 0xff00_0000 : color)
            mask |= CWBackPixel
        case .clear:
            attributes.background_pixel = 0
            mask |= CWBackPixel
        }
        let window = XCreateWindow(
            display, parent?.rawValue ?? root, Int32(rect.x), Int32(rect.y), UInt32(max(1, rect.width)),
            UInt32(max(1, rect.height)), 0, bits, UInt32(InputOutput), visual, UInt(mask), &attributes)
        ResourceLedger.add(.window, UInt(window), file: file, line: line)
        return WindowID(UInt(window))
    }

    /// Destroys a window of ours.
    public func destroyWindow(_ window: WindowID) {
        guard !isBroken else { return }
        ResourceLedger.remove(.window, window.rawValue)
        XDestroyWindow(display, window.rawValue)
    }

    /// Asks for a window to be shown; a manager may take its time.
    public func map(_ window: WindowID) {
        guard !isBroken else { return }
        XMapWindow(display, window.rawValue)
    }
    /// Shows a window above its siblings.
    public func mapRaised(_ window: WindowID) {
        guard !isBroken else { return }
        XMapRaised(display, window.rawValue)
    }
    /// Hides a window.
    public func unmap(_ window: WindowID) {
        guard !isBroken else { return }
        XUnmapWindow(display, window.rawValue)
    }
    /// Withdraws a managed window, telling the manager (ICCCM 4.1.4).
    public func withdraw(_ window: WindowID) {
        guard !isBroken else { return }
        XWithdrawWindow(display, window.rawValue, screen)
    }
    /// Asks the manager to iconify a window (ICCCM 4.1.4).
    public func iconify(_ window: WindowID) {
        guard !isBroken else { return }
        XIconifyWindow(display, window.rawValue, screen)
    }

    /// Moves and sizes a window in one request.
    public func configure(_ window: WindowID, _ rect: Rect) {
        guard !isBroken else { return }
        XMoveResizeWindow(
            display, window.rawValue, Int32(rect.x), Int32(rect.y), UInt32(max(1, rect.width)),
            UInt32(max(1, rect.height)))
    }
    /// Moves a window.
    public func move(_ window: WindowID, to origin: Point) {
        guard !isBroken else { return }
        XMoveWindow(display, window.rawValue, Int32(origin.x), Int32(origin.y))
    }
    /// Sizes a window.
    public func resize(_ window: WindowID, to size: Size) {
        guard !isBroken else { return }
        XResizeWindow(display, window.rawValue, UInt32(max(1, size.width)), UInt32(max(1, size.height)))
    }

    /// Has the server serve nobody else until `releaseServer`: for requests that must be seen as one. Keep it to a few
    /// requests, and to one round trip at the most.
    public func grabServer() {
        guard !isBroken else { return }
        XGrabServer(display)
    }
    /// Ends `grabServer`.
    public func releaseServer() {
        guard !isBroken else { return }
        XUngrabServer(display)
    }

    /// Has the server draw a window's background again.
    public func clear(_ window: WindowID) {
        guard !isBroken else { return }
        XClearWindow(display, window.rawValue)
    }

    /// Sets what is behind a window's picture; seen at the next exposure.
    public func setBackground(_ window: WindowID, _ background: WindowBackground) {
        guard !isBroken else { return }
        switch background {
        case .none: XSetWindowBackgroundPixmap(display, window.rawValue, 0)
        case .color(let color): XSetWindowBackground(display, window.rawValue, UInt(color))
        case .clear: XSetWindowBackground(display, window.rawValue, 0)
        }
    }

    /// Makes a picture the background of a window that is not mapped yet: it appears with it, without a flash
    /// (spec B7). The server keeps the picture until the background is set again.
    public func setBackground(_ window: WindowID, picture image: PresentImage, with context: GraphicsContext) {
        guard !isBroken else { return }
        let (width, height) = (UInt32(image.size.width), UInt32(image.size.height))
        let pixmap = XCreatePixmap(display, window.rawValue, width, height, UInt32(visual(image.depth).bits))
        image.put(Rect(size: image.size), on: WindowID(UInt(pixmap)), with: context)
        XSetWindowBackgroundPixmap(display, window.rawValue, pixmap)
        XFreePixmap(display, pixmap)
    }

    /// Asks for other events of a window, ours or a stranger's.
    public func select(_ events: EventInterest, on window: WindowID) {
        guard !isBroken else { return }
        XSelectInput(display, window.rawValue, events.rawValue)
    }

    /// Asks to be told of changes of monitors.
    public func selectMonitorChanges() {
        guard !isBroken else { return }
        guard randrBase >= 0 else { return }
        XRRSelectInput(
            display, root, Int32(RRScreenChangeNotifyMask | RRCrtcChangeNotifyMask | RROutputChangeNotifyMask))
    }

    /// Tells compositors how opaque a window is, 0 to 1; 1 takes the property away.
    public func setOpacity(_ window: WindowID, _ opacity: Double) {
        guard !isBroken else { return }
        guard opacity < 1 else { return deleteProperty(.wmWindowOpacity, of: window) }
        setCardinals([UInt(max(0, opacity) * Double(UInt32.max))], .wmWindowOpacity, on: window)
    }
}
