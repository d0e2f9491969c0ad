import Testing

@testable import porthole

/// Which session the main window presents, and which is its tile.
@Suite("The app's scene", .timeLimit(.minutes(10))) struct AppSceneTests {
    /// The window as the effects leave it.
    private struct Window {
        enum Place: Equatable { case full, tile, hidden }
        var scene = AppScene()
        var places: [String: Place] = [:]
        var wrong: [String] = []

        @discardableResult mutating func send(_ event: AppScene.Event) -> [AppScene.Effect] {
            let before = places
            let effects = scene.reduce(event)
            var named: Set<String> = []
            for effect in effects {
                let name = take(effect)
                check(named.insert(name).inserted, "\(name) was told twice", event)
                check(places[name] != before[name], "\(name) was told what it is", event)
            }
            check(scene.presented == nil || scene.presented != scene.tile, "presented and tile at once", event)
            for name in [scene.presented, scene.tile].compactMap({ $0 }) {
                check(scene.sessions.contains(name), "\(name) is in the window and over", event)
            }
            check(Set(scene.sessions).count == scene.sessions.count, "a session twice", event)
            check(Set(places.keys) == Set(scene.sessions), "\(places.keys) are shown, not \(scene.sessions)", event)
            check(names(.full) == [scene.presented].compactMap { $0 }, "full: \(names(.full))", event)
            check(names(.tile) == [scene.tile].compactMap { $0 }, "tile: \(names(.tile))", event)
            check(names(.hidden) == scene.waiting.sorted(), "hidden: \(names(.hidden))", event)
            check(scene.current.map(scene.sessions.contains) ?? scene.sessions.isEmpty, "nothing is current", event)
            return effects
        }

        private mutating func take(_ effect: AppScene.Effect) -> String {
            switch effect {
            case .fill(let name, _):
                places[name] = .full
                return name
            case .tile(let name):
                places[name] = .tile
                return name
            case .hide(let name):
                places[name] = .hidden
                return name
            case .remove(let name):
                places[name] = nil
                return name
            }
        }

        private func names(_ place: Place) -> [String] { places.filter { $0.value == place }.keys.sorted() }

        private mutating func check(_ holds: Bool, _ what: String, _ event: AppScene.Event) {
            if !holds { wrong.append("\(what) after \(event)") }
        }

        static func after(_ events: [AppScene.Event]) -> Window {
            var window = Window()
            for event in events { window.send(event) }
            return window
        }
    }

    private static let events = ["a", "b", "c", "d"].flatMap { name -> [AppScene.Event] in
        [.opened(name), .minimise(name), .maximise(name), .restore(name), .ended(name)]
    }
    private static let beginnings: [[AppScene.Event]] = [
        [], [.opened("a")], [.opened("a"), .minimise("a")], [.opened("a"), .opened("b")],
        [.opened("a"), .opened("b"), .ended("b"), .minimise("a")], [.opened("a"), .opened("b"), .opened("c")],
        [.opened("a"), .opened("b"), .opened("c"), .ended("a")],
        [.opened("a"), .opened("b"), .opened("c"), .ended("a"), .minimise("c"), .ended("c")],
        [.opened("a"), .opened("b"), .opened("c"), .opened("d")],
    ]

    @Test("S6, B4: every order of any three events leaves each session hidden, the tile or full, exactly once")
    func everyOrder() {
        for beginning in Self.beginnings {
            let start = Window.after(beginning)
            #expect(start.wrong.isEmpty, "\(beginning): \(start.wrong)")
            for first in Self.events {
                var one = start
                one.send(first)
                for second in Self.events {
                    var two = one
                    two.send(second)
                    for third in Self.events {
                        var three = two
                        three.send(third)
                        if let wrong = three.wrong.first {
                            Issue.record("\(beginning), then \(first), \(second), \(third): \(wrong)")
                        }
                    }
                }
            }
        }
    }

    @Test("S6: nothing presented: the original is presented, without animation")
    func restoreIntoNothing() {
        var window = Window.after([.opened("a"), .opened("b"), .opened("c"), .ended("c"), .ended("a")])
        #expect(window.scene.presented == nil && window.scene.waiting == ["b"])
        #expect(window.send(.restore("b")) == [.fill("b", animated: false)])
        #expect(window.send(.restore("b")).isEmpty)
    }

    @Test("S6: something else presented goes without animation, keeps its session, and can be returned to")
    func restoreOverAnother() {
        var window = Window.after([.opened("a"), .opened("b"), .opened("c")])
        #expect(window.scene.presented == "c" && window.scene.tile == "a")
        #expect(window.send(.restore("b")) == [.hide("c"), .fill("b", animated: false)])
        #expect(window.scene.sessions == ["a", "b", "c"] && window.scene.waiting == ["c"])
        #expect(window.scene.tile == "a")
        #expect(window.send(.maximise("c")) == [.hide("b"), .fill("c", animated: true)])
    }

    @Test("B6: what comes back to its tile stays the tile")
    func tileStaysTile() {
        var window = Window.after([.opened("a"), .opened("b")])
        #expect(window.send(.restore("a")).isEmpty)
        #expect(window.scene.tile == "a" && window.scene.presented == "b")
        var alone = Window.after([.opened("a"), .minimise("a")])
        #expect(alone.send(.restore("a")).isEmpty)
        #expect(alone.scene.tile == "a" && alone.scene.presented == nil)
    }

    @Test("a session that is opened in front makes the one before the tile, and a third hides the second")
    func opening() {
        var window = Window()
        #expect(window.send(.opened("a")) == [.fill("a", animated: false)])
        #expect(window.send(.opened("b")) == [.tile("a"), .fill("b", animated: false)])
        #expect(window.send(.opened("c")) == [.hide("b"), .fill("c", animated: false)])
        #expect(window.send(.opened("b")).isEmpty)
    }

    @Test("full and tile change places; the only one minimised leaves the lobby")
    func changingPlaces() {
        var window = Window.after([.opened("a"), .opened("b")])
        #expect(window.send(.minimise("b")) == [.tile("b"), .fill("a", animated: true)])
        #expect(window.send(.maximise("b")) == [.tile("a"), .fill("b", animated: true)])
        window.send(.ended("a"))
        #expect(window.send(.minimise("b")) == [.tile("b")])
        #expect(window.scene.presented == nil && window.scene.current == "b")
    }

    @Test("B8: when the presented one ends, the tile comes forward, then the lobby")
    func ending() {
        var window = Window.after([.opened("a"), .opened("b")])
        #expect(window.send(.ended("b")) == [.remove("b"), .fill("a", animated: true)])
        #expect(window.send(.ended("a")) == [.remove("a")])
        #expect(window.scene.current == nil && window.scene == AppScene())
        #expect(window.send(.ended("a")).isEmpty)
    }
}
