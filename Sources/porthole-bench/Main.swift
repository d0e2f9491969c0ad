import Foundation
import PortholeKit

/// The benchmarks: each prints its figures and the limit measured in the same run.
@main
struct Main {
    @MainActor static func main() {
        MainLoop.run {
            await run()
            fflush(nil)
            _exit(0)
        }
    }

    @MainActor private static func run() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            switch arguments.first {
            case "blit": try BlitCommand(Array(arguments.dropFirst())).run()
            case "call": try await CallCommand(Array(arguments.dropFirst())).run()
            case "convert": try convertCommand(Array(arguments.dropFirst()))
            case "cycles": try await CyclesCommand(Array(arguments.dropFirst())).run()
            case "keeper": try await KeeperCommand(Array(arguments.dropFirst())).run()
            case "limit": try LimitCommand(Array(arguments.dropFirst())).run()
            case "morph": try await MorphCommand(Array(arguments.dropFirst())).run()
            case "soak": try SoakCommand(Array(arguments.dropFirst())).run()
            case "--help", "-h": print(usage)
            default: throw BenchError("no such benchmark: \(arguments.first ?? "none given")\n\(usage)", code: 2)
            }
        } catch {
            FileHandle.standardError.write(Data("porthole-bench: \(error)\n".utf8))
            exit((error as? BenchError)?.code ?? 1)
        }
    }

    static let usage = """
        usage: porthole-bench blit [--size WxH]... [--fps N]... [--seconds S] [--rounds N] [--mini] [--source WxH]
               porthole-bench blit --overlay [--size WxH]... [--fps N]... [--seconds S] [--rounds N]
               porthole-bench limit --src FILE.y4m [--size WxH] [--fps N] [--secs S] [--mini]
               porthole-bench soak [--frames N] [--size WxH]
               porthole-bench cycles [--count N]
               porthole-bench morph [--count N]
               porthole-bench keeper [--seconds S] [--rate N] [--windows N]...
               porthole-bench call [connect|flow|glass|voice|lossy]... [--count N] [--seconds S]
                                   [--loss PERCENT] [--delay MS] [--outage S] [--seed N]

        blit   frames in memory to a window by the presenter, beside a bare loop that does the least there is to do;
               with --overlay what the corners and the controls of a mini window add to a frame
        convert  the conversions alone, beside plain libyuv and memcpy
        limit  the bare loop alone, on a file: what scripts/bench compares whole programs with
        soak   many frames as fast as the server takes them: memory must not grow
        cycles mini windows of each kind that open and close: no window, thread, descriptor or memory may stay behind
        morph  from the start of picture in picture to the first picture of the mini window on the server, never black
               before; on its way out of the stage, how many places the server saw and how the video went on
        keeper what keeping a mini window on top costs while windows come and go over it, alone and among thousands;
               fails at 1 % of a core, and when it was not on top in the end
        call   WebRTC between two ends of this process: calls one after the other, pictures a second, glass to glass, mouth to ear,
               and through a relay that loses and delays packets and is away for a while; fails when one is too slow
        All but convert and most of call use the display named in DISPLAY.
        """
}

/// Why a benchmark can't run.
struct BenchError: Error, CustomStringConvertible {
    let description: String
    let code: Int32

    init(_ description: String, code: Int32 = 1) {
        self.description = description
        self.code = code
    }
}

/// Takes `--name value` pairs and flags apart.
struct Options {
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []

    init(_ arguments: [String], values known: Set<String>, flags knownFlags: Set<String>) throws {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if knownFlags.contains(word) {
                flags.insert(word)
            } else if known.contains(word), let value = rest.popFirst() {
                values[word, default: []].append(value)
            } else {
                throw BenchError("\(word): unknown, or its value is missing\n\(Main.usage)", code: 2)
            }
        }
    }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    func all<Value>(_ name: String, or fallback: [Value], _ parse: (String) -> Value?) throws -> [Value] {
        guard let texts = values[name] else { return fallback }
        return try texts.map { text in
            guard let value = parse(text) else { throw BenchError("\(name) \(text): not understood", code: 2) }
            return value
        }
    }

    func one<Value>(_ name: String, or fallback: Value, _ parse: (String) -> Value?) throws -> Value {
        try all(name, or: [fallback], parse).last ?? fallback
    }
}
