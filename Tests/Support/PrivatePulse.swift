/// A PulseAudio of a test's own, with null sinks for speakers and what they play for microphones.
public struct PrivatePulse: Sendable {
    /// As PULSE_SERVER takes it.
    public let server: String
    /// Its process.
    public let child: Child

    /// Starts one with a socket in `folder`, hands it to `body` when it answers, and ends it afterwards.
    ///
    /// - Parameter modules: what it loads, each with its arguments.
    public static func with<Result>(
        folder: String, _ modules: [String], _ body: (PrivatePulse) async throws -> Result
    ) async throws -> Result {
        let socket = folder + "/sound.sock"
        let all = ["module-native-protocol-unix auth-anonymous=1 socket=\(socket)"] + modules
        let words = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1"] + all.flatMap { ["-L", $0] }
        let home = ["HOME": folder, "XDG_RUNTIME_DIR": folder]
        return try await Child.with(words, environment: home) { child in
            let pulse = PrivatePulse(server: "unix:" + socket, child: child)
            // The socket is there before anybody listens on it.
            var isUp = false
            for _ in 0..<100 where !isUp { isUp = try await pulse.tell(["info"]).status == 0 }
            guard isUp else { throw Child.Failure("pulseaudio: \(child.output)") }
            return try await body(pulse)
        }
    }

    /// A speaker: a null sink.
    public static func speaker(_ id: String, _ name: String) -> String {
        "module-null-sink sink_name=\(id) sink_properties=\"device.description='\(name)'\""
    }

    /// A microphone that hears what is played into the null sink `master`.
    public static func microphone(_ id: String, _ name: String, of master: String) -> String {
        "module-remap-source source_name=\(id) master=\(master).monitor "
            + "source_properties=\"device.description='\(name)'\""
    }

    /// Plugs a device in: loads its module.
    /// - Returns: the number of the module, for `unload`.
    @discardableResult public func load(_ module: String) async throws -> String {
        try await order(["load-module"] + module.split(separator: " ", maxSplits: 1).map(String.init))
            .filter(\.isNumber)
    }

    /// Pulls a device out: unloads the module that has a word in its arguments.
    public func unload(_ word: String) async throws {
        for line in try await order(["list", "short", "modules"]).split(separator: "\n") where line.contains(word) {
            _ = try await order(["unload-module", line.prefix { $0.isNumber }.description])
        }
    }

    /// Runs `pactl`, which must succeed.
    @discardableResult public func order(_ words: [String]) async throws -> String {
        let result = try await tell(words)
        guard result.status == 0 else { throw Child.Failure("pactl \(words): \(result)") }
        return result.output
    }

    private func tell(_ words: [String]) async throws -> (status: Int32, output: String) {
        try await Child.run(["pactl", "-s", server] + words)
    }

    /// Hears what a sink plays.
    public func withEar<Result>(on sink: String, _ body: (PulseEar) async throws -> Result) async throws -> Result {
        let words = ["parec", "--device=\(sink).monitor", "--format=u8", "--rate=8000", "--channels=1"]
        return try await Child.with(words, environment: ["PULSE_SERVER": server], mergeErrors: false) {
            try await body(PulseEar(child: $0))
        }
    }

    /// Plays clicks into a sink: noise suppression takes an even tone for noise.
    public func withClicks<Result>(into sink: String, _ body: () async throws -> Result) async throws -> Result {
        let words = [
            "gst-launch-1.0", "-q", "audiotestsrc", "is-live=true", "wave=ticks", "!", "audioconvert", "!", "pulsesink",
            "server=\(server)", "device=\(sink)",
        ]
        return try await Child.with(words) { _ in try await body() }
    }
}

/// What a sink plays: 8,000 samples of one byte a second.
public struct PulseEar: Sendable {
    let child: Child

    /// Whether something was heard in the last `tenths` of a second; silence is 0x80 throughout.
    public func hears(_ tenths: Int) -> Bool {
        child.output.unicodeScalars.suffix(800 * tenths).contains { $0.isASCII && $0.value < 0x78 }
    }

    /// How long it has listened, in tenths of a second.
    public var tenths: Int { child.output.unicodeScalars.count / 800 }
}
