import CX11
import Glibc
public import Geometry

/// One X connection: confined to the actor or thread that opened it.
///
/// Any call may read events off the socket into memory, where no `poll` sees them: ask `hasQueuedEvents` last thing
/// before waiting. After the server is gone `isBroken` is true and no call reaches Xlib any more, which may hold its
/// own lock then.
public final class Connection {
    let display: OpaquePointer
    let root: CX11.Window
    let screen: Int32
    let visual: UnsafeMutablePointer<Visual>
    let depth: Int32
    let colormap: Colormap
    let atoms: [AtomName: CX11.Atom]
    let completionType: Int32
    let randrBase: Int32
    /// A visual of 32 bits, whose fourth byte compositors take for alpha; nil where the server has none.
    let alphaVisual: UnsafeMutablePointer<Visual>?
    /// Of that visual. The server frees it with the connection.
    private(set) lazy var alphaColormap = XCreateColormap(display, root, alphaVisual, AllocNone)
    /// The number of the first event of XFIXES; -1 until compositors are watched.
    var fixesBase: Int32 = -1
    private let ownsColormap: Bool
    private let broken: UnsafeMutablePointer<Bool>
    /// The major opcode of XInput, once somebody asked for its events.
    var inputExtension: Int32?
    /// Which XInput the server has; nil until somebody asks, (0, 0) for none.
    var inputVersion: (major: Int32, minor: Int32)?
    /// Questions whose answers were not fetched yet.
    var outstandingQuestions = 0

    /// What is waited for in `poll`.
    public let fileDescriptor: Int32
    /// What MIT-SHM the server says it has; (0, 0) for none.
    public let sharedMemoryVersion: (major: Int, minor: Int)
    /// The name that was opened.
    public let name: String

    /// True once the server is gone: nothing on this connection works any more.
    ///
    /// XCB may know it before Xlib does, whose next request would then write where there is no buffer.
    public var isBroken: Bool { broken.pointee || xcb_connection_has_error(XGetXCBConnection(display)) != 0 }

    /// Called after a round trip or a flush that left events, or may have left answers to questions, in memory.
    public var onEventsLeftQueued: (() -> Void)?

    /// Opens a connection.
    ///
    /// - Parameter name: as `:0` or `host:0`; nil for the environment's `DISPLAY`.
    public init(_ name: String? = nil) throws(ConnectionError) {
        ErrorDesk.install
        let wanted = name ?? getenv("DISPLAY").map { String(cString: $0) } ?? ""
        guard !wanted.isEmpty else { throw .noDisplay }
        guard let display = XOpenDisplay(wanted) else { throw .refused(display: wanted) }
        self.display = display
        self.name = wanted
        broken = .allocate(capacity: 1)
        broken.initialize(to: false)
        // The default is exit(1), on whichever thread notices first.
        XSetIOErrorExitHandler(display, { _, data in data?.assumingMemoryBound(to: Bool.self).pointee = true }, broken)
        screen = XDefaultScreen(display)
        root = XDefaultRootWindow(display)
        fileDescriptor = XConnectionNumber(display)
        guard let choice = Connection.chooseVisual(display, screen, root) else {
            XCloseDisplay(display)
            broken.deallocate()
            throw .noTrueColor(display: wanted)
        }
        (visual, depth, colormap, ownsColormap) = choice
        alphaVisual = Connection.chooseAlphaVisual(display, screen)

        var (major, minor, pixmaps) = (Int32(0), Int32(0), Int32(0))
        // XShmQueryExtension makes Xlib know the event: without it no completion reaches the queue.
        let hasShm = XShmQueryExtension(display) != 0 && XShmQueryVersion(display, &major, &minor, &pixmaps) != 0
        sharedMemoryVersion = hasShm ? (Int(major), Int(minor)) : (0, 0)
        completionType = hasShm ? XShmGetEventBase(display) + ShmCompletion : -1
        var (randrEvent, randrError) = (Int32(0), Int32(0))
        randrBase = XRRQueryExtension(display, &randrEvent, &randrError) != 0 ? randrEvent : -1
        atoms = Connection.intern(display)
    }

    deinit {
        // After an I/O error Xlib may hold its own lock for ever: what is left goes with the process, only the socket
        // is closed.
        if isBroken {
            close(fileDescriptor)
        } else {
            if ownsColormap { XFreeColormap(display, colormap) }
            XCloseDisplay(display)
        }
        _ = ErrorDesk.take(display)
        broken.deallocate()
    }

    private static func chooseVisual(
        _ display: OpaquePointer, _ screen: Int32, _ root: CX11.Window
    ) -> (UnsafeMutablePointer<Visual>, Int32, Colormap, Bool)? {
        if let visual = XDefaultVisual(display, screen), XDefaultDepth(display, screen) == 24,
            visual.pointee.red_mask == 0xff0000, visual.pointee.green_mask == 0xff00, visual.pointee.blue_mask == 0xff
        {
            return (visual, 24, XDefaultColormap(display, screen), false)
        }
        var info = XVisualInfo()
        guard XMatchVisualInfo(display, screen, 24, TrueColor, &info) != 0, let visual = info.visual,
            info.red_mask == 0xff0000, info.blue_mask == 0xff
        else { return nil }
        return (visual, 24, XCreateColormap(display, root, visual, AllocNone), true)
    }

    private static func intern(_ display: OpaquePointer) -> [AtomName: CX11.Atom] {
        let names = AtomName.allCases
        var strings: [UnsafeMutablePointer<CChar>?] = names.map { strdup($0.rawValue) }
        defer { for string in strings { free(string) } }
        var atoms = [CX11.Atom](repeating: 0, count: names.count)
        XInternAtoms(display, &strings, Int32(names.count), 0, &atoms)
        return Dictionary(uniqueKeysWithValues: zip(names, atoms))
    }

    /// The number of a name on this server.
    func atom(_ name: AtomName) -> CX11.Atom { atoms[name] ?? 0 }

    /// The root window.
    public var rootWindow: WindowID { WindowID(root) }
    /// The whole screen, as it was when the connection opened or last told.
    public var screenSize: Size { Size(Int(XDisplayWidth(display, screen)), Int(XDisplayHeight(display, screen))) }
    /// The server's own name and release.
    public var vendor: String {
        "\(XServerVendor(display).map { String(cString: $0) } ?? "unknown"), release \(XVendorRelease(display))"
    }

    /// Sends what is buffered. It also reads, so events may sit in memory afterwards.
    public func flush() {
        guard !isBroken else { return }
        XFlush(display)
        reportQueued()
    }

    /// A round trip: the server has dealt with everything sent so far. Blocks; never on the main actor while playing.
    public func sync() {
        guard !isBroken else { return }
        XSync(display, 0)
        reportQueued()
    }

    /// True when there is an event in memory or on the socket. The last thing to ask before waiting.
    public var hasQueuedEvents: Bool { !isBroken && XEventsQueued(display, QueuedAfterReading) > 0 }

    /// Errors that were read off the socket and not taken yet: no `poll` sees them either, and they are no events. Ask
    /// after `hasQueuedEvents`, which reads.
    public var hasErrors: Bool { ErrorDesk.isWaiting(display) }

    /// Takes what the server has refused since the last time.
    public func takeErrors() -> [XError] { ErrorDesk.take(display) }

    func reportQueued() {
        if let onEventsLeftQueued, outstandingQuestions > 0 || hasQueuedEvents { onEventsLeftQueued() }
    }
}
