import Geometry

/// Sound on its way from one thread to another: 48,000 samples a second, one channel.
///
/// It holds back `delay` samples, and lets go of what is more than a fifth of a second beyond: two clocks never run
/// equally fast.
final class SoundRing: Sendable {
    private struct State {
        var samples: [Int16]
        var first = 0
        var count = 0
        /// It has held back enough and gives.
        var isOpen = false
    }
    private static let slack = 9600
    private let delay: Int
    private let state: Lock<State>

    init(delay: Int) {
        self.delay = delay
        state = Lock(State(samples: [Int16](repeating: 0, count: delay + 2 * Self.slack)))
    }

    /// Appends; the oldest go when there is no room.
    func write(_ source: UnsafeBufferPointer<Int16>) {
        state.withLock { state in
            let capacity = state.samples.count
            for sample in source.suffix(capacity) {
                state.samples[(state.first + state.count) % capacity] = sample
                if state.count < capacity { state.count += 1 } else { state.first = (state.first + 1) % capacity }
            }
            if state.count >= delay { state.isOpen = true }
            if state.count > delay + Self.slack {
                let surplus = state.count - delay
                state.first = (state.first + surplus) % capacity
                state.count -= surplus
            }
        }
    }

    /// Fills `target`; with silence where there is nothing.
    func read(into target: UnsafeMutableBufferPointer<Int16>) {
        state.withLock { state in
            let capacity = state.samples.count
            let have = state.isOpen ? min(target.count, state.count) : 0
            for index in 0..<have { target[index] = state.samples[(state.first + index) % capacity] }
            for index in have..<target.count { target[index] = 0 }
            state.first = (state.first + have) % capacity
            state.count -= have
            if have < target.count { state.isOpen = false }
        }
    }
}
