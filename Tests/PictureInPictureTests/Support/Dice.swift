import Geometry

/// Chance that falls the same each time (SplitMix64).
struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }

    /// A number below `limit`.
    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }

    /// A rectangle inside a square.
    mutating func rect(in side: Int) -> Rect {
        let (x, y) = (below(side - 1), below(side - 1))
        return Rect(x: x, y: y, width: 1 + below(side - x), height: 1 + below(side - y))
    }
}
