import PortholeKit

/// The texts of `--help` and `--version`.
nonisolated enum Help {
    /// The version of this program, as `--version` prints it.
    static let version = "porthole 0.1.0"

    /// How to use `porthole`, or one of its commands. Ends with a line break; no line is longer than 80 columns.
    static func text(for command: CommandName?) -> String {
        switch command {
        case nil, .lobby: overview
        case .call: call
        case .answer: answer
        case .watch: watch
        case .ctl: ctl
        case .play: play
        case .wmCheck: wmCheck
        case .doctor: doctor
        }
    }

    private static let overview = """
        Video that follows you: a Picture-in-Picture window for the X11 desktop.

        usage: porthole [COMMAND] [FLAG]...

        commands:
          call [ADDRESS] call https://HOST:PORT, a room, the echo peer, or a source
          answer         wait for calls; browsers can join too
          watch SOURCE   play a file, an address, a camera, the screen or a test picture
          ctl ACTION     have the running porthole do something
          play SCENARIO  play scenarios, each on an X server of its own
          wm-check [WM]  the matrix of window managers and behaviours
          doctor         report what works here, what does not, and what to do about it

        Without a command the lobby opens; it takes the flags of watch. One porthole
        runs on a display: another hands its command over and stays until it is done.

        porthole COMMAND --help tells the flags of a command.
          --help         print this text
          --version      print the version

        exit codes: 0 done, 1 failed while running, 2 usage, 69 something needed is
        missing, 130 interrupted

        """

    private static let call = """
        usage: porthole call [ADDRESS|SOURCE] [FLAG]...

        Without an ADDRESS it calls the echo peer, a second process on this machine,
        over WebRTC: it shows a clock, and sends your own sound back after a moment.
        ADDRESS is one of
          https://HOST:PORT/#token=T&sha256=F
            what porthole answer shows on the other machine, or any that takes WHIP
            offers (RFC 9725) for both ways. sha256 is the fingerprint of its key;
            without one its certificate has to be signed by somebody this machine
            trusts. http:// is for this machine
          janus+https://HOST[:PORT]/janus?room=N[&pin=PIN][&name=NAME]
            a room of many on a Janus server; janus+http:// without TLS
          whip+https://HOST/PATH
            a server that takes what you send; whip+http:// without TLS
        A SOURCE plays the other side instead; it is one of those that porthole watch
        takes. PORTHOLE_TOKEN is the token of rooms and servers without another one.
        WHAT is the same as for porthole ctl share.

        A SERVER is stun:HOST[:PORT], which tells this side its outer address, or
        turn:USER:PASSWORD@HOST[:PORT][?transport=tcp], which relays. As others on the
        machine can read a command line, PORTHOLE_ICE_SERVERS may name them instead,
        with spaces between. One that does not work is told and done without.

        \(flags(of: .call))
        The value may be joined on, --flag=VALUE. A lone -- ends the flags, for a
        SOURCE that begins with a dash.

        example: porthole call test:bars --corner upper-right

        """

    private static let answer = """
        usage: porthole answer [FLAG]...

        Waits for calls at HOST:PORT, 127.0.0.1:8617 unless told otherwise, and prints
        the address for porthole call on another machine, and for browsers. Who calls
        rings in the window; take the call there, in the notification, or by porthole
        ctl accept. After 45 seconds it is a missed call. A call that is taken while one
        runs puts that one on hold; who calls while it rings, or while there are two,
        is told busy.

        Callers show the token, or a code that is made anew for each call. Addresses of
        the network are encrypted, with a certificate that is made once when there is
        no --tls-cert; one file may hold certificate and key.

        \(flags(of: .answer))

        example: porthole answer --listen 0.0.0.0:8617

        """

    private static let ctl = """
        usage: porthole ctl ACTION [ARG] [FLAG]...

        Has the porthole that runs on this display do something. Exit code 69: there
        is none, or no session bus to find it by.

        ACTION is one of
        \(actions())
        WHAT is monitor [NAME], window [ID] or region [WxH+X+Y] in device pixels, or
        stop. Without its name the primary monitor is shared; a window without its ID
        is clicked, a region without its place is dragged over, and Escape ends that.
        Without WHAT it is the primary monitor, or stop.

        \(flags(of: .ctl))

        example: porthole ctl volume 40

        """

    private static let play = """
        usage: porthole play SCENARIO... [FLAG]...

        SCENARIO is a file of the scenario language, or a folder that is searched for
        them. Each is played on an X server of its own. Exit code 0: each passed, was
        skipped, or failed as expected; 1: one failed; 125: a manager did not start.

        \(flags(of: .play))

        --record takes one scenario, and records the screen with the pointer and the
        captions until its end, however it ends.

        examples: porthole play Resources/Scenarios --filter stacking
                  porthole play demo.scenario --record demo.webm

        """

    private static let wmCheck = """
        usage: porthole wm-check [WM]... [FLAG]...

        Plays the stacking and life-cycle scenarios with each WM, or with all that are
        installed, and prints the matrix of managers and behaviours.

        \(flags(of: .wmCheck))

        example: porthole wm-check openbox --command './mywm -c rc' --name mywm

        """

    private static let watch = """
        usage: porthole watch SOURCE [FLAG]...

        SOURCE is one of
          a file                        any video or sound that GStreamer can read
          http:// or https://           HLS, DASH or a plain file
          rtsp:// rtmp:// srt://        a live stream
          whep+https://HOST/PATH        a WebRTC server; whep+http:// without TLS
          janus+https://HOST/janus?stream=N[&pin=PIN]
                                        a stream of a Janus server
          camera:[DEVICE]               the first camera, or the one of that name
          screen:[WxH+X+Y|WINDOW][?fps=N]
                                        what the screen shows, a part of it, or a window
                                        by its number
          test:[PATTERN][?KEY=VALUE&...]
                                        PATTERN clock (default), solid, bars, noise or
                                        counter; KEY size, fps, color or frames

        \(flags(of: .watch))
        The value may be joined on, --flag=VALUE. A lone -- ends the flags, for a
        SOURCE that begins with a dash.

        example: porthole watch film.mp4 --pip --corner upper-right

        """

    private static let doctor = """
        usage: porthole doctor [FLAG]...

        Reports what works here, what does not, and what to do about it. Exit code 0:
        all that is needed is there; 69: something needed is missing.

        \(flags(of: .doctor))

        """

    private static func actions() -> String {
        table(
            ControlAction.common.map { action in
                let placeholder = action.argument.placeholder
                return (placeholder.isEmpty ? action.rawValue : "\(action.rawValue) \(placeholder)", action.summary)
            }
        ).joined(separator: "\n")
    }

    private static func flags(of command: CommandName) -> String {
        var rows = Flag.all.filter { $0.commands.contains(command) }.map { flag in
            switch flag.form {
            case .toggle: (flag.name, flag.summary)
            case .value(let placeholder, _, _): ("\(flag.name) \(placeholder)", flag.summary)
            }
        }
        rows.append(("--help", "print this text"))
        var lines = ["flags:"] + table(rows)
        if CommandName.sessions.contains(command) || command == .ctl {
            lines.append("CORNER is one of \(Corner.words).")
        }
        return lines.joined(separator: "\n")
    }

    private static func table(_ rows: [(String, String)]) -> [String] {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { name, summary in
            "  \(name)\(String(repeating: " ", count: width - name.count))  \(summary)"
        }
    }
}
