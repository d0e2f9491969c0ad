import Frames
import Geometry
import Glibc

/// Reads a YUV4MPEG2 file (mjpegtools' yuv4mpeg(5)) with one `preadv` a picture, straight into pooled memory.
///
/// Of our own because it is what benchmarks play: GStreamer's way through `filesrc` and `y4mdec` copies each picture
/// once more. Only 4:2:0 of 8 and 10 bits; for anything else there is no reader, and GStreamer plays it.
final class Y4MReader: FrameGenerator, @unchecked Sendable {
    let rate: (Int64, Int64)
    let frameCount: Int64?
    private let descriptor: Int32
    private let path: String
    private let layout: I420Layout
    private let format: PixelFormat
    private let color: ColorSpace
    private let pixelAspect: Ratio
    private let pool: CanvasPool
    private let emit: @Sendable (MediaPlayer.Event) -> Void
    /// Where picture `nextIndex` begins.
    private var offset: Int
    private var nextIndex: Int64 = 0
    private let start: Int
    /// True while each picture's header is the shortest one, so that a place can be computed.
    private static let marker: [UInt8] = Array("FRAME\n".utf8)

    /// Nil when the file is of another format, or of a kind of this one that is not read here.
    init?(path: String, emit: @escaping @Sendable (MediaPlayer.Event) -> Void) throws(MediaError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw MediaError(.failed, "can't open \(path)", why: String(cString: strerror(errno)))
        }
        var head = [UInt8](repeating: 0, count: 1024)
        let count = max(0, pread(descriptor, &head, head.count, 0))
        guard let end = head[..<count].firstIndex(of: 10), let header = Y4MHeader(head[..<end]) else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        self.path = path
        self.emit = emit
        layout = I420Layout(header.size, sampleBytes: header.format == .i420 ? 1 : 2, alignment: 1)
        format = header.format
        color = ColorSpace(ColorSpace.unspecified(for: header.size).matrix, header.isFullRange ? .full : .limited)
        pixelAspect = header.pixelAspect
        rate = header.rate
        pool = CanvasPool(bytes: layout.bytes)
        start = end + 1
        offset = start
        var info = stat()
        fstat(descriptor, &info)
        frameCount = Int64((Int(info.st_size) - start) / (layout.bytes + Y4MReader.marker.count))
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    }

    deinit { close(descriptor) }

    func frame(_ index: Int64) throws(MediaError) -> VideoFrame? {
        if index != nextIndex { offset = start + Int(index) * (layout.bytes + Y4MReader.marker.count) }
        nextIndex = index + 1
        let block = pool.take()
        guard let length = try read(into: block.base) else {
            pool.give(block)
            return nil
        }
        offset += length
        let begin = time(index)
        return PooledFrame(
            block, of: pool, layout: layout, format: format, color: color, pixelAspect: pixelAspect,
            timestamp: begin, duration: time(index + 1) - begin)
    }

    /// - Returns: how long the picture is in the file, with its header; nil at the end.
    private func read(into base: UnsafeMutablePointer<UInt8>) throws(MediaError) -> Int? {
        let marker = Y4MReader.marker.count
        var header: (UInt64, UInt64) = (0, 0)
        let (count, isPlain, isMarked) = withUnsafeMutableBytes(of: &header) { header in
            var parts = [
                iovec(iov_base: header.baseAddress, iov_len: marker), iovec(iov_base: base, iov_len: layout.bytes),
            ]
            var count = preadv(descriptor, &parts, 2, offset)
            // A signal or a network file system may cut it short.
            while count >= marker, count < marker + layout.bytes {
                let more = pread(descriptor, base + (count - marker), marker + layout.bytes - count, offset + count)
                if more <= 0 { break }
                count += more
            }
            return (
                count, header.prefix(marker).elementsEqual(Y4MReader.marker),
                header.prefix(marker - 1).elementsEqual(Y4MReader.marker.dropLast())
            )
        }
        if count == 0 { return nil }
        if count < 0 { throw MediaError(.failed, "can't read \(path)", why: String(cString: strerror(errno))) }
        if count >= marker, !isMarked {
            throw MediaError(
                .damaged, "can't go on with \(path)", why: "there is no picture where one should begin",
                remedy: "make the file again")
        }
        if isPlain, count == marker + layout.bytes { return count }
        if count > marker, !isPlain, let length = readSlowly(into: base) { return length }
        emit(.warning("\(path) is cut short: the last picture is not whole"))
        return nil
    }

    /// For a picture whose header carries parameters.
    private func readSlowly(into base: UnsafeMutablePointer<UInt8>) -> Int? {
        var head = [UInt8](repeating: 0, count: 512)
        let count = max(0, pread(descriptor, &head, head.count, offset))
        guard let end = head[..<count].firstIndex(of: 10) else { return nil }
        var done = 0
        while done < layout.bytes {
            let more = pread(descriptor, base + done, layout.bytes - done, offset + end + 1 + done)
            if more <= 0 { return nil }
            done += more
        }
        return end + 1 + layout.bytes
    }
}
