/// A gain that goes to silence and back within a hundredth of a second, so that a change of devices does not click. Pure.
struct SoundRamp: Sendable {
    /// Where the gain goes.
    var isOpen = true
    /// How far the gain is, in steps.
    private var level = 0
    /// 10 ms at 48,000 samples a second.
    private static let steps = 480

    /// Whether samples stay as they are.
    var isFlat: Bool { isOpen && level == Self.steps }

    /// Begins anew from silence.
    mutating func restart() { (isOpen, level) = (true, 0) }

    /// Makes samples as loud as they are to be.
    mutating func apply(to samples: UnsafeMutableBufferPointer<Int16>) {
        for index in samples.indices {
            level = isOpen ? min(Self.steps, level + 1) : max(0, level - 1)
            samples[index] = Int16(Int(samples[index]) * level / Self.steps)
        }
    }
}
