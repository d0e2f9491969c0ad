public import Geometry
public import Views
public import XServer

/// Lets the user pick a window by a click, or a part of the screen by dragging over it, as xwininfo and import do. Main actor.
///
/// It has the pointer meanwhile, and Escape; a right click or half a minute without a choice end it as well, so that a screen
/// locker does not wait for the pointer for ever.
public final class ScreenPicker {
    /// What is picked.
    public enum Kind: Sendable, Hashable {
        /// A client's window.
        case window
        /// A rectangle.
        case region
    }
    /// How it ended.
    public enum Outcome: Sendable, Hashable {
        /// That window was clicked.
        case window(WindowID)
        /// That part was dragged over.
        case region(Rect)
        /// Nothing was chosen.
        case cancelled
        /// Another program has the pointer.
        case refused
    }

    /// Seconds for a choice.
    static let patience = 30.0
    private static let escape = KeyChord(0xff1b)
    private let desktop: DesktopConnection
    private let kind: Kind
    private let shortest: Int
    private let band: RubberBand
    private let note: NoteWindow
    private var onEnd: ((Outcome) -> Void)?
    private var token = 0
    private var alarm: ClockTicket?
    private var start: Point?
    private var pointed: WindowID?

    /// Begins to pick.
    ///
    /// - Parameters:
    ///   - shortest: the shortest side of a part of the screen, in pixels; what is smaller was a click.
    ///   - onEnd: told once, later.
    public init(
        _ desktop: DesktopConnection, _ kind: Kind, shortest: Int, scale: Double, clock: any FrameClock,
        onEnd: @escaping (Outcome) -> Void
    ) {
        self.desktop = desktop
        self.kind = kind
        self.shortest = shortest
        self.onEnd = onEnd
        let server = desktop.server
        let area = desktop.workArea(at: server.pointerPosition())
        band = RubberBand(desktop, scale: scale)
        note = NoteWindow(desktop, in: area, scale: scale)
        guard server.grabPointer(for: server.rootWindow, shape: .crosshair, time: 0) else {
            Task { self.end(.refused) }
            return
        }
        token = desktop.register(server.rootWindow) { [weak self] in self?.handle($0) }
        server.grabKeys([Self.escape])
        alarm = clock.after(Self.patience) { [weak self] in self?.end(.cancelled) }
        note.say(
            kind == .window
                ? "Click a window · Esc: none" : "Drag over what you share · Esc: nothing")
        desktop.flush()
    }

    /// Ends it without a choice. Calling it again does nothing.
    public func cancel() { end(.cancelled) }

    private func end(_ outcome: Outcome) {
        guard let tell = onEnd else { return }
        onEnd = nil
        alarm = nil
        if token != 0 {
            desktop.unregister(token)
            desktop.server.releaseKeys([Self.escape])
            desktop.server.releasePointer(time: 0)
        }
        band.close()
        note.close()
        // Nothing of it is left on the screen when capturing begins.
        desktop.server.sync()
        desktop.flush()
        tell(outcome)
    }

    // MARK: Events

    private func handle(_ event: ServerEvent) {
        switch event {
        case .key(let key) where key.isPress && key.keysym == Self.escape.keysym: end(.cancelled)
        case .button(let button) where button.isPress: press(button)
        case .button(let button) where button.button == 1: release(button)
        case .motion(let motion): move(to: motion.rootPosition)
        default: break
        }
    }

    private func press(_ button: ServerEvent.Button) {
        switch button.button {
        case 1: start = button.rootPosition
        case 3: end(.cancelled)
        default: break
        }
    }

    private func release(_ button: ServerEvent.Button) {
        guard let start else { return }
        self.start = nil
        switch kind {
        case .window: if let window = desktop.server.clientWindow(at: button.rootPosition) { end(.window(window)) }
        case .region:
            let rect = Self.rect(from: start, to: button.rootPosition, in: desktop.server.screenSize)
            if min(rect.width, rect.height) >= shortest { end(.region(rect)) } else { band.hide() }
        }
    }

    private func move(to place: Point) {
        switch kind {
        case .window:
            let window = desktop.server.clientWindow(at: place)
            guard window != pointed else { return }
            pointed = window
            if let window, let facts = desktop.server.facts(of: window) {
                band.show(around: facts.rect)
            } else {
                band.hide()
            }
        case .region:
            guard let start else { return }
            let rect = Self.rect(from: start, to: place, in: desktop.server.screenSize)
            band.show(around: rect)
            note.say("\(rect.width) × \(rect.height) · let go to share it · Esc: nothing")
        }
    }

    /// From one pixel to another, both inside, and all of it on the screen; at least one pixel.
    nonisolated static func rect(from start: Point, to end: Point, in screen: Size) -> Rect {
        func span(_ a: Int, _ b: Int, _ limit: Int) -> (Int, Int) {
            let low = min(max(0, min(a, b)), max(0, limit - 1))
            let high = min(max(low, max(a, b)), max(0, limit - 1))
            return (low, high - low + 1)
        }
        let (x, width) = span(start.x, end.x, screen.width)
        let (y, height) = span(start.y, end.y, screen.height)
        return Rect(x: x, y: y, width: width, height: height)
    }
}
