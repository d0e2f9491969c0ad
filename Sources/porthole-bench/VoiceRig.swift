import Foundation
import NetworkEmulation
import PortholeKit

/// A sound server of the benchmark's own with a mouth and an ear: two sinks that play to nobody. What is played into the
/// mouth is what the default microphone hears; the ear is the default speaker. Both are listened to in the same way, so
/// that what listening takes is in neither difference.
final class VoiceRig {
    private let folder: URL
    private var children: [pid_t] = []
    private let ears: [Onsets]

    /// For `PULSE_SERVER`.
    let server: String

    /// - Throws: `BenchError` where PulseAudio is missing or does not start within 10 s.
    init(seconds: Double) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("porthole-voice-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        server = "unix:\(folder.path)/socket"
        ears = [Onsets(), Onsets()]
        do {
            try start(seconds)
        } catch {
            stop()
            throw error
        }
    }

    private func start(_ seconds: Double) throws {
        try spawn([
            "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--realtime=no", "-L",
            "module-native-protocol-unix auth-anonymous=1 socket=\(folder.path)/socket", "-L",
            "module-null-sink sink_name=ear", "-L", "module-null-sink sink_name=mouth",
        ])
        let limit = HostTime.now() + 10_000_000_000
        while try !control(["set-default-sink", "ear"]) || !control(["set-default-source", "mouth.monitor"]) {
            guard HostTime.now() < limit else { throw BenchError("pulseaudio does not start") }
            usleep(50_000)
        }
        for (name, ear) in zip(["mouth", "ear"], ears) {
            var ends: [Int32] = [0, 0]
            guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
                throw BenchError("no pipe to listen by")
            }
            let entry = ends[0]
            Thread.detachNewThread { ear.listen(entry) }
            defer { close(ends[1]) }
            let words = ["parec", "--raw", "--format=s16le", "--rate=48000", "--channels=1", "--latency-msec=5"]
            try spawn(words + ["--device=\(name).monitor"], to: ends[1])
        }
        let words = folder.appendingPathComponent("words.raw")
        try Self.speech(seconds).write(to: words)
        voice = ["pacat", "--raw", "--format=s16le", "--rate=48000", "--channels=1", "--device=mouth", words.path]
    }
    private var voice: [String] = []

    /// Begins to speak.
    func speak() throws { try spawn(voice) }

    /// From the mouth to the ear, in seconds, for each word that reached it within a second.
    var delays: [Double] {
        ears[0].all.compactMap { said in
            ears[1].all.first { $0 >= said && $0 < said + 1_000_000_000 }.map { Double($0 - said) / 1e9 }
        }
    }
    /// How many words were said.
    var said: Int { ears[0].all.count }

    /// Ends all of it.
    func stop() {
        for child in children.reversed() {
            kill(child, SIGKILL)
            waitpid(child, nil, 0)
        }
        children = []
        try? FileManager.default.removeItem(at: folder)
    }

    private func spawn(_ words: [String], to output: Int32? = nil) throws {
        children.append(try launch(words, to: output))
    }

    private func control(_ words: [String]) throws -> Bool {
        var status: Int32 = 0
        waitpid(try launch(["pactl"] + words, to: nil), &status, 0)
        return status == 0
    }

    private func launch(_ words: [String], to output: Int32?) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for number: Int32 in 0...2 { posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0) }
        if let output { posix_spawn_file_actions_adddup2(&actions, output, 1) }
        let own = ["PULSE_SERVER": server, "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path]
        let environment = ProcessInfo.processInfo.environment.merging(own) { $1 }.map { strdup("\($0)=\($1)") } + [nil]
        let arguments = words.map { strdup($0) } + [nil]
        defer { for text in environment + arguments { free(text) } }
        var child = pid_t()
        guard posix_spawnp(&child, words[0], &actions, nil, arguments, environment) == 0 else {
            throw BenchError("no \(words[0]): install pulseaudio and pulseaudio-utils")
        }
        return child
    }

    /// Clicks with pauses of different lengths: noise suppression takes whatever is even for noise.
    private static func speech(_ seconds: Double) -> Data {
        var dice = Dice(seed: 7)
        var samples: [Int16] = []
        while Double(samples.count) < seconds * 48_000 {
            samples += [Int16](repeating: 0, count: 24_000 + Int(dice.next() * 14_400))
            for index in 0..<480 {
                samples.append(
                    Int16(26_000 * sin(Double(index) / 48_000 * 440 * 2 * .pi) * sin(Double(index) / 480 * .pi)))
            }
        }
        return samples.withUnsafeBytes { Data($0) }
    }
}

/// When it became loud after a silence, in a stream of 16-bit samples at 48 kHz.
private final class Onsets: Sendable {
    private struct State {
        var times: [UInt64] = []
        var quiet = 48_000
    }
    private let state = Lock(State())

    var all: [UInt64] { state.withLock { $0.times } }

    /// Reads until the other side is gone.
    func listen(_ entry: Int32) {
        var bytes = [UInt8](repeating: 0, count: 9600)
        while true {
            let length = read(entry, &bytes, bytes.count)
            guard length > 0 else { break }
            take(bytes, length / 2)
        }
        close(entry)
    }

    private func take(_ bytes: [UInt8], _ count: Int) {
        let now = HostTime.now()
        bytes.withUnsafeBytes { bytes in
            state.withLock { state in
                for index in 0..<count {
                    let sample = bytes.loadUnaligned(fromByteOffset: index * 2, as: Int16.self)
                    guard sample.magnitude > 60 else {
                        state.quiet += 1
                        continue
                    }
                    // The last sample of what was read is the youngest.
                    if state.quiet > 9600 { state.times.append(now - UInt64(count - index) * 1_000_000_000 / 48_000) }
                    state.quiet = 0
                }
            }
        }
    }
}
