import PortholeKit
import Testing

@testable import porthole

@Suite("The command line", .timeLimit(.minutes(10)))
struct ArgumentsTests {
    private func options(_ words: [String]) throws -> SessionOptions {
        guard case .watch("a.mp4", let options) = try Arguments.parse(["watch", "a.mp4"] + words) else {
            Issue.record("not understood as watch")
            return SessionOptions()
        }
        return options
    }

    @Test(
        "help, version and commands",
        arguments: [
            ([], Command.lobby(SessionOptions())),
            (["--help"], .help(nil)),
            (["-h"], .help(nil)),
            (["--pip", "--help"], .help(nil)),
            (["watch", "--help"], .help(.watch)),
            (["call", "--help"], .help(.call)),
            (["ctl", "--help"], .help(.ctl)),
            (["--help", "watch"], .help(.watch)),
            (["watch", "a.mp4", "--pip", "--help"], .help(.watch)),
            (["doctor", "--help"], .help(.doctor)),
            (["--version"], .version),
            (["watch", "--version"], .version),
            (["doctor"], .doctor(DoctorOptions())),
            (["doctor", "--json"], .doctor(DoctorOptions(asJSON: true))),
            (["--quiet", "doctor"], .doctor(DoctorOptions(output: OutputOptions(isQuiet: true)))),
            (["watch", "test:"], .watch(source: "test:", SessionOptions())),
            (["watch", "--", "--pip"], .watch(source: "--pip", SessionOptions())),
            (["watch", "-"], .watch(source: "-", SessionOptions())),
            (["--pip", "watch", "a"], .watch(source: "a", SessionOptions(startsFloating: true))),
            (["watch", "--pip", "--", "-a"], .watch(source: "-a", SessionOptions(startsFloating: true))),
            (["--pip"], .lobby(SessionOptions(startsFloating: true))),
            (["--"], .lobby(SessionOptions())),
            (
                ["--new-instance", "--profile", "/tmp/p"],
                .lobby(SessionOptions(isNewInstance: true, profile: "/tmp/p"))
            ),
            (["call"], .call(source: nil, alsoWatch: nil, SessionOptions())),
            (["call", "a.mp4"], .call(source: "a.mp4", alsoWatch: nil, SessionOptions())),
            (
                ["call", "--also-watch", "b.mp4", "--keep-stage"],
                .call(source: nil, alsoWatch: "b.mp4", SessionOptions(keepsStage: true))
            ),
        ] as [([String], Command)])
    func commands(words: [String], expected: Command) throws {
        #expect(try Arguments.parse(words) == expected)
    }

    @Test("every flag is understood, joined on or apart")
    func everyFlag() throws {
        let apart = try options([
            "--pip", "--keep-stage", "--background", "1020fF", "--corner", "upper-right", "--size", "480x270",
            "--main-size", "1280x720", "--position", "-5,-20", "--opacity", "0.5", "--title", "A = B", "--no-audio",
            "--duration", "2.5", "--new-instance", "--profile", "a b", "--events", "--quiet",
        ])
        let joined = try options([
            "--pip", "--keep-stage", "--background=1020fF", "--corner=upper-right", "--size=480x270",
            "--main-size=1280x720", "--position=-5,-20", "--opacity=0.5", "--title=A = B", "--no-audio",
            "--duration=2.5", "--new-instance", "--profile=a b", "--events", "--quiet",
        ])
        #expect(apart == joined)
        #expect(
            apart
                == SessionOptions(
                    startsFloating: true, keepsStage: true, background: 0x1020FF, corner: .upperRight,
                    miniSize: Size(480, 270), mainSize: Size(1280, 720), position: Point(-5, -20), opacity: 0.5,
                    title: "A = B", isSilent: true, duration: 2.5, isNewInstance: true, profile: "a b",
                    output: OutputOptions(printsEvents: true, isQuiet: true)))
        #expect(try options(["--verbose"]).output.isVerbose)
    }

    @Test("of a flag given twice the last counts; a joined value may look like a flag")
    func repeated() throws {
        #expect(try options(["--size", "1x1", "--size=2x3"]).miniSize == Size(2, 3))
        #expect(try options(["--title=--pip"]) == SessionOptions(title: "--pip"))
    }

    @Test("servers that help to reach others add up, in the order in which they stand; one that is none is refused")
    func iceServers() throws {
        let words = ["call", "--ice-server", "stun:a", "--relay-only", "--ice-server=turn:u:p@b:1?transport=tcp"]
        guard case .call(_, _, let options) = try Arguments.parse(words) else {
            Issue.record("no call")
            return
        }
        #expect(options.reach.map(\.description) == ["stun:a:3478", "turn:b:1"] && options.relayOnly)
        let error = try #require(throws: ArgumentError.self) {
            try Arguments.parse(["answer", "--ice-server", "turn:b:1"])
        }
        #expect(error.description.contains("turn:USER:PASSWORD@HOST"))
    }

    @Test(
        "limits that are still allowed",
        arguments: [
            ["--opacity", "0.2"], ["--opacity", "1"], ["--size", "1x1"], ["--size", "32767x32767"],
            ["--position", "-32768,32767"], ["--duration", "0.001"], ["--background", "000000"],
        ])
    func limits(words: [String]) throws {
        _ = try options(words)
    }

    @Test(
        "a bad value names the word, and what was perhaps meant",
        arguments: [
            ("--size", "480*270", "--size 480x270"), ("--size", "480", nil), ("--size", "0x0", "--size 1x1"),
            ("--size", "40000x20", "--size 32767x20"), ("--size", "480x270x3", nil), ("--size", "", nil),
            ("--main-size", "1280X720", "--main-size 1280x720"), ("--size", "99999999999999999999x1", nil),
            ("--corner", "top-left", "--corner upper-left"), ("--corner", "lower", "--corner lower-left"),
            ("--corner", "Upper_Right", "--corner upper-right"), ("--corner", "zzz", nil),
            ("--position", "5", nil), ("--position", "5x6", "--position 5,6"),
            ("--position", "-5;7", "--position -5,7"),
            ("--position", "99999,0", "--position 32767,0"), ("--position", "1,2,3", nil),
            ("--opacity", "0", "--opacity 0.2"), ("--opacity", "2", "--opacity 1.0"),
            ("--opacity", "50%", "--opacity 0.5"),
            ("--opacity", "nan", nil), ("--opacity", "clear", nil),
            ("--background", "#102030", "--background 102030"), ("--background", "fff", "--background ffffff"),
            ("--background", "12345g", nil), ("--background", "+12345", nil), ("--background", "red", nil),
            ("--title", "", nil), ("--title", " ", nil),
            ("--duration", "0", nil), ("--duration", "-1", nil), ("--duration", "5s", "--duration 5"),
            ("--profile", "", nil), ("--duration", "inf", nil), ("--duration", "soon", nil),
            ("--duration", "1e300", nil),
        ] as [(String, String, String?)])
    func badValue(flag: String, value: String, nearest: String?) throws {
        let error = try #require(throws: ArgumentError.self) { try options([flag, value]) }
        #expect(error.word == value)
        #expect(error.nearest == nearest)
        guard case .badValue(of: flag, _) = error.reason else {
            Issue.record("\(error.reason)")
            return
        }
        #expect(error.description.contains(flag))
    }

    @Test(
        "a bad word is named with the nearest right one",
        arguments: [
            (["wacth", "a"], "wacth", .unknownCommand, "watch"),
            (["docter"], "docter", .unknownCommand, "doctor"),
            (["help"], "help", .unknownCommand, "--help"),
            (["frobnicate"], "frobnicate", .unknownCommand, nil),
            (["film.mp4"], "film.mp4", .unknownCommand, "porthole watch film.mp4"),
            ([""], "", .unknownCommand, nil),
            (["watch"], "watch", .missingSource, "porthole watch test:"),
            (["watch", ""], "", .missingSource, "porthole watch test:"),
            (["watch", "a", "b"], "b", .extraWord(.watch), nil),
            (["doctor", "a"], "a", .extraWord(.doctor), nil),
            (["watch", "a", "--pop"], "--pop", .unknownFlag, "--pip"),
            (["watch", "a", "--corne=x"], "--corne", .unknownFlag, "--corner"),
            (["watch", "a", "-p"], "-p", .unknownFlag, nil),
            (["watch", "a", "--pip=yes"], "--pip=yes", .unwantedValue, "--pip"),
            (["--help=watch"], "--help=watch", .unwantedValue, "--help"),
            (["watch", "a", "--json"], "--json", .flagOfAnotherCommand(.watch), nil),
            (["doctor", "--pip"], "--pip", .flagOfAnotherCommand(.doctor), nil),
            (["watch", "a", "--quiet", "--verbose"], "--quiet", .contradiction(with: "--verbose"), nil),
            (["mute"], "mute", .unknownCommand, "porthole ctl mute"),
            (["cal", "a"], "cal", .unknownCommand, "call"),
            (["--json"], "--json", .flagOfAnotherCommand(.lobby), nil),
            (["--session", "a"], "--session", .flagOfAnotherCommand(.lobby), nil),
            (["watch", "a", "--also-watch", "b"], "--also-watch", .flagOfAnotherCommand(.watch), nil),
            (["watch", "a", "--new-instnace"], "--new-instnace", .unknownFlag, "--new-instance"),
            (["call", ""], "", .missingSource, "porthole call test:"),
            (["call", "a", "b"], "b", .extraWord(.call), nil),
            (["ctl"], "ctl", .missingAction, nil),
            (["ctl", "hangup"], "hangup", .unknownAction, "hang-up"),
            (["ctl", "statt"], "statt", .unknownAction, "state"),
            (["ctl", "frobnicate"], "frobnicate", .unknownAction, nil),
            (["ctl", "pip", "now"], "now", .extraWord(.ctl), nil),
            (["ctl", "volume", "40", "50"], "50", .extraWord(.ctl), nil),
            (["ctl", "state", "--pip"], "--pip", .flagOfAnotherCommand(.ctl), nil),
            (["ctl", "volume"], "volume", .missingValue(expected: "a whole number from 0 to 100"), nil),
        ] as [([String], String, ArgumentError.Reason, String?)])
    func badWord(words: [String], word: String, reason: ArgumentError.Reason, nearest: String?) throws {
        let error = try #require(throws: ArgumentError.self) { try Arguments.parse(words) }
        #expect(error.word == word)
        #expect(error.reason == reason)
        #expect(error.nearest == nearest)
    }

    @Test(
        "a flag without its value says what it takes",
        arguments: [["--size"], ["--size", "--pip"], ["--title", "--"]])
    func missingValue(words: [String]) throws {
        let error = try #require(throws: ArgumentError.self) { try options(words) }
        #expect(error.word == words[0])
        guard case .missingValue = error.reason else {
            Issue.record("\(error.reason)")
            return
        }
    }

    @Test("an error is one line: word, why, remedy")
    func description() throws {
        let error = try #require(throws: ArgumentError.self) { try Arguments.parse(["watch", "a", "--opacity", "7"]) }
        #expect(error.description == "7: no value for --opacity, which takes a number from 0.2 to 1. Try --opacity 1.0")
        let empty = try #require(throws: ArgumentError.self) { try Arguments.parse([""]) }
        #expect(empty.description == "'': no such command. See porthole --help")
    }

    @Test(
        "the help names every flag of the command, in lines of at most 80 columns",
        arguments: CommandName.words)
    func help(name: CommandName) {
        let text = Help.text(for: name)
        for flag in Flag.all { #expect(text.contains("\(flag.name) ") == flag.commands.contains(name)) }
        for line in text.split(separator: "\n") + Help.text(for: nil).split(separator: "\n") {
            #expect(line.count <= 80, "\(line)")
        }
        #expect(Help.text(for: nil).contains("  \(name.rawValue) "))
    }

    @Test("every action of ctl is understood by its word", arguments: ControlAction.allCases)
    func everyAction(action: ControlAction) throws {
        let argument: String? =
            switch action.argument {
            case .nothing, .onOrOff, .camera: nil
            case .percent: "40"
            case .device: "Jabra Evolve"
            case .corner: "upper-left"
            case .share: "0.7"
            case .sharing: "monitor left"
            case .text: "{}"
            }
        let words = ["ctl", action.rawValue] + (argument.map { [$0] } ?? [])
        #expect(
            try Arguments.parse(words + ["--session", "live"])
                == .control(ControlCommand(action: action, argument: argument, session: "live"), OutputOptions()))
        #expect(Help.text(for: .ctl).contains("\n  \(action.rawValue) ") == ControlAction.common.contains(action))
    }

    @Test(
        "what comes with an action of ctl is checked",
        arguments: [
            ("volume", "0", "0", nil), ("volume", "100", "100", nil), ("volume", "101", nil, "100"),
            ("volume", "50%", nil, "50"), ("volume", "loud", nil, nil), ("volume", "007", nil, "7"),
            ("volume", "1e99", nil, "100"), ("volume", "nan", nil, nil), ("mute", "on", "on", nil),
            ("corner", "lower-left", "lower-left", nil), ("corner", "lower-lft", nil, "lower-left"),
            ("opacity", "0.5", "0.5", nil), ("opacity", "50%", nil, "0.5"), ("opacity", "7", nil, "1.0"),
            ("opacity", "nan", nil, nil), ("stash", "on", "on", nil), ("click-through", "off", "off", nil),
            ("camera", "off", "off", nil), ("mute", "Yes", nil, "on"), ("camera", "BRIO", "BRIO", nil),
            ("camera", "Yes", nil, "on"), ("microphone", "list", "list", nil), ("speaker", "JBL", "JBL", nil),
            ("microphone", "", nil, nil),
        ] as [(String, String, String?, String?)])
    func actionArgument(action: String, word: String, right: String?, nearest: String?) throws {
        guard right == nil else {
            guard case .control(let command, _) = try Arguments.parse(["ctl", action, word]) else {
                Issue.record("not understood as ctl")
                return
            }
            #expect(command.argument == right)
            return
        }
        let error = try #require(throws: ArgumentError.self) { try Arguments.parse(["ctl", action, word]) }
        #expect(error.word == word)
        #expect(error.nearest == nearest.map { "porthole ctl \(action) \($0)" })
        #expect(error.description.contains("ctl \(action)"))
    }

    @Test("distance counts letters put in, taken out, exchanged and swapped")
    func distance() {
        #expect(editDistance("", "abc") == 3)
        #expect(editDistance("abc", "abc") == 0)
        #expect(editDistance("abc", "acb") == 1)
        #expect(editDistance("kitten", "sitting") == 3)
    }
}
