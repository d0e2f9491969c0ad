/// Memory for intermediate pictures: grows to what the largest needs, and stays. One thread.
final class Scratch {
    private var memory: UnsafeMutableRawPointer?
    private(set) var capacity = 0

    deinit { memory?.deallocate() }

    /// At least `count` bytes, aligned for SIMD, with what was in them lost.
    func bytes(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        if let memory, capacity >= count { return memory.assumingMemoryBound(to: UInt8.self) }
        memory?.deallocate()
        // A window that grows by hand asks for a little more each time.
        capacity = count + count / 4
        let new = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 64)
        memory = new
        return new.assumingMemoryBound(to: UInt8.self)
    }
}
