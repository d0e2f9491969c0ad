import Foundation
import Frames
import Geometry
import Media
import TestSupport
import Testing

@Suite("Writing videos", .timeLimit(.minutes(10)), .serialized)
struct VideoWriterTests {
    /// Writes pictures of stripes that go by, as fast as the encoder takes them.
    private func write(_ count: Int, to writer: VideoWriter) async {
        for index in 0..<count {
            _ = await settle {
                writer.failure != nil
                    || writer.write(at: .milliseconds(index * 100)) { target in
                        for row in 0..<target.size.height {
                            memset(
                                target.base + row * target.stride, Int32((index * 7 + row * row) % 256), target.stride)
                        }
                    }
            }
        }
    }

    @Test("what is written plays: form, sides, pictures, duration", arguments: VideoFileForm.allCases)
    func plays(form: VideoFileForm) async throws {
        try await withFolder { folder in
            let path = "\(folder)/a.\(form.rawValue)"
            let writer = try VideoWriter(path: path, size: Size(321, 181), frameRate: 10)
            #expect(writer.size == Size(320, 180))
            await write(25, to: writer)
            let summary = try writer.finish()
            #expect(summary.frames == 25 && summary.duration == .milliseconds(2500), "\(summary)")
            #expect(try writer.finish() == summary)
            #expect(!writer.write(at: .seconds(9)) { _ in })
            let probe = try await Probe(path)
            #expect(probe.codec == (form == .webm ? "vp8" : "h264"))
            #expect(probe.width == 320 && probe.height == 180 && probe.frames == 25, "\(probe)")
            #expect(abs(probe.duration - 2.5) < 0.15, "\(probe)")
        }
    }

    @Test("a file that nobody finished plays up to there", arguments: VideoFileForm.allCases)
    func cutOff(form: VideoFileForm) async throws {
        try await withFolder { folder in
            let path = "\(folder)/a.\(form.rawValue)"
            let writer = try VideoWriter(path: path, size: Size(320, 180), frameRate: 10)
            await write(60, to: writer)
            let copy = "\(folder)/copy.\(form.rawValue)"
            // As a machine leaves it that is switched off: the file as it is at some moment.
            let isThere = await settle {
                try? FileManager.default.removeItem(atPath: copy)
                try? FileManager.default.copyItem(atPath: path, toPath: copy)
                return (try? FileManager.default.attributesOfItem(atPath: copy)[.size] as? Int) ?? 0 > 4000
            }
            #expect(isThere)
            let frames = try await Child.run([
                "ffprobe", "-v", "quiet", "-count_frames", "-select_streams", "v:0", "-show_entries",
                "stream=nb_read_frames", "-of", "csv=p=0", copy,
            ]).output
            let count = Int(frames.prefix { $0.isNumber }) ?? 0
            #expect(count > 0, "\(frames)")
            _ = try writer.finish()
        }
    }

    @Test("times that stand still or run backwards are put in order")
    func times() async throws {
        try await withFolder { folder in
            let path = "\(folder)/a.webm"
            let writer = try VideoWriter(path: path, size: Size(64, 64))
            for time in [Duration.milliseconds(500), .milliseconds(500), .milliseconds(100), .seconds(1)] {
                _ = await settle { writer.write(at: time) { memset($0.base, 9, $0.stride * $0.size.height) } }
            }
            _ = try writer.finish()
            #expect(try await Probe(path).frames == 4)
        }
    }

    private func refusal(_ path: String, _ size: Size = Size(64, 64)) -> MediaError? {
        do throws(MediaError) {
            _ = try VideoWriter(path: path, size: size)
            return nil
        } catch {
            return error
        }
    }

    @Test("what can't be recorded is refused with the reason and what to do")
    func refused() throws {
        let cases: [(MediaError?, MediaError.Code, String)] = [
            (refusal("/no/such/folder/a.webm"), .noSuchFile, "folder"),
            (refusal("/tmp/a.avi"), .unsupported, ".webm or .mp4"), (refusal("/tmp/webm"), .unsupported, ".webm"),
            (refusal("/tmp/.webm/a"), .unsupported, ".webm"),
            (refusal("/tmp/a.webm", Size(8, 8)), .unsupported, "16x16"),
            (refusal("/dev/null/a.webm"), .failed, "write to"),
        ]
        for (error, code, remedy) in cases {
            #expect(error?.code == code && error?.remedy.contains(remedy) == true, "\(String(describing: error))")
        }
        #expect(try VideoFileForm(path: "out/A.B.MP4") == .mp4)
    }

    @Test("an encoder that is not installed is told with its package, and another is taken")
    func encoders() throws {
        let error = #expect(throws: MediaError.self) { try VideoFileForm.webm.check { $0 != "vp8enc" } }
        #expect(error?.code == .missingPlugin && error?.remedy.contains("gstreamer1.0-plugins-good") == true)
        #expect(throws: MediaError.self) { try VideoFileForm.mp4.check { $0 == "openh264enc" } }
        try VideoFileForm.mp4.check { $0 == "x264enc" || $0 == "mp4mux" }
        try VideoFileForm.mp4.check()
    }

    @Test("a full disk and a recording of nothing are failures that say so")
    func full() async throws {
        try await withFolder { folder in
            let path = "\(folder)/full.webm"
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
            let writer = try VideoWriter(path: path, size: Size(320, 180))
            await write(30, to: writer)
            let error = #expect(throws: MediaError.self) { try writer.finish() }
            #expect(error?.why == "the disk is full", "\(String(describing: error))")
            let empty = try VideoWriter(path: "\(folder)/empty.mp4", size: Size(320, 180))
            #expect(#expect(throws: MediaError.self) { try empty.finish() }?.code == .noVideo)
        }
    }
}
