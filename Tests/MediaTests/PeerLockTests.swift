import CGStreamer
import Dispatch
import Geometry
import TestSupport
import Testing

@testable import Media

/// Locks of `webrtcbin`'s parts, which are taken in one order here and in the other there.
@Suite(.timeLimit(.minutes(5))) struct PeerLockTests {
    @Test("a call whose latency is set all the time while its first packets come does not stand still")
    func latency() async throws {
        for _ in 0..<4 {
            let one = End(.silence, "test:counter?size=160x90")
            let other = End(.silence, "test:counter?size=160x90")
            let isOver = Lock(false)
            let core = one.peer.core
            DispatchQueue.global().async {
                var time: Int32 = 60
                while !isOver.withLock({ $0 }) {
                    time = time == 60 ? 61 : 60
                    let value = time
                    core.queue.sync { if let peer = core.peer { shim_set_int(peer, "latency", value) } }
                }
            }
            try await one.peer.accept(other.peer.answer(to: one.peer.offer()))
            let shows = await settle { one.shown.count > 3 && other.shown.count > 3 }
            #expect(shows, "\(one.phases) \(other.phases)")
            isOver.withLock { $0 = true }
            // Whoever stands still can't be closed either.
            guard shows else { return }
            await one.close()
            await other.close()
        }
    }
}
