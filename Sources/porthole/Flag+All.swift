import PortholeKit
import Scenario

nonisolated extension Flag {
    /// Every flag but `--help` and `--version`, in the order of the help.
    static let all: [Flag] = [
        Flag("--pip", CommandName.sessions, "start floating in the mini window") { $0.session.startsFloating = true },
        Flag("--keep-stage", CommandName.sessions, "show the picture in the main window too while it floats") {
            $0.session.keepsStage = true
        },
        Flag("--corner", "CORNER", CommandName.sessions, "corner of the mini window", expected: Corner.words) {
            values, text throws(ValueRefused) in
            values.session.corner = try corner(text)
        },
        Flag(
            "--position", "X,Y", CommandName.sessions, "place of the mini window, device pixels",
            expected: "X,Y in device pixels"
        ) {
            values, text throws(ValueRefused) in
            values.session.position = try position(text)
        },
        Flag("--size", "WxH", CommandName.sessions, "size of the mini window, device pixels", expected: sizeExpected) {
            values, text throws(ValueRefused) in
            values.session.miniSize = try size(text)
        },
        Flag(
            "--main-size", "WxH", CommandName.sessions, "size of the main window, device pixels", expected: sizeExpected
        ) {
            values, text throws(ValueRefused) in
            values.session.mainSize = try size(text)
        },
        Flag(
            "--opacity", "0.2-1", CommandName.sessions, "opacity of the mini window", expected: "a number from 0.2 to 1"
        ) {
            values, text throws(ValueRefused) in
            values.session.opacity = try opacity(text)
        },
        Flag(
            "--background", "RRGGBB", CommandName.sessions, "colour beside the picture",
            expected: "six hexadecimal digits, RRGGBB"
        ) {
            values, text throws(ValueRefused) in
            values.session.background = try color(text)
        },
        Flag("--title", "TEXT", CommandName.sessions, "title of the windows", expected: "a text of at least one letter")
        {
            values, text throws(ValueRefused) in
            values.session.title = try title(text)
        },
        Flag("--managed", CommandName.sessions, "let the window manager have the mini window") {
            $0.session.isManaged = true
        },
        Flag("--no-audio", CommandName.sessions, "leave the sound out") { $0.session.isSilent = true },
        Flag(
            "--duration", "SECONDS", CommandName.sessions, "end after so many seconds", expected: "seconds, more than 0"
        ) {
            values, text throws(ValueRefused) in
            values.session.duration = try duration(text)
        },
        Flag("--also-watch", "SOURCE", [.call], "watch a source beside the call", expected: "a SOURCE as for watch") {
            values, text throws(ValueRefused) in
            values.alsoWatch = try notEmpty(text)
        },
        Flag("--camera", "NAME", [.call, .answer], "the camera, by name, or a SOURCE", expected: "a camera's name") {
            values, text throws(ValueRefused) in
            values.session.camera = try notEmpty(text)
        },
        Flag("--microphone", "NAME", [.call, .answer], "the microphone, by name", expected: "a microphone's name") {
            values, text throws(ValueRefused) in
            values.session.microphone = try notEmpty(text)
        },
        Flag("--speaker", "NAME", [.call, .answer], "the speaker, by name", expected: "a speaker's name") {
            values, text throws(ValueRefused) in
            values.session.speaker = try notEmpty(text)
        },
        Flag(
            "--share", "WHAT", [.call, .answer], "share a monitor, window or region",
            expected: ShareTarget.expected
        ) {
            values, text throws(ValueRefused) in
            values.session.share = try ShareTarget(text)
        },
        Flag("--listen", "HOST:PORT", [.answer], "where to wait for calls", expected: "HOST:PORT, such as 0.0.0.0:8617")
        {
            values, text throws(ValueRefused) in
            guard let address = ListenAddress(text) else { throw ValueRefused() }
            values.answer.listen = address
        },
        Flag(
            "--token", "TOKEN", [.call, .answer], "what callers have to show",
            expected: "8 to 256 letters, figures, - . _ ~ + / or ="
        ) {
            values, text throws(ValueRefused) in
            guard let token = AnswerPass(token: text) else { throw ValueRefused() }
            values.answer.token = token
            values.session.token = text
        },
        Flag(
            "--ice-server", "SERVER", [.call, .answer, .watch], "helps to reach others; may be repeated",
            expected: "stun:HOST[:PORT] or turn:USER:PASSWORD@HOST[:PORT][?transport=udp|tcp]"
        ) {
            values, text throws(ValueRefused) in
            guard let server = try? IceServer(text) else { throw ValueRefused() }
            values.session.iceServers.append(server)
        },
        Flag("--relay-only", [.call, .answer, .watch], "go through a turn: server only, which hides addresses") {
            $0.session.relayOnly = true
        },
        Flag("--tls-cert", "FILE", [.answer], "certificate, PEM", expected: "a file") {
            values, text throws(ValueRefused) in
            values.answer.certificate = try notEmpty(text)
        },
        Flag("--tls-key", "FILE", [.answer], "its key, PEM", expected: "a file") {
            values, text throws(ValueRefused) in
            values.answer.key = try notEmpty(text)
        },
        Flag("--new-instance", CommandName.sessions, "run alone, beside a running porthole") {
            $0.session.isNewInstance = true
        },
        Flag("--profile", "DIR", CommandName.sessions, "folder for settings and state", expected: "a folder") {
            values, text throws(ValueRefused) in
            values.session.profile = try notEmpty(text)
        },
        Flag("--session", "NAME", [.ctl], "the session that is meant", expected: "a name, as --events gives it") {
            values, text throws(ValueRefused) in
            values.controlled = try notEmpty(text)
        },
        Flag("--events", CommandName.sessions, "print every state change as a line of JSON on stdout") {
            $0.output.printsEvents = true
        },
        Flag("--json", [.doctor], "report as one JSON object") { $0.asJSON = true },
        Flag("--check", [.play], "read the scenarios and play none") { $0.play.checksOnly = true },
        Flag("--manager", "WM", [.play], "window manager where a scenario names none", expected: "a name, as openbox") {
            values, text throws(ValueRefused) in
            values.play.manager = try notEmpty(text)
        },
        Flag("--repeat", "N", [.play], "play each so often", expected: "a whole number from 1") {
            values, text throws(ValueRefused) in
            guard let count = Int(text), 1...1_000_000 ~= count else { throw ValueRefused() }
            values.play.repeats = count
        },
        Flag("--record", "FILE", [.play], "record all of it", expected: "FILE.webm or FILE.mp4") {
            values, text throws(ValueRefused) in
            guard (try? VideoFileForm(path: text)) != nil else {
                let name = text.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
                throw ValueRefused(nearest: name.isEmpty || name.contains(".") ? nil : "\(text).webm")
            }
            values.play.record = text
        },
        Flag("--keep", [.play], "leave server and clients up after a failure") { $0.play.keeps = true },
        Flag("--command", "WORDS", [.wmCheck], "a window manager of one's own", expected: "what a shell would run") {
            values, text throws(ValueRefused) in
            values.wmCheck.command = try notEmpty(text)
        },
        Flag("--name", "NAME", [.call, .answer, .wmCheck], "the name that others see", expected: "a name") {
            values, text throws(ValueRefused) in
            values.wmCheck.name = try title(text)
            values.session.name = values.wmCheck.name
        },
        Flag("--scenarios", "PATH", [.wmCheck], "scenarios of one's own", expected: "a file or folder") {
            values, text throws(ValueRefused) in
            values.wmCheck.paths.append(try notEmpty(text))
        },
        Flag("--matrix", "FILE", [.wmCheck], "the matrix as JSON, or FILE.md", expected: "a file") {
            values, text throws(ValueRefused) in
            values.wmCheck.matrixFile = try notEmpty(text)
        },
        Flag("--jobs", "N", [.wmCheck], "so many managers at the same time", expected: "a whole number from 1") {
            values, text throws(ValueRefused) in
            guard let count = Int(text), 1...1000 ~= count else { throw ValueRefused() }
            values.wmCheck.jobs = count
        },
        Flag("--measure", scenarios, "tell how long and how often mini windows are covered") {
            $0.play.measures = true
            $0.wmCheck.measures = true
        },
        Flag("--report", "FORM", scenarios, "form of the report", expected: "tap or junit") {
            values, text throws(ValueRefused) in
            guard let form = ReportForm(rawValue: text) else {
                throw ValueRefused(nearest: nearestWord(to: text, in: ReportForm.allCases.map(\.rawValue)))
            }
            values.play.report = form
            values.wmCheck.report = form
        },
        Flag("--report-file", "FILE", scenarios, "where the report goes", expected: "a file") {
            values, text throws(ValueRefused) in
            values.play.reportFile = try notEmpty(text)
            values.wmCheck.reportFile = values.play.reportFile
        },
        Flag("--frames", "DIR", scenarios, "folder for screenshots of failures", expected: "a folder") {
            values, text throws(ValueRefused) in
            values.play.frames = try notEmpty(text)
            values.wmCheck.frames = values.play.frames
        },
        Flag("--filter", "TEXT", scenarios, "only what has it in path or title", expected: "a text") {
            values, text throws(ValueRefused) in
            values.play.filter = try notEmpty(text)
            values.wmCheck.filter = values.play.filter
        },
        Flag("--slow", "FACTOR", scenarios, "deadlines so many times longer", expected: "a number from 1") {
            values, text throws(ValueRefused) in
            guard let factor = Double(text), 1...1000 ~= factor else { throw ValueRefused() }
            values.play.slow = factor
            values.wmCheck.slow = factor
        },
        Flag("--scale", "N", scenarios, "play at this scale of the desktop", expected: "a number from 1 to 4") {
            values, text throws(ValueRefused) in
            guard let scale = Double(text), 1...4 ~= scale else { throw ValueRefused() }
            values.play.scale = scale
            values.wmCheck.scale = scale
        },
        Flag("--xfail", "FILE", scenarios, "list of failures that are expected", expected: "a file") {
            values, text throws(ValueRefused) in
            values.play.expectedFailures = try notEmpty(text)
            values.wmCheck.expectedFailures = values.play.expectedFailures
        },
        Flag("--quiet", everyCommand, "print errors only") { $0.output.isQuiet = true },
        Flag("--verbose", everyCommand, "print the details too") { $0.output.isVerbose = true },
    ]

    private static let scenarios: Set<CommandName> = [.play, .wmCheck]

    private static let everyCommand = Set(CommandName.allCases)

    private static let sizeExpected = "WxH in device pixels, each from 1 to 32767"

    private static func corner(_ text: String) throws(ValueRefused) -> Corner {
        guard let corner = Corner(rawValue: text) else {
            let tidy = text.lowercased().replacing("_", with: "-").replacing("top", with: "upper")
                .replacing("bottom", with: "lower")
            throw ValueRefused(nearest: nearestWord(to: tidy, in: Corner.allCases.map(\.rawValue)))
        }
        return corner
    }

    private static func size(_ text: String) throws(ValueRefused) -> Size {
        guard let size = Size(text) else {
            let numbers = text.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
            guard numbers.count == 2 else { throw ValueRefused() }
            throw ValueRefused(nearest: numbers.map { "\(min(max($0, 1), 32_767))" }.joined(separator: "x"))
        }
        return size
    }

    private static func position(_ text: String) throws(ValueRefused) -> Point {
        // X11 places windows by signed 16-bit numbers.
        let allowed = -32_768...32_767
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        if parts.count == 2, let x = Int(parts[0]), let y = Int(parts[1]), allowed ~= x, allowed ~= y {
            return Point(x, y)
        }
        let numbers = text.split { !$0.isASCII || !($0.isNumber || $0 == "-") }.compactMap { Int($0) }
        guard numbers.count == 2 else { throw ValueRefused() }
        throw ValueRefused(
            nearest: numbers.map { "\(min(max($0, allowed.lowerBound), allowed.upperBound))" }.joined(separator: ","))
    }

    private static func opacity(_ text: String) throws(ValueRefused) -> Double {
        if let value = Double(text), 0.2...1 ~= value { return value }
        let isPercent = text.hasSuffix("%")
        guard var value = Double(isPercent ? String(text.dropLast()) : text), value.isFinite else {
            throw ValueRefused()
        }
        if isPercent { value /= 100 }
        throw ValueRefused(nearest: "\(min(max(value, 0.2), 1))")
    }

    private static func color(_ text: String) throws(ValueRefused) -> UInt32 {
        if isHexadecimal(text), text.count == 6, let color = UInt32(text, radix: 16) { return color }
        var digits = text
        for prefix in ["#", "0x"] where digits.hasPrefix(prefix) { digits.removeFirst(prefix.count) }
        guard isHexadecimal(digits) else { throw ValueRefused() }
        switch digits.count {
        case 3: throw ValueRefused(nearest: digits.map { "\($0)\($0)" }.joined())
        case 6: throw ValueRefused(nearest: digits)
        default: throw ValueRefused()
        }
    }

    private static func isHexadecimal(_ text: String) -> Bool { text.allSatisfy { $0.isASCII && $0.isHexDigit } }

    private static func title(_ text: String) throws(ValueRefused) -> String {
        guard text.contains(where: { !$0.isWhitespace }) else { throw ValueRefused() }
        return text
    }

    private static func notEmpty(_ text: String) throws(ValueRefused) -> String {
        if text.isEmpty { throw ValueRefused() }
        return text
    }

    private static func duration(_ text: String) throws(ValueRefused) -> Double {
        // A century, so that no sum of times overflows.
        let longest = 3_155_760_000.0
        if let seconds = Double(text), seconds > 0, seconds <= longest { return seconds }
        guard Double(text) == nil else { throw ValueRefused() }
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let seconds = Double(digits), seconds > 0, seconds <= longest else { throw ValueRefused() }
        throw ValueRefused(nearest: String(digits))
    }
}

nonisolated extension Corner {
    /// All of them in words, for messages.
    static let words = allCases.map(\.rawValue).joined(separator: ", ")
}
