import PortholeKit
import Testing

@testable import porthole

@Suite("The console", .timeLimit(.minutes(10)))
struct ConsoleTests {
    private func said(_ options: OutputOptions = OutputOptions(), _ body: (Console) -> Void) throws -> String {
        let pipe = try Pipe()
        body(Console(options, to: pipe.input))
        return pipe.closeAndRead()
    }

    private func sayAll(_ console: Console) {
        console.error("film.mp4", why: "no such file", remedy: "Check the name.")
        console.warning("sound", why: "no server")
        console.note("watch: playing")
        console.detail("ring of 3")
    }

    @Test("an error is what, why and the remedy in one line")
    func errors() throws {
        #expect(
            try said { $0.error("film.mp4", why: "no such file", remedy: "Check the name.") }
                == "porthole: film.mp4: no such file. Check the name\n")
        #expect(
            try said { $0.error(ArgumentError(word: "x", reason: .unknownCommand, nearest: nil)) }
                == "porthole: x: no such command. See porthole --help\n")
    }

    @Test(
        "quiet leaves the errors, verbose adds the details",
        arguments: [(true, false, 1), (false, false, 3), (false, true, 4)])
    func levels(quiet: Bool, verbose: Bool, lines: Int) throws {
        let text = try said(OutputOptions(isQuiet: quiet, isVerbose: verbose), sayAll)
        #expect(text.split(separator: "\n").count == lines)
    }

    @Test("line breaks and terminal controls in a message do no harm")
    func controls() throws {
        #expect(try said { $0.note("a\nb\r\nc\u{1B}[31md") } == "porthole: a b c [31md\n")
    }

    @Test("the narrator says what a person wants to know, and no numbers unless asked")
    func narrator() throws {
        let changes: [SessionEvent.Change] = [
            .pipWillStart, .pipDidStart(window: 0x1E00003), .connected, .frames([.mini: FrameCounts(shown: 30)]),
            .pipFailed(error: "no display"), .pipRestore, .pipContested, .pipWillStop, .pipDidStop,
            .ended(.stopWatching),
        ]
        let text = try said { console in
            for change in changes { Narrator(console).record(SessionEvent(session: "watch", change: change)) }
        }
        #expect(
            text == """
                porthole: watch: floating in window 0x1e00003
                porthole: watch: playing
                porthole: warning: watch: can't float: no display
                porthole: watch: back to the main window
                porthole: warning: watch: another window fights for the top place, the mini window gives way for a while
                porthole: watch: no longer floating
                porthole: watch: ended, stopped watching

                """)
        let detailed = try said(OutputOptions(isVerbose: true)) {
            Narrator($0).record(SessionEvent(session: "watch", change: changes[3]))
        }
        #expect(detailed == "porthole: watch: mini 30 shown, 0 dropped, 0 converted\n")
    }
}
