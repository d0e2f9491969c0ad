import Foundation
public import Frames
public import Geometry
public import PictureInPicture
public import Views
import XServer

/// The main window: an ordinary, well-behaved client of the window manager (ICCCM, EWMH 1.5) that shows a view tree.
///
/// It feeds the tree with its input and hands what it draws to a presenter, in which video plays at its own pace.
public final class MainWindow: VideoWindow<StagePresenter>, StageWindow {
    /// The least size it asks for, in points.
    static let minimumSize = Size(160, 90)
    /// The size without `--main-size`, in points: small enough for a 1366×768 laptop with panels.
    static let defaultSize = Size(960, 540)
    /// How long it has to be away before it counts as left, in seconds: managers unmap and map while they restart.
    static let departureDelay = 0.15

    /// What it shows and what its input goes to.
    public let root: RootView
    /// Told when the user left it, and how; nil when they are back (spec B6).
    public var onPresence: ((AutomaticPolicy.Departure?) -> Void)?
    /// True while it fills the screen, as far as the manager says.
    public private(set) var isFullscreen = false
    /// Told when it fills the screen, or no more.
    public var onFullscreen: ((Bool) -> Void)?
    /// Told after each change of its size, before the new size is drawn.
    public var onResize: ((Size) -> Void)?

    private let counter: SyncCounter?
    private let startupIdentifier: String?
    private var lastTime: UInt = 0
    private var isCompositionPlanned = false
    private var pendingSync: Int64?
    private var departure: AutomaticPolicy.Departure?
    private var departureAlarm: ClockTicket?
    private var rootToken = 0
    private var place: Rect

    /// Opens it; it is mapped as soon as its presenter is connected.
    ///
    /// - Parameters:
    ///   - root: what it shows; gets the window's size, and is hosted by it.
    ///   - icons: the program's icon in some sizes, premultiplied.
    public init(_ desktop: DesktopConnection, root: RootView, options: WindowOptions, icons: [Bitmap] = []) {
        self.root = root
        let server = desktop.server
        let area = desktop.workArea()
        let rect = Self.rect(options, in: area, scale: root.scale)
        place = rect
        let id = server.createWindow(
            rect, background: .color(root.theme.background.rgb),
            events: [
                .structure, .exposure, .visibility, .buttons, .motion, .crossing, .keys, .focus, .properties,
            ])
        counter = server.createSyncCounter()
        startupIdentifier = ProcessInfo.processInfo.environment["DESKTOP_STARTUP_ID"].flatMap { $0.isEmpty ? nil : $0 }
        server.setTitle(options.title, of: id)
        server.setClass(instance: "porthole", class: "Porthole", of: id)
        server.setText("main", .wmWindowRole, on: id)
        server.setHints(acceptsInput: true, group: desktop.leader, of: id)
        server.setSizeHints(
            minimum: Self.minimumSize, size: rect.size, position: options.position, isUserSize: options.size != nil,
            of: id)
        server.setProcess(of: id)
        server.setWindows([desktop.leader], .wmClientLeader, on: id)
        server.setAtoms([.wmDeleteWindow, .wmPing] + (counter == nil ? [] : [.wmSyncRequest]), .wmProtocols, on: id)
        server.setAtoms([.windowTypeNormal], .wmWindowType, on: id)
        if let counter { server.setCardinals([counter.rawValue], .wmSyncRequestCounter, on: id) }
        if let startupIdentifier { server.setText(startupIdentifier, .startupID, on: id) }
        if !icons.isEmpty { server.setCardinals(icons.flatMap(MainWindow.iconData), .wmIcon, on: id) }

        root.resize(to: rect.size)
        let composition = root.compose()
        var configuration = StagePresenter.Configuration()
        configuration.display = desktop.display
        configuration.ladder = options.ladder
        let chosen = configuration
        super.init(desktop, id) { onEvent in
            StagePresenter(window: id, composition: composition, configuration: chosen, onEvent: onEvent)
        }
        root.host = self
        rootToken = desktop.register(server.rootWindow) { [weak self] event in
            if case .property(_, .currentDesktop, _) = event { self?.lookAround() }
        }
    }

    private static func rect(_ options: WindowOptions, in area: Rect, scale: Double) -> Rect {
        let usual = Size(Int(Double(defaultSize.width) * scale), Int(Double(defaultSize.height) * scale))
        let box = Size(min(area.width, usual.width), min(area.height, usual.height))
        let size = options.size ?? fit(usual, in: Rect(size: box)).size
        let centred = Point(area.x + (area.width - size.width) / 2, area.y + (area.height - size.height) / 2)
        return Rect(origin: options.position ?? centred, size: size)
    }

    // MARK: Drawing

    /// Plans one composition for all that changes in this turn.
    public func rootViewNeedsComposition(_ root: RootView) {
        guard !isCompositionPlanned else { return }
        isCompositionPlanned = true
        Task { [weak self] in
            guard let self, self.isCompositionPlanned else { return }
            self.compose()
        }
    }

    @discardableResult private func compose(answering value: Int64? = nil, redraws: Bool = false) -> UInt64 {
        isCompositionPlanned = false
        guard let value, let counter else { return presenter.show(root.compose(), redraws: redraws) }
        return presenter.show(root.compose(), answering: counter, value: value, redraws: redraws)
    }

    /// Where its upper left corner is; nil while nothing of it is on the screen.
    public var originOnScreen: Point? { isSeen ? desktop.server.facts(of: id)?.rect.origin : nil }

    /// Calls `body` once what the tree shows now is on the screen; not before the window is seen.
    public func whenFrameShown(in view: View, _ body: @escaping @MainActor () -> Void) {
        presenter.whenShown(compose(redraws: true)) { Task { @MainActor in body() } }
    }

    // MARK: Events

    override func handle(_ event: ServerEvent) {
        switch event {
        // ICCCM 4.1.5: one that the manager makes up tells of the place; the size is always the server's to tell.
        case .configure(_, let rect, let isSynthetic): resize(isSynthetic ? root.size : rect.size)
        case .syncRequest(_, let value): plan(value)
        case .button(let button): press(button)
        case .motion(let motion):
            root.handle(
                PointerEvent(
                    .moved, at: point(motion.position), modifiers: Modifiers(motion.modifiers),
                    time: seconds(motion.time)))
        case .enter(_, let position, _, _):
            root.handle(PointerEvent(.moved, at: point(position), time: seconds(lastTime)))
        case .leave: root.handle(PointerEvent(.left, time: seconds(lastTime)))
        case .key(let key) where key.isPress: press(key)
        case .property(_, .wmStateEWMH, _): noteState()
        case .unmap: root.cancelPress()
        default: break
        }
        super.handle(event)
        switch event {
        case .map, .unmap, .reparent, .property(_, .wmState, _), .property(_, .wmStateEWMH, _),
            .property(_, .wmDesktop, _), .visibility:
            lookAround()
        default: break
        }
    }

    private func resize(_ size: Size) {
        let value = pendingSync
        pendingSync = nil
        guard size != root.size || value != nil else { return }
        if size != root.size {
            root.resize(to: size)
            onResize?(size)
        }
        // At once: the manager waits for it, and nobody shall see the old picture in the new size.
        compose(answering: value)
    }

    /// The manager wants to hear when the size it sends next is drawn (EWMH _NET_WM_SYNC_REQUEST).
    private func plan(_ value: Int64) {
        if let old = pendingSync { compose(answering: old) }
        pendingSync = value
    }

    private func point(_ position: Point) -> CGPoint {
        CGPoint(x: Double(position.x) / root.scale, y: Double(position.y) / root.scale)
    }

    private func seconds(_ time: UInt) -> Double { Double(time) / 1000 }

    private func press(_ button: ServerEvent.Button) {
        if button.isPress { noteUserTime(button.time) }
        let (place, modifiers) = (point(button.position), Modifiers(button.modifiers))
        switch button.button {
        case 1...3:
            let which: PointerEvent.Button = button.button == 1 ? .primary : button.button == 2 ? .middle : .secondary
            root.handle(
                PointerEvent(
                    button.isPress ? .down : .up, at: place, button: which, modifiers: modifiers,
                    time: seconds(button.time)))
        case 4...7 where button.isPress:
            let (dx, dy) = [(0.0, -1.0), (0, 1), (-1, 0), (1, 0)][button.button - 4]
            root.handle(ScrollEvent(at: place, dx: dx, dy: dy, modifiers: modifiers, time: seconds(button.time)))
        default: break
        }
    }

    private func press(_ key: ServerEvent.Key) {
        noteUserTime(key.time)
        root.handle(
            KeyEvent(
                KeyEvent.Key(keysym: key.keysym), text: key.text, modifiers: Modifiers(key.modifiers),
                time: seconds(key.time)))
    }

    // MARK: The manager

    override func show() {
        super.show()
        // Whoever launched us shows a busy pointer until it hears of the window.
        if let startupIdentifier { desktop.server.endStartupSequence(startupIdentifier) }
    }

    override func framesChanged() { lookAround() }

    /// Brings it to the front, out of its icon and on this workspace, with the focus.
    public func present() {
        // Some managers show it where it is, openbox only lets it blink there: the user is here.
        if let place = desktop.server.numbers(.wmDesktop, of: id).first, place & 0xffff_ffff != Presence.everywhere,
            let here = desktop.server.numbers(.currentDesktop, of: desktop.server.rootWindow).first, here != place
        {
            desktop.server.move(id, toWorkspace: here)
        }
        desktop.server.activate(id, time: lastTime)
        desktop.flush()
    }

    /// Puts it into its icon (ICCCM 4.1.4).
    public func iconify() {
        desktop.server.iconify(id)
        desktop.flush()
    }

    /// Gives it another title.
    public func setTitle(_ title: String) {
        desktop.server.setTitle(title, of: id)
        desktop.flush()
    }

    /// Fills the screen, or no more.
    public func toggleFullscreen() { change(.toggle) }
    /// Fills the screen no more.
    public func leaveFullscreen() { change(.remove) }

    private func change(_ change: StateChange) {
        desktop.server.change(.wmStateFullscreen, of: id, change)
        desktop.flush()
    }

    private func noteState() {
        let isNow = desktop.server.names(.wmStateEWMH, of: id).contains(.wmStateFullscreen)
        guard isNow != isFullscreen else { return }
        isFullscreen = isNow
        onFullscreen?(isNow)
    }

    /// Asks whether the user is still there; only what lasts is told.
    private func lookAround() {
        guard hasBeenMapped, !desktop.server.isBroken else { return }
        let server = desktop.server
        let presence = Presence(
            isMapped: viewable.isMapped, state: server.numbers(.wmState, of: id).first,
            isMarkedHidden: server.names(.wmStateEWMH, of: id).contains(.wmStateHidden),
            workspace: server.numbers(.wmDesktop, of: id).first,
            currentWorkspace: server.numbers(.currentDesktop, of: server.rootWindow).first)
        guard let now = presence.departure else {
            departureAlarm = nil
            return tell(nil)
        }
        guard departure == nil, departureAlarm == nil else { return }
        departureAlarm = root.animator.clock.after(Self.departureDelay) { [weak self] in
            self?.departureAlarm = nil
            self?.tell(now)
        }
    }

    private func tell(_ now: AutomaticPolicy.Departure?) {
        guard now != departure else { return }
        departure = now
        onPresence?(now)
    }

    /// Managers decide by it who may take the focus (EWMH _NET_WM_USER_TIME).
    private func noteUserTime(_ time: UInt) {
        lastTime = time
        desktop.server.setCardinals([time], .wmUserTime, on: id)
        desktop.flush()
    }

    override public func close() {
        departureAlarm = nil
        root.host = nil
        desktop.unregister(rootToken)
        if let counter { desktop.server.destroy(counter) }
        super.close()
    }

    /// One size of an icon as _NET_WM_ICON wants it: width, height, then ARGB that is not premultiplied.
    private static func iconData(_ bitmap: Bitmap) -> [UInt] {
        var data: [UInt] = [UInt(bitmap.size.width), UInt(bitmap.size.height)]
        for y in 0..<bitmap.size.height {
            let row = bitmap.base + y * bitmap.stride
            for x in 0..<bitmap.size.width {
                let pixel = row + x * 4
                let alpha = UInt(pixel[3])
                func straight(_ value: UInt8) -> UInt {
                    alpha == 0 ? 0 : min(255, (UInt(value) * 255 + alpha / 2) / alpha)
                }
                data.append(alpha << 24 | straight(pixel[2]) << 16 | straight(pixel[1]) << 8 | straight(pixel[0]))
            }
        }
        return data
    }
}

extension Modifiers {
    /// The same of the X protocol.
    init(_ modifiers: KeyModifiers) {
        self = []
        if modifiers.contains(.shift) { insert(.shift) }
        if modifiers.contains(.control) { insert(.control) }
        if modifiers.contains(.alt) { insert(.alt) }
        if modifiers.contains(.logo) { insert(.logo) }
    }
}
