import PortholeKit

/// An I420 picture in memory: what a decoder would hand over, without the decoder.
final class BenchFrame: VideoFrame, @unchecked Sendable {
    private let storage: UnsafeMutablePointer<UInt8>

    /// A picture whose every row differs from frame to frame, so that nothing is shown twice.
    init(_ size: Size, index: Int) {
        let (width, height) = (size.width, size.height)
        let (chromaWidth, chromaHeight) = ((width + 1) / 2, (height + 1) / 2)
        storage = .allocate(capacity: width * height + 2 * chromaWidth * chromaHeight)
        for y in 0..<height {
            for x in 0..<width { storage[y * width + x] = UInt8(truncatingIfNeeded: x &+ y &* 3 &+ index &* 7) }
        }
        let chroma = storage + width * height
        for y in 0..<2 * chromaHeight {
            for x in 0..<chromaWidth { chroma[y * chromaWidth + x] = UInt8(truncatingIfNeeded: x &* 2 &+ y &+ index) }
        }
        super.init(
            size: size, format: .i420,
            planes: (
                Plane(base: storage, stride: width), Plane(base: chroma, stride: chromaWidth),
                Plane(base: chroma + chromaWidth * chromaHeight, stride: chromaWidth)
            ), color: ColorSpace(.bt709, .limited))
    }

    /// A grey picture; the luma in video levels, 16 to 235.
    init(_ size: Size, luma: UInt8) {
        let (chroma, area) = ((size.width + 1) / 2 * ((size.height + 1) / 2), size.area)
        storage = .allocate(capacity: area + 2 * chroma)
        storage.initialize(repeating: luma, count: area)
        (storage + area).initialize(repeating: 128, count: 2 * chroma)
        let stride = (size.width + 1) / 2
        super.init(
            size: size, format: .i420,
            planes: (
                Plane(base: storage, stride: size.width), Plane(base: storage + area, stride: stride),
                Plane(base: storage + area + chroma, stride: stride)
            ), color: ColorSpace(.bt709, .limited))
    }

    deinit { storage.deallocate() }
}
