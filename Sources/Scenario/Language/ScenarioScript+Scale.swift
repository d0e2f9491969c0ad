import PortholeKit

// Scenarios speak of points. On a desktop of another scale than 1 a point is so many device pixels.
extension ScenarioScript {
    /// The scenario in device pixels: the screen, its monitors and all that happens there, as many times as large as the
    /// desktop's scale says.
    ///
    /// - Parameter wish: another scale than the file's; nil for that one.
    func inPixels(scale wish: Double? = nil) -> ScenarioScript {
        let scale = wish ?? setup.scale
        var setup = setup
        setup.scale = scale
        guard scale != 1 else { return ScenarioScript(file: file, setup: setup, statements: statements) }
        setup.title = "\(title), at scale \(scale == scale.rounded() ? "\(Int(scale))" : "\(scale)")"
        setup.screen = setup.screen.times(scale)
        setup.monitors = setup.monitors.map { ScenarioMonitor(name: $0.name, rect: $0.rect.times(scale)) }
        return ScenarioScript(
            file: file, setup: setup,
            statements: statements.map {
                ScenarioStatement(line: $0.line, text: $0.text, word: $0.word, command: $0.command.times(scale))
            })
    }
}

extension ScenarioCommand {
    fileprivate func times(_ scale: Double) -> ScenarioCommand {
        switch self {
        case .input(let step): .input(step.times(scale))
        case .client(.make(let window)): .client(.make(window.times(scale)))
        case .desktop(.plug(let name, let rect)): .desktop(.plug(name, rect.times(scale)))
        case .check(.assert(let condition, let timing)): .check(.assert(condition.times(scale), timing))
        case .check(.sample(let condition, let from, let to)):
            .check(.sample(condition.times(scale), from: from, to: to))
        case .show(.pointerSpeed(let speed)): .show(.pointerSpeed(speed * scale))
        case .setup, .porthole, .intruder, .client, .desktop, .check, .show: self
        }
    }
}

extension InputStep {
    fileprivate func times(_ scale: Double) -> InputStep {
        switch self {
        case .dragBy(let subject, let way): .dragBy(subject, way.times(scale))
        case .resize(let subject, let size, let place): .resize(subject, size.times(scale), from: place)
        case .move(let target): .move(target.times(scale))
        case .click(let target): .click(target.times(scale))
        case .rightClick(let target): .rightClick(target.times(scale))
        case .doubleClick(let target): .doubleClick(target.times(scale))
        case .press(let button, let target): .press(button, target.times(scale))
        case .scroll(let target, let clicks): .scroll(target.times(scale), clicks)
        case .dragTo, .fling, .key, .release: self
        }
    }
}

extension ScenarioWindow {
    fileprivate func times(_ scale: Double) -> ScenarioWindow {
        var window = self
        window.rect = rect.times(scale)
        return window
    }
}

extension PointerTarget {
    fileprivate func times(_ scale: Double) -> PointerTarget {
        if case .point(let point) = self { .point(point.times(scale)) } else { self }
    }
}

extension ScenarioCondition {
    fileprivate func times(_ scale: Double) -> ScenarioCondition {
        if case .size(let subject, let size) = self { .size(subject, size.times(scale)) } else { self }
    }
}

extension Int {
    fileprivate func times(_ scale: Double) -> Int { Int((Double(self) * scale).rounded()) }
}

extension Point {
    fileprivate func times(_ scale: Double) -> Point { Point(x.times(scale), y.times(scale)) }
}

extension Size {
    fileprivate func times(_ scale: Double) -> Size { Size(width.times(scale), height.times(scale)) }
}

extension Rect {
    /// Each side for itself: what touched touches.
    fileprivate func times(_ scale: Double) -> Rect {
        let (left, top) = (x.times(scale), y.times(scale))
        return Rect(x: left, y: top, width: maxX.times(scale) - left, height: maxY.times(scale) - top)
    }
}
