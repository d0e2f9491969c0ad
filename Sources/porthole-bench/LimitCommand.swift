import Foundation
import PortholeKit

/// `limit`: the bare loop on a y4m file, read picture by picture, for comparison with whole programs.
struct LimitCommand {
    private let size: Size
    private let path: String
    private let fps: Double
    private let seconds: Double
    private let hasMini: Bool

    init(_ arguments: [String]) throws {
        let options = try Options(
            arguments, values: ["--size", "--src", "--fps", "--secs"], flags: ["--read", "--mini"])
        size = try options.one("--size", or: Size(1280, 720)) { Size($0) }
        path = try options.one("--src", or: "") { $0 }
        fps = try options.one("--fps", or: 30) { Double($0).flatMap { $0 > 0 ? $0 : nil } }
        seconds = try options.one("--secs", or: 5) { Double($0).flatMap { $0 > 0 ? $0 : nil } }
        hasMini = options.has("--mini")
        if path.isEmpty { throw BenchError("limit needs --src FILE.y4m", code: 2) }
    }

    func run() throws {
        let reader = try Y4MFile(path)
        var rects = [Rect(x: 100, y: 100, width: size.width, height: size.height)]
        if hasMini { rects.append(Rect(x: size.width - 390, y: size.height - 180, width: 480, height: 270)) }
        let loop = try LimitLoop(display: nil, rects: rects)
        let count = Int(fps * seconds)
        let shown = try loop.run(fps: fps, count: count) { try reader.next() }
        print("limit \(size)\(hasMini ? "+mini" : "") fps=\(fps): shown=\(shown) drop=\(count * rects.count - shown)")
        loop.close()
    }
}

/// A y4m file of 8-bit 4:2:0 pictures without parameters of their own, read into one buffer.
private final class Y4MFile {
    private let file: UnsafeMutablePointer<FILE>
    private let frame: ReadFrame

    init(_ path: String) throws {
        guard let file = fopen(path, "r") else { throw BenchError("can't open \(path): check the path") }
        self.file = file
        var line = [CChar](repeating: 0, count: 512)
        guard fgets(&line, 511, file) != nil else { throw BenchError("\(path) is empty") }
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.first == "YUV4MPEG2",
            let width = words.first(where: { $0.hasPrefix("W") }).flatMap({ Int($0.dropFirst()) }),
            let height = words.first(where: { $0.hasPrefix("H") }).flatMap({ Int($0.dropFirst()) })
        else { throw BenchError("\(path) is no y4m file") }
        frame = ReadFrame(Size(width, height))
    }

    deinit { fclose(file) }

    func next() throws -> VideoFrame? {
        var marker = [UInt8](repeating: 0, count: 6)
        guard fread(&marker, 1, 6, file) == 6, fread(frame.memory, 1, frame.bytes, file) == frame.bytes else {
            return nil
        }
        return frame
    }

    private final class ReadFrame: VideoFrame, @unchecked Sendable {
        let memory: UnsafeMutablePointer<UInt8>
        let bytes: Int

        init(_ size: Size) {
            let chroma = Size((size.width + 1) / 2, (size.height + 1) / 2)
            bytes = size.area + 2 * chroma.area
            memory = .allocate(capacity: bytes)
            super.init(
                size: size, format: .i420,
                planes: (
                    Plane(base: memory, stride: size.width), Plane(base: memory + size.area, stride: chroma.width),
                    Plane(base: memory + size.area + chroma.area, stride: chroma.width)
                ))
        }

        deinit { memory.deallocate() }
    }
}
