import Geometry
import Glibc

@testable import Frames

/// Memory between two pages that nobody may touch: one byte read or written outside ends the test run.
final class GuardedMemory: @unchecked Sendable {
    /// Which end the bytes touch.
    enum End: CaseIterable { case start, end }

    let base: UnsafeMutablePointer<UInt8>
    private let mapping: UnsafeMutableRawPointer
    private let length: Int

    init(_ count: Int, at end: End) {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let room = (count + page - 1) / page * page
        length = room + 2 * page
        guard let mapped = mmap(nil, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), mapped != MAP_FAILED
        else { preconditionFailure("no memory") }
        mapping = mapped
        guard mprotect(mapped + page, room, PROT_READ | PROT_WRITE) == 0 else { preconditionFailure("no memory") }
        let inner = mapped + page
        base = (end == .start ? inner : inner + room - count).assumingMemoryBound(to: UInt8.self)
    }

    deinit { munmap(mapping, length) }
}

/// A frame whose planes have no byte to spare on one side.
final class GuardedFrame: VideoFrame, @unchecked Sendable {
    private let memory: [GuardedMemory]

    /// A copy of `frame`, packed with `padding` unused samples a row but after the last.
    init(_ frame: VideoFrame, at end: GuardedMemory.End, padding: Int = 0) {
        var memory: [GuardedMemory] = [], planes: [Plane] = []
        for (index, plane) in [frame.planes.0, frame.planes.1, frame.planes.2].compactMap({ $0 }).enumerated() {
            let bytes = frame.format.rowBytes(of: index, width: frame.size.width)
            let stride = bytes + 4 * padding
            let height = index == 0 ? frame.size.height : frame.size.halved.height
            let copy = GuardedMemory(stride * (height - 1) + bytes, at: end)
            for row in 0..<height { memcpy(copy.base + row * stride, plane.base + row * plane.stride, bytes) }
            memory.append(copy)
            planes.append(Plane(base: copy.base, stride: stride))
        }
        self.memory = memory
        super.init(
            size: frame.size, format: frame.format,
            planes: (planes[0], planes.count > 1 ? planes[1] : nil, planes.count > 2 ? planes[2] : nil),
            color: frame.color, pixelAspect: frame.pixelAspect, orientation: frame.orientation)
    }
}
