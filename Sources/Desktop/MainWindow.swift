import Foundation
public import Frames
import Geometry
import Views
import XServer

/// The main window: an ordinary, well-behaved client of the window manager (ICCCM, EWMH 1.5).
public final class MainWindow: VideoWindow {
    /// The least size it asks for, in device pixels.
    static let minimumSize = Size(160, 90)
    /// The size without `--main-size`: small enough for a 1366×768 laptop with panels.
    static let defaultSize = Size(960, 540)

    /// A key that means something in the main window.
    public enum Key: Sendable, Hashable {
        /// The space bar.
        case space
        /// Escape.
        case escape
        /// A letter, lower case.
        case letter(Character)
    }

    /// Told when a key goes down in it.
    public var onKey: ((Key) -> Void)?

    private let counter: SyncCounter?
    private let background: UInt32
    private var lastTime: UInt = 0
    private let startupIdentifier: String?

    /// Opens it; it is mapped as soon as its presenter is connected.
    ///
    /// - Parameter icons: the program's icon in some sizes, premultiplied.
    public init(_ desktop: DesktopConnection, layer: DisplayLayer, options: WindowOptions, icons: [Bitmap] = []) {
        let server = desktop.server
        let area = desktop.workArea()
        let box = Size(min(area.width, Self.defaultSize.width), min(area.height, Self.defaultSize.height))
        let size = options.size ?? fit(Self.defaultSize, in: Rect(size: box)).size
        let centred = Point(area.x + (area.width - size.width) / 2, area.y + (area.height - size.height) / 2)
        let rect = Rect(origin: options.position ?? centred, size: size)
        let id = server.createWindow(
            rect, background: .color(options.background),
            events: [.structure, .exposure, .visibility, .buttons, .keys, .focus, .properties])
        counter = server.createSyncCounter()
        background = options.background
        startupIdentifier = ProcessInfo.processInfo.environment["DESKTOP_STARTUP_ID"].flatMap { $0.isEmpty ? nil : $0 }
        server.setTitle(options.title, of: id)
        server.setClass(instance: "porthole", class: "Porthole", of: id)
        server.setText("main", .wmWindowRole, on: id)
        server.setHints(acceptsInput: true, group: desktop.leader, of: id)
        server.setSizeHints(
            minimum: Self.minimumSize, size: size, position: options.position, isUserSize: options.size != nil, of: id)
        server.setProcess(of: id)
        server.setWindows([desktop.leader], .wmClientLeader, on: id)
        server.setAtoms([.wmDeleteWindow, .wmPing] + (counter == nil ? [] : [.wmSyncRequest]), .wmProtocols, on: id)
        server.setAtoms([.windowTypeNormal], .wmWindowType, on: id)
        if let counter { server.setCardinals([counter.rawValue], .wmSyncRequestCounter, on: id) }
        if let startupIdentifier { server.setText(startupIdentifier, .startupID, on: id) }
        if !icons.isEmpty { server.setCardinals(icons.flatMap(MainWindow.iconData), .wmIcon, on: id) }

        var configuration = Presenter.Configuration()
        configuration.display = desktop.display
        configuration.background = options.background
        configuration.ladder = options.ladder
        configuration.name = "present main"
        super.init(desktop, id, rect, layer, configuration)
    }

    override func handle(_ event: ServerEvent) {
        switch event {
        case .configure(_, let rect, _): presenter.resize(rect.size)
        case .syncRequest(_, let value):
            if let counter { presenter.answer(counter, value: value) }
        case .button(let button) where button.isPress: noteUserTime(button.time)
        case .key(let key) where key.isPress:
            noteUserTime(key.time)
            press(key)
        default: break
        }
        super.handle(event)
    }

    override func show() {
        super.show()
        // Whoever launched us shows a busy pointer until it hears of the window.
        if let startupIdentifier { desktop.server.endStartupSequence(startupIdentifier) }
    }

    /// Brings it to the front, out of its icon, with the focus.
    public func present() {
        desktop.server.activate(id, time: lastTime)
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

    /// Shows words in the middle for as long as there is no picture.
    public func showPlaceholder(_ words: String) {
        var theme = Theme.dark
        theme.background = Color(background)
        let placeholder = Placeholder(words).bitmap(size: Size(Self.minimumSize.width, 40), theme: theme)
        presenter.setPlaceholder(placeholder)
    }

    private func press(_ key: ServerEvent.Key) {
        switch key.keysym {
        case 0x20: onKey?(.space)
        case 0xff1b: onKey?(.escape)
        // Latin letters are their own keysyms.
        case 0x61...0x7a: onKey?(.letter(Character(UnicodeScalar(UInt8(key.keysym)))))
        default: break
        }
    }

    /// Managers decide by it who may take the focus (EWMH _NET_WM_USER_TIME).
    private func noteUserTime(_ time: UInt) {
        lastTime = time
        desktop.server.setCardinals([time], .wmUserTime, on: id)
        desktop.flush()
    }

    override public func close() {
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
