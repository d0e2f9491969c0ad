import Geometry

/// The sound of several connections, added up, so that one speaker plays them all: what a microphone hears of that speaker
/// can then be taken out again. Any thread.
public final class SoundMixer: Sendable {
    private let rings = Lock<[SoundRing]>([])

    /// A mixer without inputs.
    public init() {}

    /// An input: whoever has it writes to it.
    func add() -> SoundRing {
        // Packets do not come as evenly as the speaker plays.
        let ring = SoundRing(delay: 960)
        rings.withLock { $0.append(ring) }
        return ring
    }

    /// Takes an input away.
    func remove(_ ring: SoundRing) { rings.withLock { $0.removeAll { $0 === ring } } }

    /// Fills `target` with the sum of all inputs, as loud as it can get without a wrap.
    func mix(into target: UnsafeMutableBufferPointer<Int16>) {
        target.update(repeating: 0)
        let rings = rings.withLock { $0 }
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: target.count) { part in
            for ring in rings {
                ring.read(into: part)
                for index in target.indices {
                    let sum = Int32(target[index]) + Int32(part[index])
                    target[index] = Int16(clamping: sum)
                }
            }
        }
    }
}

extension SoundMixer: Hashable {
    /// The very same mixer.
    public static func == (one: SoundMixer, other: SoundMixer) -> Bool { one === other }

    /// By what it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
