import PortholeKit

extension DesktopStage {
    func input(_ step: InputStep) async throws(StageFailure) {
        let run = try current()
        guard let input = TestInput(run.connection) else { throw .missing("the server has no XTEST") }
        switch step {
        case .dragTo(let subject, let corner, let monitor):
            let rect = try await standingRect(of: subject)
            let all = run.connection.monitors()
            let target = all.first { monitor == nil ? $0.rect.contains(rect.center) : $0.name == monitor }
            guard let target = target ?? (monitor == nil ? all.first : nil) else {
                throw .failed("there is no monitor \(monitor ?? "")")
            }
            let goal = place(rect.size, in: corner, of: run.connection.workArea(of: target), margin: pixels(16))
            try await drag(input, from: rect.center, by: Point(goal.x - rect.x, goal.y - rect.y))
        case .dragBy(let subject, let delta):
            try await drag(input, from: try await standingRect(of: subject).center, by: delta)
        case .fling(let subject, let direction):
            await fling(input, from: try await standingRect(of: subject).center, direction)
        case .resize(let subject, let size, let from):
            let rect = try await standingRect(of: subject)
            try await drag(input, from: grip(rect, from), by: stretch(rect, to: size, from))
        case .move(let target): try await glide(input, to: target)
        case .click(let target):
            try await glide(input, to: target)
            input.click()
        case .rightClick(let target):
            try await glide(input, to: target)
            input.click(3)
        case .press(let button, let target):
            try await glide(input, to: target)
            input.button(button.number, isDown: true)
        case .release(let button): input.button(button.number, isDown: false)
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

    /// Where a window is once it stands still: a mini window grows out of the stage first, and a hand waits for it.
    private func standingRect(of subject: ScenarioSubject) async throws(StageFailure) -> Rect {
        var last = try await rect(of: subject)
        for _ in 0..<40 {
            await clock.sleep(0.12)
            let now = try await rect(of: subject)
            if now == last { return now }
            last = now
        }
        return last
    }

    /// Points in device pixels.
    private func pixels(_ points: Int) -> Int { Int((Double(points) * (run?.scale ?? 1)).rounded()) }

    private func point(of target: PointerTarget) async throws(StageFailure) -> Point {
        switch target {
        case .point(let point): return point
        case .subject(let subject, nil): return try await rect(of: subject).center
        case .subject(let subject, let control?):
            let rect = try await rect(of: subject)
            guard case .pip(let name) = subject else { throw .failed("\(subject) has no controls") }
            let controls = controls(of: try session(name), at: rect)
            guard let place = controls.rects(in: rect.size, scale: run?.scale ?? 1)[control.control] else {
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
        let near = pixels(16)
        if rect.x - area.x <= near { controls.edges.insert(.left) }
        if area.maxX - rect.maxX <= near { controls.edges.insert(.right) }
        if rect.y - area.y <= near { controls.edges.insert(.top) }
        if area.maxY - rect.maxY <= near { controls.edges.insert(.bottom) }
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
    func glide(_ input: TestInput, to goal: Point) async {
        guard let run else { return }
        let start = run.connection.pointerPosition()
        let (dx, dy) = (Double(goal.x - start.x), Double(goal.y - start.y))
        let distance = (dx * dx + dy * dy).squareRoot()
        let (began, duration) = (clock.now, distance / run.pointerSpeed)
        while true {
            // By the clock: a busy machine makes fewer steps of it, and no slower hand.
            let part = duration > 0 ? min(1, (clock.now - began) / duration) : 1
            // Slow, fast, slow.
            let eased = part * part * (3 - 2 * part)
            input.move(to: Point(start.x + Int((dx * eased).rounded()), start.y + Int((dy * eased).rounded())))
            if part >= 1 { break }
            await clock.sleep(0.008)
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
            input.move(
                to: Point(
                    start.x + direction.step.x * step * pixels(24), start.y + direction.step.y * step * pixels(24)))
            await clock.sleep(0.008)
        }
        input.button(1, isDown: false)
    }

    /// Where the rim is taken: a few pixels inside; at the corners, which are round and may have a button, beside them.
    private func grip(_ rect: Rect, _ place: RimPlace) -> Point {
        let (across, down) =
            place.horizontal != 0 && place.vertical != 0 ? (pixels(2), pixels(12)) : (pixels(3), pixels(3))
        let x = place.horizontal < 0 ? rect.x + across : place.horizontal > 0 ? rect.maxX - 1 - across : rect.center.x
        let y = place.vertical < 0 ? rect.y + down : place.vertical > 0 ? rect.maxY - 1 - down : rect.center.y
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
