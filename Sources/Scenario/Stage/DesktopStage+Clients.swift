import Foundation
import PortholeKit

extension DesktopStage {
    func client(_ step: ClientStep) async throws(StageFailure) {
        switch step {
        case .make(let window): try make(window)
        case .act(let action, let name): try await act(action, try client(name))
        case .insist(let name, let seconds): try await insist(try client(name), seconds)
        }
        await fence()
    }

    /// A test window under its name.
    private func client(_ name: String) throws(StageFailure) -> ClientWindow {
        guard let client = try current().clients[name] else { throw .failed("\(name) was never made") }
        return client
    }

    /// Has a window ask to be raised fifty times a second.
    private func insist(_ client: ClientWindow, _ seconds: Double) async throws(StageFailure) {
        let connection = try current().connection
        let end = clock.now + seconds
        while clock.now < end, !connection.isBroken {
            connection.requestRaise(client.window)
            drain()
            await clock.sleep(0.02)
        }
    }

    @discardableResult
    func make(_ made: ScenarioWindow) throws(StageFailure) -> ClientWindow {
        let run = try current()
        let connection = run.connection
        let color = made.color ?? ClientWindow.palette[run.clients.count % ClientWindow.palette.count]
        let window = connection.createWindow(
            made.rect, overrideRedirect: made.isOverrideRedirect, background: .color(color), events: [.structure])
        connection.setTitle(made.title ?? made.name, of: window)
        connection.setClass(instance: made.name, class: "ScenarioClient", of: window)
        connection.setSizeHints(
            minimum: Size(1, 1), size: made.rect.size, position: made.rect.origin, isUserSize: true, of: window)
        connection.setHints(acceptsInput: true, group: window, of: window)
        connection.setProcess(of: window)
        connection.setAtoms([.wmDeleteWindow, .wmPing], .wmProtocols, on: window)
        if let type = made.type { connection.setAtom(named: type.atom, inProperty: "_NET_WM_WINDOW_TYPE", of: window) }
        if made.isAbove {
            connection.setAtom(named: "_NET_WM_STATE_ABOVE", inProperty: "_NET_WM_STATE", of: window)
        }
        if let look = made.look { try paint(WindowPaint(look: look, color: color), on: window) }
        let client = ClientWindow(window: window, made: made, color: color)
        run.clients[made.name] = client
        return client
    }

    private func paint(_ paint: WindowPaint, on window: WindowID) throws(StageFailure) {
        let connection = try current().connection
        let bitmap = paint.bitmap(connection.screenSize)
        guard let context = GraphicsContext(connection),
            let image = try? PresentImage(connection, .socket, size: bitmap.size)
        else { throw .failed("the window can't be painted") }
        for y in 0..<bitmap.size.height {
            memcpy(image.pixels + y * image.stride, bitmap.base + y * bitmap.stride, bitmap.stride)
        }
        connection.setBackground(window, picture: image, with: context)
    }

    private func act(_ action: ClientAction, _ client: ClientWindow) async throws(StageFailure) {
        let connection = try current().connection
        let window = client.window
        guard connection.facts(of: window) != nil else { throw .failed("\(client.made.name) is gone") }
        switch action {
        case .map: try await map(client)
        case .unmap:
            if client.made.isOverrideRedirect { connection.unmap(window) } else { connection.withdraw(window) }
            try await wait("\(client.made.name) stays mapped") { !$0.isMapped }
        case .raise: connection.requestRaise(window)
        case .lower: connection.requestLower(window)
        case .activate: try await activate(window)
        case .above: connection.ask(states: ["_NET_WM_STATE_ABOVE"], of: window, .add)
        case .fullscreen: fill(client, true)
        case .unfullscreen: fill(client, false)
        case .maximise:
            connection.ask(
                states: ["_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ"], of: window, .add)
        case .iconify:
            connection.iconify(window)
            connection.flush()
            // Not every manager has icons: what became of it is for an assertion to say.
            _ = await clock.wait(1 * options.slow) { connection.facts(of: window)?.isViewable == false }
        case .destroy: connection.destroyWindow(window)
        }

        func wait(_ otherwise: String, _ done: (WindowFacts) -> Bool) async throws(StageFailure) {
            connection.flush()
            let isDone = await clock.wait(5 * options.slow) { connection.facts(of: window).map(done) ?? false }
            if !isDone { throw .failed(otherwise) }
        }
    }

    private func map(_ client: ClientWindow) async throws(StageFailure) {
        let connection = try current().connection
        // As menus do it: made long before, it would else appear wherever in the stack it was made.
        if client.made.isOverrideRedirect { connection.mapRaised(client.window) } else { connection.map(client.window) }
        connection.flush()
        let isShown = await clock.wait(5 * options.slow) {
            self.drain()
            return connection.facts(of: client.window)?.isViewable ?? false
        }
        guard isShown else { throw .failed("\(client.made.name) is not mapped, though it was asked for") }
    }

    /// Brings a window to the front with the focus, as a pager does; by hand where the manager has no EWMH.
    func activate(_ window: WindowID) async throws(StageFailure) {
        let connection = try current().connection
        connection.map(window)
        if connection.managerSupports("_NET_ACTIVE_WINDOW") {
            connection.ask("_NET_ACTIVE_WINDOW", about: window, [2, 0, 0])
        } else {
            _ = await clock.wait(2 * options.slow) { connection.facts(of: window)?.isViewable ?? false }
            connection.requestRaise(window)
            connection.requestFocus(window)
        }
        connection.flush()
    }

    /// Fills the screen or no more: by EWMH, else as programs did before it.
    private func fill(_ client: ClientWindow, _ fills: Bool) {
        guard let run else { return }
        let state = "_NET_WM_STATE_FULLSCREEN"
        if run.connection.managerSupports(state) {
            run.connection.ask(states: [state], of: client.window, fills ? .add : .remove)
        } else if fills {
            run.clients[client.made.name]?.before = run.connection.facts(of: client.window)?.rect
            run.connection.configure(client.window, Rect(size: run.connection.screenSize))
            run.connection.requestRaise(client.window)
        } else {
            run.connection.configure(client.window, client.before ?? client.made.rect)
        }
    }
}
