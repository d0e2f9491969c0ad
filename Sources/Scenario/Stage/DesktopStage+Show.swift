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
            try record(try place(name))
        case .recordStop:
            guard run.recording != nil else { throw .failed("nothing records") }
            try await endRecording()
        }
    }

    // MARK: Recordings

    /// Records into a file from now on.
    func record(_ path: String) throws(StageFailure) {
        let run = try current()
        run.recording = try StageRecorder(run.display, path: path, caption: run.caption, clock: clock)
        keep("recording", path)
    }

    func endRecording() async throws(StageFailure) {
        guard let recording = run?.recording else { return }
        run?.recording = nil
        let summary = try await recording.stop()
        let behind = summary.dropped > 0 ? ", \(summary.dropped) left out: the machine was busy" : ""
        let seconds =
            Double(summary.duration.components.seconds)
            + Double(summary.duration.components.attoseconds) / 1e18
        run?.kept.append(
            text("recorded", "\(recording.path): \(fixed(seconds)) s, \(summary.frames) pictures\(behind)"))
    }

    private func fixed(_ seconds: Double) -> String { MeasureTable.fixed(seconds, 1) }

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
            if let caption = run?.caption { FrameConverter().blend(caption.overlay, into: target) }
        }
        do throws(PictureFileError) {
            try bitmap.writePNG(to: path)
        } catch {
            throw .failed(error.description)
        }
        return path
    }

    /// Words over what is recorded from now on; empty ones take them away.
    private func caption(_ text: String) throws(StageFailure) {
        let run = try current()
        run.caption = text.isEmpty ? nil : CaptionCard(text, on: run.connection.screenSize)
        run.recording?.show(run.caption)
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
