import Foundation
import PortholeKit

extension DesktopStage {
    func show(_ step: ShowStep) async throws(StageFailure) {
        let run = try current()
        switch step {
        case .pause(let seconds): await clock.sleep(seconds)
        case .pointerSpeed(let speed): run.pointerSpeed = speed
        case .caption(let text): try caption(text)
        case .screenshot(let name): keep("screenshot \(name)", try screenshot(name))
        case .recordStart(let name):
            guard run.recording == nil else { throw .failed("it records already") }
            let path = try place(name)
            let words = [
                "ffmpeg", "-v", "error", "-nostdin", "-y", "-f", "x11grab", "-framerate", "30", "-video_size",
                "\(run.connection.screenSize)", "-i", run.display, "-c:v", "libvpx", "-b:v", "3M", "-deadline",
                "realtime", path,
            ]
            let child = try ChildProcess(words, environment: run.home.environment(display: run.display))
            run.recording = child
            // The file is there with the first picture.
            let isUp = await clock.wait(10 * options.slow) {
                access(path, F_OK) == 0 || child.exitStatus != nil
            }
            guard isUp, child.exitStatus == nil else {
                throw .failed("ffmpeg does not record: \(StageServer.lastLine(child.errors))")
            }
            keep("recording", path)
        case .recordStop:
            guard let recording = run.recording else { throw .failed("nothing records") }
            run.recording = nil
            recording.signal(SIGINT)
            _ = await recording.waitForExit(10 * options.slow, clock)
            await recording.stop(clock)
        }
    }

    func kept() async -> [ScenarioAttachment] { run?.kept ?? [] }

    private func keep(_ name: String, _ path: String) {
        run?.kept.append(ScenarioAttachment(name: name, content: .file(path)))
    }

    /// The path of a file for whoever watches.
    private func place(_ name: String) throws(StageFailure) -> String {
        let folder = options.frames ?? FileManager.default.currentDirectoryPath
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw .failed("\(folder) can't be made: \(error.localizedDescription)")
        }
        return "\(folder)/\(name)"
    }

    /// Writes what the screen shows; its path.
    private func screenshot(_ name: String) throws(StageFailure) -> String {
        let connection = try current().connection
        let path = try place(name)
        let size = connection.screenSize
        guard let pixels = connection.pixels(of: connection.rootWindow, in: Rect(size: size)) else {
            throw .failed("the server gives no picture of the screen")
        }
        let bitmap = Bitmap(size: size) { target in
            for y in 0..<size.height {
                var byte = target.base + y * target.stride
                for x in 0..<size.width {
                    let pixel = pixels[y * size.width + x]
                    byte[0] = UInt8(pixel & 0xff)
                    byte[1] = UInt8(pixel >> 8 & 0xff)
                    byte[2] = UInt8(pixel >> 16 & 0xff)
                    byte[3] = 255
                    byte += 4
                }
            }
        }
        do throws(PictureFileError) {
            try bitmap.writePNG(to: path)
        } catch {
            throw .failed(error.description)
        }
        return path
    }

    /// Words at the lower edge, above all windows; empty ones take it away.
    private func caption(_ text: String) throws(StageFailure) {
        let run = try current()
        let connection = run.connection
        if let old = run.caption { connection.destroyWindow(old) }
        run.caption = nil
        guard !text.isEmpty else { return connection.sync() }
        let screen = connection.screenSize
        let wanted = Canvas.measure(text, style: .title)
        let size = Size(min(screen.width, Int(wanted.width) + 48), min(screen.height, Int(wanted.height) + 24))
        let rect = Rect(
            origin: Point((screen.width - size.width) / 2, max(0, screen.height - size.height - 32)), size: size)
        guard let context = GraphicsContext(connection),
            let image = try? PresentImage(connection, .socket, size: size)
        else { throw .failed("the caption can't be drawn") }
        let canvas = Canvas(PixelTarget(base: image.pixels, stride: image.stride, size: size), scale: 1)
        let bounds = CGRect(x: 0, y: 0, width: size.width, height: size.height)
        canvas.fill(bounds, Color(0x202428))
        canvas.draw(text, in: bounds, style: .title, color: Color(0xffffff), alignment: .center)
        let window = connection.createWindow(rect, overrideRedirect: true, events: [])
        connection.setBackground(window, picture: image, with: context)
        connection.mapRaised(window)
        connection.sync()
        run.caption = window
    }

    // MARK: Evidence

    func evidence(for script: ScenarioScript) async -> [ScenarioAttachment] {
        guard let run else { return [] }
        var found: [ScenarioAttachment] = []
        if options.frames != nil, !run.connection.isBroken {
            let manager = run.manager?.recipe.name ?? "none"
            if let path = try? screenshot("\(script.name)-\(manager).png") {
                found.append(ScenarioAttachment(name: "screenshot", content: .file(path)))
            }
        }
        if !run.connection.isBroken { found.append(text("window tree", tree(run))) }
        if let manager = run.manager {
            let status = manager.child.exitStatus.map { "exit status \($0)" } ?? "running"
            found.append(text("manager", "\(manager.recipe.name), \(status)\n\(manager.child.errors.suffix(4000))"))
        }
        for (name, session) in run.sessions.sorted(by: { $0.key < $1.key }) where !session.child.errors.isEmpty {
            found.append(text("porthole \(name)", String(session.child.errors.suffix(4000))))
        }
        return found
    }

    private func text(_ name: String, _ content: String) -> ScenarioAttachment {
        ScenarioAttachment(name: name, content: .text(content))
    }

    /// The top-level windows from the top of the stack down, with what is in them.
    private func tree(_ run: StageRun) -> String {
        var names: [WindowID: String] = [:]
        for (name, client) in run.clients { names[client.window] = name }
        for (name, session) in run.sessions { if let mini = session.mini { names[mini] = "pip:\(name)" } }
        var lines: [String] = []
        func add(_ window: WindowID, depth: Int) {
            guard let facts = run.connection.facts(of: window) else { return }
            let name = names[window] ?? run.connection.text(.wmName, of: window) ?? ""
            let state = facts.isViewable ? "" : facts.isMapped ? ", in an unmapped one" : ", unmapped"
            let indent = String(repeating: "  ", count: depth)
            lines.append(
                "\(indent)\(window) \(facts.rect) \(name)\(facts.isOverrideRedirect ? ", override-redirect" : "")\(state)"
            )
            guard depth < 2 else { return }
            for child in run.connection.children(of: window).reversed() { add(child, depth: depth + 1) }
        }
        for window in run.connection.children(of: run.connection.rootWindow).reversed() { add(window, depth: 0) }
        return lines.joined(separator: "\n")
    }
}
