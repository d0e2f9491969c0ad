import PortholeKit

extension DesktopStage {
    func input(_ step: InputStep) async throws(StageFailure) {
        let run = try current()
        guard let input = TestInput(run.connection) else { throw .missing("the server has no XTEST") }
        switch step {
        case .dragTo(let subject, let corner, let monitor):
            let rect = try await rect(of: subject)
            let all = run.connection.monitors()
            let target = all.first { monitor == nil ? $0.rect.contains(rect.center) : $0.name == monitor }
            guard let target = target ?? (monitor == nil ? all.first : nil) else {
                throw .failed("there is no monitor \(monitor ?? "")")
            }
            let goal = place(rect.size, in: corner, of: run.connection.workArea(of: target), margin: 16)
            try await drag(input, from: rect.center, by: Point(goal.x - rect.x, goal.y - rect.y))
        case .dragBy(let subject, let delta):
            try await drag(input, from: try await rect(of: subject).center, by: delta)
        case .fling(let subject, let direction): await fling(input, from: try await rect(of: subject).center, direction)
        case .resize(let subject, let size, let from):
            let rect = try await rect(of: subject)
            try await drag(input, from: grip(rect, from), by: stretch(rect, to: size, from))
        case .move(let target): try await glide(input, to: target)
        case .click(let target):
            try await glide(input, to: target)
            input.click()
        case .doubleClick(let target):
            try await glide(input, to: target)
            input.click()
            input.click()
        case .scroll(let target, let clicks):
            try await glide(input, to: target)
            for _ in 0..<abs(clicks) { input.click(clicks > 0 ? 4 : 5) }
        case .key(let chord):
            guard input.press(chord.key, holding: chord.modifiers) else {
                throw .failed("the keyboard has no such key")
            }
        }
        await fence()
    }

    /// Where a window is now.
    func rect(of subject: ScenarioSubject) async throws(StageFailure) -> Rect {
        let run = try current()
        let scene = await scene(with: [subject])
        guard let window = scene.entries[subject]?.window, let facts = run.connection.facts(of: window) else {
            throw .failed("\(subject) is gone")
        }
        return facts.rect
    }

    private func point(of target: PointerTarget) async throws(StageFailure) -> Point {
        switch target {
        case .point(let point): return point
        case .subject(let subject, nil): return try await rect(of: subject).center
        case .subject(let subject, let control?):
            let rect = try await rect(of: subject)
            guard case .pip(let name) = subject else { throw .failed("\(subject) has no controls") }
            let controls = controls(of: try session(name), at: rect)
            guard let place = controls.rects(in: rect.size)[control.control] else {
                throw .failed("\(subject) shows no \(control.rawValue) at \(rect.size)")
            }
            return Point(rect.x + place.center.x, rect.y + place.center.y)
        }
    }

    /// The mini window's controls as it lays them out itself.
    private func controls(of session: PortholeSession, at rect: Rect) -> MiniControls {
        var controls = MiniControls(kind: session.kind)
        switch session.kind {
        case .call: controls.extras = [.microphone, .camera]
        case .live: controls.extras = [.playPause, .volume]
        case .view: break
        }
        guard let connection = run?.connection else { return controls }
        let monitors = connection.monitors()
        guard let monitor = monitors.first(where: { $0.rect.contains(rect.center) }) ?? monitors.first else {
            return controls
        }
        let area = connection.workArea(of: monitor)
        if rect.x - area.x <= 16 { controls.edges.insert(.left) }
        if area.maxX - rect.maxX <= 16 { controls.edges.insert(.right) }
        if rect.y - area.y <= 16 { controls.edges.insert(.top) }
        if area.maxY - rect.maxY <= 16 { controls.edges.insert(.bottom) }
        return controls
    }

    // MARK: Gestures

    /// Moves the pointer to something, and after it when it goes elsewhere meanwhile.
    private func glide(_ input: TestInput, to target: PointerTarget) async throws(StageFailure) {
        var goal = try await point(of: target)
        for _ in 0..<5 {
            await glide(input, to: goal)
            let now = try await point(of: target)
            if now == goal { return }
            goal = now
        }
        throw .failed("the pointer does not get hold of what it is to go to: it moves on")
    }

    /// Moves the pointer as a hand does, at the scenario's speed.
    private func glide(_ input: TestInput, to goal: Point) async {
        guard let run else { return }
        let start = run.connection.pointerPosition()
        let (dx, dy) = (Double(goal.x - start.x), Double(goal.y - start.y))
        let distance = (dx * dx + dy * dy).squareRoot()
        let steps = max(1, Int(distance / run.pointerSpeed / 0.008))
        for step in 1...steps {
            let part = Double(step) / Double(steps)
            // Slow, fast, slow.
            let eased = part * part * (3 - 2 * part)
            input.move(to: Point(start.x + Int((dx * eased).rounded()), start.y + Int((dy * eased).rounded())))
            if step < steps { await clock.sleep(0.008) }
        }
        drain()
    }

    private func drag(_ input: TestInput, from start: Point, by delta: Point) async throws(StageFailure) {
        await glide(input, to: start)
        input.button(1, isDown: true)
        let goal = Point(start.x + delta.x, start.y + delta.y)
        await glide(input, to: goal)
        // A hand that rests before it lets go: else it were a throw.
        await clock.sleep(0.2)
        input.move(to: Point(goal.x + 1, goal.y))
        await clock.sleep(0.05)
        input.move(to: goal)
        input.button(1, isDown: false)
    }

    private func fling(_ input: TestInput, from start: Point, _ direction: Direction) async {
        await glide(input, to: start)
        input.button(1, isDown: true)
        for step in 1...12 {
            // 3000 pixels a second, far above the 800 that make a throw.
            input.move(to: Point(start.x + direction.step.x * step * 24, start.y + direction.step.y * step * 24))
            await clock.sleep(0.008)
        }
        input.button(1, isDown: false)
    }

    /// Where the rim is taken: three pixels inside.
    private func grip(_ rect: Rect, _ place: RimPlace) -> Point {
        let x = place.horizontal < 0 ? rect.x + 3 : place.horizontal > 0 ? rect.maxX - 4 : rect.center.x
        let y = place.vertical < 0 ? rect.y + 3 : place.vertical > 0 ? rect.maxY - 4 : rect.center.y
        return Point(x, y)
    }

    private func stretch(_ rect: Rect, to size: Size, _ place: RimPlace) -> Point {
        Point(place.horizontal * (size.width - rect.width), place.vertical * (size.height - rect.height))
    }
}

extension ControlName {
    /// In the room of the controls.
    var control: MiniControls.Control {
        switch self {
        case .close: .close
        case .restore: .restore
        case .microphone: .microphone
        case .camera: .camera
        case .volume: .volume
        case .playPause: .playPause
        case .skipBack: .skipBack
        case .skipForward: .skipForward
        case .seekBar: .seekBar
        }
    }
}
