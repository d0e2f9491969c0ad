import Foundation
import Frames
public import Geometry
public import Media

/// Two ends of a call in this process that were connected with each other, straight or through a relay.
public struct CallPair: Sendable {
    /// The one that made the offer.
    public let caller: CallEnd
    /// The one that answered.
    public let callee: CallEnd

    /// Connects two ends.
    ///
    /// - Parameters:
    ///   - sizes: what the caller and the one who is called send; nil sends none.
    ///   - rate: pictures a second.
    ///   - relay: what lies between them.
    ///   - sounds: what each says and hears.
    /// - Throws: an `EmulationError`, `PeerError` or `MediaError` when they don't come together.
    public init(
        sizes: (Size?, Size?), rate: Int, relay: LossyRelay? = nil,
        sounds: (PeerSound, PeerSound) = (.silence, .silence)
    ) async throws {
        caller = try CallEnd(size: sizes.0, rate: rate, sound: sounds.0)
        callee = try CallEnd(size: sizes.1, rate: rate, sound: sounds.1)
        do {
            var offer = try await caller.peer.offer()
            if let relay { offer = try relay.describe(offer, of: .caller) }
            var answer = try await callee.peer.answer(to: offer)
            if let relay { answer = try relay.describe(answer, of: .callee) }
            try await caller.peer.accept(answer)
            try await wait("the call was not connected") { $0.caller.isConnected && $0.callee.isConnected }
            caller.play()
            callee.play()
        } catch {
            await close()
            throw error
        }
    }

    /// Waits until something has happened, 30 s at most.
    ///
    /// - Throws: an `EmulationError` that begins with `complaint` when it has not.
    public func wait(_ complaint: String, _ done: (CallPair) -> Bool) async throws {
        let limit = HostTime.now() + 30_000_000_000
        while !done(self) {
            for end in [caller, callee] {
                if case .failed(let error)? = end.phases.last?.phase { throw EmulationError("\(complaint): \(error)") }
            }
            guard HostTime.now() < limit else { throw EmulationError(complaint) }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Both hang up, one after the other.
    public func close() async {
        await caller.close()
        await callee.close()
    }
}
