import Dispatch
import Foundation
import Frames
import Geometry
import Glibc
import Media

/// The other side of a call without an address: answers, shows a moving scene with a clock, and sends back what it hears.
///
/// It is a process of its own, started by `EchoPeerProcess`, and ends when the pipe to it closes, when the caller says
/// goodbye, or when nothing comes from the caller any more.
public enum EchoPeer {
    /// After how many seconds one's own sound comes back.
    public static let delay = 0.3
    /// What it shows.
    static let scene = "test:clock?size=640x360&fps=30"

    /// Runs on the standard input and output to the end.
    ///
    /// - Returns: the exit status of the process; 1 after one line on the standard error.
    public static func run() async -> Int32 {
        // A caller that goes away is told by write(), not by a signal that kills.
        signal(SIGPIPE, SIG_IGN)
        // While the caller makes its offer.
        WebRTCPeer.prepare()
        let (news, source) = AsyncStream<News>.makeStream()
        let reader = Thread {
            var cutter = LineCutter()
            var chunk = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(STDIN_FILENO, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0, let found = cutter.take(chunk[..<count]) else { break }
                for line in found { source.yield(.line(EchoLine(line))) }
            }
            source.yield(.over(nil))
        }
        reader.name = "caller"
        reader.start()
        var iterator = news.makeAsyncIterator()
        guard case .line(let first)? = await iterator.next() else { return 0 }
        guard case .offer(let offer)? = first else { return complain("the caller's first line is no offer") }
        let pictures = VideoTrack()
        var options = PeerOptions.loopback
        options.sound = .echo(delay: delay)
        options.video = pictures
        let peer = WebRTCPeer(options: options, track: VideoTrack()) { event in
            switch event {
            case .phase(.failed(let error)): source.yield(.over(error.description))
            case .phase(.closed): source.yield(.over(nil))
            case .otherHolds(let isHolding): source.yield(.hold(isHolding))
            case .phase, .firstFrame, .otherSends, .warning: break
            }
        }
        let player: MediaPlayer
        do {
            player = try MediaPlayer(MediaSource(scene), track: pictures) { _ in }
            write(.answer(try await peer.answer(to: offer)))
        } catch {
            write(.failed("\(error)"))
            await peer.close(reason: "failed")
            return complain("\(error)")
        }
        peer.setSending(microphone: true, camera: true)
        player.play()
        var problem: String?
        waiting: while let next = await iterator.next() {
            switch next {
            case .line: continue
            case .hold(let isHeld):
                peer.setSending(microphone: !isHeld, camera: !isHeld)
                if isHeld { player.pause() } else { player.play() }
            case .over(let why):
                problem = why
                break waiting
            }
        }
        await player.stop()
        await peer.close(reason: "hang-up")
        return problem.map(complain) ?? 0
    }

    private enum News: Sendable {
        case line(EchoLine?)
        /// The caller has put the call on hold, or goes on with it.
        case hold(Bool)
        /// It ends; with a reason when nobody wanted it to.
        case over(String?)
    }

    private static func write(_ line: EchoLine) {
        let bytes = line.bytes
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            sent += count
        }
    }

    private static func complain(_ why: String) -> Int32 {
        let text = "porthole: echo peer: \(why)\n"
        _ = text.withCString { Glibc.write(STDERR_FILENO, $0, strlen($0)) }
        return 1
    }
}
