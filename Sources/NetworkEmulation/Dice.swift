/// Numbers from 0 to 1 that are the same in every run with the same seed (SplitMix64).
public struct Dice {
    private var state: UInt64

    /// Begins a row of numbers.
    public init(seed: UInt64) { state = seed }

    /// The next one.
    public mutating func next() -> Double {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return Double((value ^ value >> 31) >> 11) / Double(1 << 53)
    }
}
