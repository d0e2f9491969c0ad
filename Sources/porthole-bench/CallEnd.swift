import Foundation
import PortholeKit

/// One end of a benchmark's call: sends numbered pictures and notes when those of the other side came.
final class CallEnd: Sendable {
    let peer: WebRTCPeer
    /// When each number left: drawn, before it was compressed.
    let sent = NumberLog()
    /// When each number came: decompressed, before it was drawn.
    let shown = NumberLog()
    /// What comes.
    let remote = VideoTrack()
    private let player: MediaPlayer?
    private let told = Told()

    private final class Told: Sendable {
        let phases = Lock<[(phase: PeerState.Phase, at: UInt64)]>([])
    }

    /// - Parameters:
    ///   - size: of the pictures that are sent; nil sends none.
    ///   - localAddress: the only one that is used.
    init(size: Size?, rate: Int, sound: PeerSound = .silence) throws {
        let own = VideoTrack()
        remote.add(shown)
        var options = PeerOptions.loopback
        // A relay may be away.
        options.limits = PeerState.Limits()
        options.sound = sound
        options.video = own
        let told = told
        peer = WebRTCPeer(options: options, track: remote) { event in
            if case .phase(let phase) = event { told.phases.withLock { $0.append((phase, HostTime.now())) } }
        }
        guard let size else {
            player = nil
            peer.setSending(microphone: true, camera: false)
            return
        }
        own.add(sent)
        let source = try MediaSource("test:counter?size=\(size.width)x\(size.height)&fps=\(rate)")
        player = try MediaPlayer(source, track: own) { _ in }
        peer.setSending(microphone: true, camera: true)
    }

    /// Begins to send pictures.
    func play() { player?.play() }

    /// How it went on, and when, in `HostTime`.
    var phases: [(phase: PeerState.Phase, at: UInt64)] { told.phases.withLock { $0 } }
    /// Both sides are there.
    var isConnected: Bool { phases.contains { $0.phase == .connected } }

    func close() async {
        await peer.close(reason: "hang-up")
        await player?.stop()
    }
}

/// Notes when numbered pictures passed.
final class NumberLog: VideoRenderer, Sendable {
    private let times = Lock<[(number: Int, at: UInt64)]>([])

    func render(_ frame: VideoFrame) {
        let now = HostTime.now()
        guard let number = CounterPattern.read(frame) else { return }
        times.withLock { $0.append((number, now)) }
    }

    /// All, in the order in which they passed.
    var all: [(number: Int, at: UInt64)] { times.withLock { $0 } }
    /// How many passed.
    var count: Int { times.withLock { $0.count } }

    /// How many different ones a second passed between two times, and the longest time without one, in seconds.
    func flow(from start: UInt64, to end: UInt64) -> (rate: Double, longestGap: Double) {
        var last = start
        var longest: UInt64 = 0
        var count = 0
        var number = -1
        for entry in all where entry.at >= start && entry.at < end && entry.number != number {
            longest = max(longest, entry.at - last)
            last = entry.at
            number = entry.number
            count += 1
        }
        longest = max(longest, end > last ? end - last : 0)
        return (Double(count) / (Double(end - start) / 1e9), Double(longest) / 1e9)
    }
}
