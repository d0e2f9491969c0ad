import PortholeKit
import Testing

@testable import Scenario

@Suite("The scenario language", .timeLimit(.minutes(10)))
struct ParserTests {
    /// The command of the last line of a scenario.
    private func last(_ text: String) throws -> ScenarioCommand {
        try #require(try ScenarioParser.parse(text, file: "a.scenario").statements.last).command
    }

    private func mistakes(_ text: String) -> [ScenarioMistake] {
        do throws(ScenarioMistakes) {
            _ = try ScenarioParser.parse(text, file: "a.scenario")
            return []
        } catch {
            return error.all
        }
    }

    @Test("the whole set-up is read")
    func setup() throws {
        let script = try ScenarioParser.parse(
            """
            title "closing hangs up"  # what it is about
            screen 1920x1080 scale 2
            server xorg-dummy
            monitor left 640x800+0+0
            monitor right 640x800+640-20
            manager command "./mywm -c rc"
            needs _NET_WM_STATE_ABOVE
            clause "EWMH 1.5 _NET_WM_STATE"
            compositor picom
            workspaces 2
            clock real
            mark
            """, file: "folder/closing.scenario")
        let setup = script.setup
        #expect(script.title == "closing hangs up" && script.name == "closing")
        #expect(setup.screen == Size(1920, 1080) && setup.scale == 2 && setup.server == .xorgDummy)
        #expect(setup.monitors.map(\.name) == ["left", "right"])
        #expect(setup.monitors.last?.rect == Rect(x: 640, y: -20, width: 640, height: 800))
        #expect(setup.manager == .command("./mywm -c rc", name: "mywm"))
        #expect(setup.needs == ["_NET_WM_STATE_ABOVE"] && setup.clauses == ["EWMH 1.5 _NET_WM_STATE"])
        #expect(setup.compositor == .picom && setup.workspaces == 2)
        #expect(script.statements.map(\.line) == [12])
    }

    @Test(
        "every manager, compositor and server of the contract is a word",
        arguments: ManagerName.allCases.map(\.rawValue))
    func managers(name: String) throws {
        let script = try ScenarioParser.parse("manager \(name)\nmark", file: "a")
        #expect(script.setup.manager?.description == name)
    }

    /// Each line stands behind these, which define the names it uses.
    private static let before = """
        monitor left 640x800+0+0
        window w1 600x400+100+100
        window menu 10x10+0+0 override
        call test:clock as a
        watch test:clock as tv

        """

    private static let lines: [(String, ScenarioCommand)] = [
        ("call test:clock", .porthole(.start(.call, source: "test:clock", session: "call"))),
        (
            "watch test: as b managed",
            .porthole(.start(.watch, source: "test:", session: "b", isManaged: true))
        ), ("watch test: as b after a", .porthole(.start(.watch, source: "test:", session: "b", after: "a"))),
        ("assert shown a ann", .check(.assert(.shown("ann", session: "a"), .within(nil)))),
        ("assert pip a managed", .check(.assert(.managed(.pip("a")), .within(nil)))),
        ("watch 'a b.mp4'", .porthole(.start(.watch, source: "a b.mp4", session: "live"))),
        ("float w1 as w", .porthole(.float(window: "w1", session: "w"))),
        (
            "participant a ann name \"Ann\" avatar a.png camera off speaking",
            .porthole(
                .participant(
                    ScenarioParticipant(
                        identifier: "ann", name: "Ann", avatar: "a.png", isCameraOff: true, isSpeaking: true),
                    session: "a"))
        ),
        (
            "incoming \"Ben\"",
            .porthole(.incoming(ScenarioCaller(name: "Ben"), session: "ben", host: "a"))
        ),
        (
            "incoming \"Ben O.\" as x with tv camera test:bars",
            .porthole(.incoming(ScenarioCaller(name: "Ben O.", camera: "test:bars"), session: "x", host: "tv"))
        ),
        ("incoming Ben\naccept", .porthole(.accept(session: "ben"))),
        ("incoming Ben\ndecline", .porthole(.decline(session: "ben"))),
        ("incoming Ben\ncaller hang-up ben", .porthole(.caller(.hangUp, session: "ben"))),
        ("incoming Ben\naccept\ncaller mute ben", .porthole(.caller(.mute, session: "ben"))),
        (
            "incoming Ben\nassert caller ben ended by declined",
            .check(.assert(.caller("ben", .ended(.declined)), .within(nil)))
        ),
        ("incoming Ben\nassert ringing Ben", .check(.assert(.ringing("Ben"), .within(nil)))),
        ("hold a", .porthole(.act(.hold, session: "a"))), ("resume a", .porthole(.act(.resume, session: "a"))),
        ("assert session a on-hold", .check(.assert(.session("a", .onHold), .within(nil)))),
        (
            "incoming Ben\nassert caller ben put-on-hold",
            .check(.assert(.caller("ben", .putOnHold), .within(nil)))
        ),
        ("incoming Ben\ncaller hold ben", .porthole(.caller(.hold, session: "ben"))),
        ("assert no ringing", .check(.assert(.ringing(nil), .within(nil)))),
        ("pip a", .porthole(.act(.pip, session: "a"))),
        ("hang-up a", .porthole(.act(.hangUp, session: "a"))),
        ("pause-playback tv", .porthole(.act(.pausePlayback, session: "tv"))),
        ("answer-restore a never", .porthole(.answerRestore(.never, session: "a"))),
        ("main cover a", .porthole(.main(.cover, session: "a"))),
        ("drag pip a to lower-left", .input(.dragTo(.pip("a"), .lowerLeft, monitor: nil))),
        ("drag pip a to lower-left of left", .input(.dragTo(.pip("a"), .lowerLeft, monitor: "left"))),
        ("drag pip a by 40 -10", .input(.dragBy(.pip("a"), Point(40, -10)))),
        ("throw pip a up-left", .input(.fling(.pip("a"), .upLeft))),
        ("resize pip a to 480x270 from top-left", .input(.resize(.pip("a"), Size(480, 270), from: .topLeft))),
        ("move-pointer pip a.close", .input(.move(.subject(.pip("a"), .close)))),
        ("click pip:a.play-pause", .input(.click(.subject(.pip("a"), .playPause)))),
        ("click w1", .input(.click(.subject(.window("w1"), nil)))),
        ("click 10,-20", .input(.click(.point(Point(10, -20))))),
        ("double-click pip a", .input(.doubleClick(.subject(.pip("a"), nil)))),
        ("scroll pip a -3", .input(.scroll(.subject(.pip("a"), nil), -3))),
        (
            "window w2 60x40-10+20 color 00ff00 override type dock above",
            .client(
                .make(
                    ScenarioWindow(
                        name: "w2", rect: Rect(x: -10, y: 20, width: 60, height: 40), color: 0x00ff00,
                        isOverrideRedirect: true, type: .dock, isAbove: true)))
        ),
        ("w1 above", .client(.act(.above, window: "w1"))), ("w1 insist 3s", .client(.insist(window: "w1", 3))),
        ("focus pip a", .intruder(.focus(.pip("a")))), ("kill pip:a", .intruder(.kill(.pip("a")))),
        ("pester main a", .intruder(.pester(.main("a")))), ("focus w1", .intruder(.focus(.window("w1")))),
        ("call test:clock as b with a", .porthole(.start(.call, source: "test:clock", session: "b", with: "a"))),
        ("manager freeze", .desktop(.managerFreeze)), ("manager thaw", .desktop(.managerThaw)),
        ("main close a", .porthole(.main(.close, session: "a"))),
        ("assert pip a mapped", .check(.assert(.mapped(.pip("a"), true), .within(nil)))),
        ("assert w1 unmapped", .check(.assert(.mapped(.window("w1"), false), .within(nil)))),
        ("assert pip a unlisted", .check(.assert(.listed(.pip("a"), false), .within(nil)))),
        ("assert w1 listed within 1s", .check(.assert(.listed(.window("w1"), true), .within(1)))),
        ("assert pip a class porthole-pip", .check(.assert(.className(.pip("a"), "porthole-pip"), .within(nil)))),
        ("w1 fullscreen", .client(.act(.fullscreen, window: "w1"))),
        ("workspace 2", .desktop(.workspace(2))), ("manager restart", .desktop(.managerRestart)),
        ("manager replace i3", .desktop(.managerReplace(.named(.i3)))),
        ("manager replace none", .desktop(.managerReplace(.none))), ("manager kill", .desktop(.managerKill)),
        ("compositor start picom", .desktop(.compositorStart(.picom))), ("compositor kill", .desktop(.compositorKill)),
        ("monitor left off", .desktop(.unplug("left"))),
        ("monitor new 1x1+0+0", .desktop(.plug("new", Rect(x: 0, y: 0, width: 1, height: 1)))),
        ("lock i3lock", .desktop(.lock(.i3lock))), ("unlock", .desktop(.unlock)),
        ("assert pip a on-top", .check(.assert(.onTop(.pip("a")), .within(nil)))),
        ("assert pip a on-top within 500ms", .check(.assert(.onTop(.pip("a")), .within(0.5)))),
        (
            "assert stacking w1 pip:a menu within 3s",
            .check(.assert(.stacking([.window("w1"), .pip("a"), .window("menu")]), .within(3)))
        ),
        ("assert w1 visible", .check(.assert(.sight(.window("w1"), .visible), .within(nil)))),
        ("assert main a hidden", .check(.assert(.sight(.main("a"), .hidden), .within(nil)))),
        ("assert pip a gone", .check(.assert(.sight(.pip("a"), .gone), .within(nil)))),
        (
            "assert pip a at lower-right of left",
            .check(.assert(.at(.pip("a"), .lowerRight, monitor: "left"), .within(nil)))
        ),
        ("assert pip a size 256x144", .check(.assert(.size(.pip("a"), Size(256, 144)), .within(nil)))),
        ("assert pip a inside work-area", .check(.assert(.inside(.pip("a"), monitor: nil), .within(nil)))),
        ("assert focus w1", .check(.assert(.focus(.window("w1")), .within(nil)))),
        ("assert frames a advancing", .check(.assert(.advancing(session: "a"), .within(nil)))),
        ("assert frames a dropped <= 1%", .check(.assert(.dropped(session: "a", percent: 1), .within(nil)))),
        ("assert session a connected", .check(.assert(.session("a", .connected), .within(nil)))),
        (
            "assert session a ended by stop-watching",
            .check(.assert(.session("a", .ended(.stopWatching)), .within(nil)))
        ),
        (
            "assert events a will-start did-start within 1s",
            .check(.assert(.events(session: "a", [.willStart, .didStart]), .within(1)))
        ),
        ("assert always pip a on-top for 2s", .check(.assert(.onTop(.pip("a")), .always(2)))),
        ("assert never w1 hidden for 1.5s", .check(.assert(.sight(.window("w1"), .hidden), .never(1.5)))),
        ("mark", .check(.mark)), ("assert restacks <= 20", .check(.assert(.restacks(20), .within(nil)))),
        ("assert no leaks", .check(.assert(.noLeaks, .within(nil)))), ("pause 2s", .show(.pause(2))),
        ("caption \"Leave the call\"", .show(.caption("Leave the call"))), ("caption ''", .show(.caption(""))),
        ("pointer speed 800", .show(.pointerSpeed(800))), ("screenshot a.png", .show(.screenshot("a.png"))),
        ("record start demo.webm", .show(.recordStart("demo.webm"))),
        ("record start demo.mp4\nrecord stop", .show(.recordStop)),
    ]

    @Test("every command is read as what it means", arguments: lines)
    func command(line: String, meaning: ScenarioCommand) throws {
        #expect(try last(Self.before + line) == meaning)
    }

    @Test("keys are letters, names and chords")
    func keys() throws {
        guard case .input(.key(let escape)) = try last("key Escape"),
            case .input(.key(let chord)) = try last("key ctrl+alt+p")
        else {
            Issue.record("no keys")
            return
        }
        #expect(escape.key == 0xff1b && escape.modifiers.isEmpty)
        #expect(chord.key == 0x70 && chord.modifiers == [0xffe3, 0xffe9])
    }

    @Test("a sample spans two commands that come later")
    func sample() throws {
        let script = try ScenarioParser.parse(
            Self.before + "sample pip a never visible from lock to unlock\nlock i3lock\nunlock", file: "a")
        #expect(
            script.statements.contains {
                $0.command == .check(.sample(.sight(.pip("a"), .visible), from: "lock", to: "unlock"))
            })
    }

    @Test("a recording ends before the next one begins; at the latest it ends with the scenario")
    func recordings() throws {
        _ = try ScenarioParser.parse(
            "record start a.webm\nrecord stop\nrecord start b.mp4\nmark", file: "a.scenario")
        let found = mistakes("record start a.webm\nmark\nrecord start b.webm\nrecord stop\nrecord stop")
        #expect(found.map(\.line) == [3, 5])
        #expect(found.map(\.what) == ["it records since line 1 already", "nothing records here"])
    }

    @Test("words are split as a shell does")
    func words() throws {
        func texts(_ line: String) throws -> [String] { try ScenarioLexer.words(of: line).map(\.text) }
        #expect(try texts("a  b\tc # d") == ["a", "b", "c"])
        #expect(try texts("a#b #c") == ["a#b"])
        #expect(try texts(#""a b"'c "d"'e\ f"#) == [#"a bc "d"e f"#])
        #expect(try texts(#""a\"b\\c\d" ''"#) == [#"a"b\c\d"#, ""])
        #expect(try ScenarioLexer.words(of: " aé  'b'").map(\.column) == [2, 6])
        #expect(ScenarioLexer.lines(of: "\u{feff}a\r\nb\n") == ["a", "b", ""])
    }

    private static let faults: [(String, Int, String, String?)] = [
        // Words
        ("asert w1 visible", 1, "no command and no window", "assert"),
        ("w9 raise", 1, "no window is called 'w9'", "w1"),
        ("w1 rase", 4, "'rase' is no action of a window", "raise"), ("mark me", 6, "one word too many", nil),
        ("'mark", 1, "quote ' is not closed", nil), ("caption \"a", 9, "quote \" is not closed", nil),
        ("mark \\", 6, "nothing follows the backslash", nil),
        // Arguments
        ("window", 7, "the line ends where a name for the window", nil),
        ("window w2", 10, "the line ends where a place and size", nil),
        ("window w2 60x40", 11, "no place and size", nil), ("window w2 60x40+1+99999", 11, "no place and size", nil),
        ("window w2 1x1+0+0 colour 00ff00", 19, "no trait of a window", "color"),
        ("window w2 1x1+0+0 color green", 25, "no colour", nil),
        ("window w2 1x1+0+0 look pagge", 24, "no look of a window", "page"),
        ("window w2 1x1+0+0 title ''", 25, "empty: a title", nil),
        ("window w2 1x1+0+0 type dok", 24, "no type of a window", "dock"),
        ("window W2 1x1+0+0", 8, "no name", "w2"), ("window raise-it! 1x1+0+0", 8, "no name", "raise-it-"),
        ("window mark 1x1+0+0", 8, "word of the language", nil), ("window w1 1x1+0+0", 8, "line 2 has defined", nil),
        ("call test: as a", 15, "line 4 has defined", nil), ("call test: is a", 12, "one word too many", nil),
        ("call ''", 6, "empty", nil), ("pip b", 5, "no session is called 'b'; known: a, tv", nil),
        ("pip w1", 5, "no session is called 'w1'", nil), ("float w3 as x", 7, "no window is called 'w3'", "w1"),
        ("answer-restore a maybe", 18, "no answer", nil),
        ("main iconfy a", 6, "no action of the main window", "iconify"),
        ("main iconify", 13, "the line ends where the name of a session", nil),
        ("participant a ann cam off", 19, "no trait of a participant", "camera"),
        ("participant a ann camera on", 26, "where 'off' is expected", "off"),
        ("drag pip a two lower-left", 12, "no way to drag", "to"),
        ("drag pip a to lower", 15, "no corner", "lower-left"),
        ("drag pip a to lower-left of lefd", 29, "no monitor is called", "left"),
        ("drag pip a by 40", 17, "the line ends where pixels down", nil),
        ("throw pip a upleft", 13, "no direction", "up-left"),
        ("resize pip a to 480 from top", 17, "no size", nil),
        ("resize pip a to 4x4 from topleft", 26, "no place on a rim", "top-left"),
        ("click pip a.clos", 13, "no control", "close"), ("click pip b.close", 11, "no session is called", nil),
        ("scroll pip a 0", 14, "0 clicks", nil), ("key Escpae", 5, "no key", "Escape"),
        ("key control+p", 5, "no key that can be held", nil),
        ("workspace 0", 11, "is not a workspace from 1 to 32", nil),
        ("manager openbox", 9, "restart, kill, freeze, thaw or replace", "manager replace openbox"),
        ("call test: as b with c", 22, "no session is called", nil),
        ("watch test: as b with b", 23, "its own process", nil),
        ("focus pip z", 11, "no session is called", nil), ("w1 insist", 10, "the line ends where a time", nil),
        ("pester", 7, "the line ends where a window", nil), ("assert pip a class ''", 20, "empty", nil),
        ("manager replace opnbox", 17, "no manager", "openbox"),
        ("compositor picom", 12, "kill or start", "compositor start picom"),
        ("monitor rigth off", 9, "no monitor is called", nil), ("lock i3", 6, "no screen locker", "i3lock"),
        // Set-up
        ("title x", 1, "belongs before everything that happens", nil),
        ("screen 1x1", 1, "belongs before everything that happens", nil),
        // Assertions
        ("assert w7 visible", 8, "no window is called 'w7'", "w1"),
        ("assert w1 visibel", 11, "no assertion of a window", "visible"),
        ("assert stakking w1 w1", 8, "no assertion", "stacking"), ("assert stacking w1", 19, "the line ends", nil),
        ("assert pip a at lower-right off left", 29, "one word too many", nil),
        ("assert pip a on-top within 500", 28, "no time", "500s"),
        ("assert pip a on-top within 2h", 28, "no time", nil),
        ("assert frames a advanceing", 17, "no assertion of frames", "advancing"),
        ("assert frames a dropped <= 1", 28, "no share", "1%"),
        ("assert frames a dropped < 1%", 25, "where '<=' is expected", "<="),
        ("assert session a runing", 18, "no state of a session", "running"),
        ("assert session a ended by hangup", 27, "no reason", "hang-up"),
        ("assert events a will-star", 17, "no event", "will-start"),
        ("assert restacks <= few", 20, "is not restacks", nil),
        ("assert no leak", 11, "no thing that can be absent", "leaks"),
        // Calls that come in
        ("incoming", 9, "the line ends where who calls", nil), ("incoming ''", 10, "empty: who calls", nil),
        ("incoming 名前", 10, "makes no name for the session: add 'as NAME'", nil),
        ("incoming Ann as a", 17, "line 4 has defined", nil), ("incoming Ann with x", 19, "no session is called", nil),
        ("incoming Ann camara x", 14, "no trait of a caller", "camera"),
        ("accept", 1, "nothing rings that 'accept' could be about: no 'incoming' comes before it", nil),
        ("decline", 1, "nothing rings", nil), ("accept now", 1, "nothing rings", nil),
        ("caller hangup a", 8, "no action of a caller", "hang-up"),
        ("caller hang-up a", 16, "'a' is no call that came in", nil),
        ("assert caller tv running", 15, "'tv' is no call that came in", nil),
        ("assert ringing Ben", 16, "nobody called 'Ben' has called before", nil),
        ("assert always pip a on-top", 27, "the line ends where 'for'", nil),
        ("sample pip a never visible from lock to unlock", 41, "no 'lock' follows", nil),
        ("sample pip a never visible from lok to unlock", 33, "no command", "lock"),
        // Show
        ("pause 2", 7, "no time", "2s"), ("pointer speed fast", 15, "is not pixels a second", nil),
        ("screenshot a", 12, "no file name", "a.png"), ("screenshot ../a.png", 12, "no file name", nil),
        ("record begin", 8, "no part of a recording", nil),
        ("record start a.avi", 14, "no file name NAME.webm or NAME.mp4", nil),
        ("record start a", 14, "no file name", "a.webm"), ("record stop", 1, "nothing records here", nil),
    ]

    @Test("every mistake has its place, what is wrong, and the nearest word", arguments: faults)
    func mistake(line: String, column: Int, what: String, nearest: String?) throws {
        let found = mistakes(Self.before + line)
        #expect(found.count == 1, "\(found)")
        let first = try #require(found.first)
        #expect(first.line == 6 && first.column == column, "\(first)")
        #expect(first.what.contains(what), "\(first)")
        #expect(first.nearest == nearest, "\(first)")
        #expect(first.description.hasPrefix("a.scenario:6:\(column): "))
    }

    @Test("who rings is answered once, and one rings at a time")
    func ringing() {
        func found(_ lines: String...) -> [String] { mistakes(lines.joined(separator: "\n")).map(\.description) }
        #expect(
            found("incoming Ben", "accept", "incoming Ann", "decline", "incoming Zoë as zoe", "caller vanish zoe")
                .isEmpty)
        #expect(
            found("incoming Ben", "accept", "decline").first?.contains(
                "every call that came in was answered or given up") == true)
        #expect(found("incoming Ben", "caller hang-up ben", "accept").count == 1)
        #expect(
            found("incoming Ben", "mark", "incoming Ann").first?.hasPrefix(
                "a.scenario:3:10: 'ben' of line 1 rings still") == true)
        #expect(found("incoming Ben", "caller mute ben", "accept").isEmpty)
        #expect(found("accept", "incoming Ben").count == 1)
        #expect(found("pip ben", "incoming Ben").first?.contains("is defined only at line 2") == true)
        #expect(found("incoming Ben", "assert ringing Bem").first?.contains("Ben") == true)
    }

    private static let setupFaults: [(String, String, String?)] = [
        ("clock virtual", "not there yet", "clock real"), ("clock reel", "no clock", "real"),
        ("manager opnbox", "no manager", "openbox"), ("manager command ''", "empty", nil),
        ("server xvbf", "no server", "xvfb"), ("compositor pikom", "no compositor", "picom"),
        ("screen 1280", "no size", nil), ("screen 1280x800 scale 9", "is not a scale", nil),
        ("needs above", "no name of EWMH", nil), ("workspaces 99", "is not a number of workspaces", nil),
        ("monitor left 640x800", "no place and size", nil), ("main iconify", "no session whose main window", nil),
    ]

    @Test("mistakes of the set-up are found too", arguments: setupFaults)
    func setupMistake(line: String, what: String, nearest: String?) throws {
        let first = try #require(mistakes(line + "\nmark").first)
        #expect(first.line == 1 && first.what.contains(what) && first.nearest == nearest, "\(first)")
    }

    @Test("a name that comes too late is said to")
    func late() throws {
        let first = try #require(mistakes("w1 map\nwindow w1 1x1+0+0").first)
        #expect(first.what == "the window 'w1' is defined only at line 2")
    }

    @Test("all mistakes are told at once, and one does not bring others with it")
    func all() {
        let found = mistakes("window w1 1x1\nw1 map\nw1 mop\n\nfoo\nassert w1 at midle\nmark")
        #expect(found.map(\.line) == [1, 3, 5, 6], "\(found)")
    }

    @Test("an empty scenario is a mistake", arguments: ["", "# only words\n", "title x\n"])
    func empty(text: String) {
        #expect(mistakes(text).map(\.what) == ["nothing happens in this scenario"])
    }

    @Test("a sample whose end never comes is a mistake")
    func endless() throws {
        let text = Self.before + "sample pip a never visible from lock to unlock\nlock i3lock"
        #expect(try #require(mistakes(text).first).what.contains("no 'unlock' follows the 'lock'"))
    }

    @Test("the text of a statement is the line without its comment")
    func written() throws {
        let script = try ScenarioParser.parse("  caption \"a # b\"  # c \n", file: "a")
        #expect(script.statements.first?.text == "caption \"a # b\"")
    }

    @Test("random garbage never crashes, and what is wrong is always told with a place", arguments: 0..<12)
    func garbage(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let pieces =
            ScenarioParser.commands + ScenarioParser.assertions + [
                "w1", "a", "pip", "640x480+0+0", "1x1", "2s", "as", "to", "from", "never", "visible", "<=", "1%", "\"",
                "'",
                "\\", "#", "\0", "é", "👩‍👩‍👧", "\r", "\t", "\u{feff}", ":", ".", "pip:", "pip:a.", "99999999999999999999",
                "-",
                "+", "", "ms", "s", "%", "key", "ctrl+", "++",
            ]
        for _ in 0..<25 {
            let text = (0..<Int.random(in: 1...60, using: &random)).map { _ in
                let gap = ["\n", " ", " ", " ", "", "\r\n"].randomElement(using: &random) ?? " "
                return (pieces.randomElement(using: &random) ?? "") + gap
            }.joined()
            let lines = ScenarioLexer.lines(of: text)
            for mistake in mistakes(text) {
                #expect(1...lines.count ~= mistake.line && mistake.column >= 1 && !mistake.what.isEmpty, "\(text)")
                let line = lines[mistake.line - 1]
                #expect(mistake.column <= line.count + 3, "\(mistake) in \(line)")
            }
        }
    }

    @Test("good scenarios with one letter changed never crash", arguments: 0..<5)
    func mutated(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) + 1000)
        let good = Self.before + Self.lines.map(\.0).filter { !$0.hasPrefix("lock") }.joined(separator: "\n")
        for _ in 0..<10 {
            var letters = Array(good)
            letters[Int.random(in: 0..<letters.count, using: &random)] =
                Array("aZ9 \n\"'\\#:.-\0é").randomElement(using: &random) ?? " "
            _ = mistakes(String(letters))
        }
    }
}

/// The same numbers in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
