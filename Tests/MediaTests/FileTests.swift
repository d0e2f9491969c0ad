import Frames
import Geometry
import Media
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10)), .serialized) struct FileTests {
    @Test(
        "formats play, every frame, and keep theirs to the track",
        arguments: [
            ("mp4", "\(Clips.h264)", PixelFormat.i420), ("webm", "-c:v libvpx -deadline realtime", .i420),
            ("mkv", "-c:v ffv1 -pix_fmt yuv420p10le", .i420p10), ("ts", Clips.h264, .i420), ("flv", Clips.h264, .i420),
            ("avi", "-c:v mjpeg -pix_fmt yuvj420p", .i420), ("y4m", "-pix_fmt yuv420p", .i420),
            ("nut.y4m", "-pix_fmt yuv420p10le -strict -1", .i420p10),
            ("webm", "-c:v libvpx-vp9 -pix_fmt yuv420p10le -cpu-used 8", .i420p10),
        ])
    func formats(_ suffix: String, _ codec: String, _ format: PixelFormat) async throws {
        try await Clips.with { clips in
            let path = try await clips.make("\(Clips.picture) -t 1 \(codec) a.\(suffix)")
            let recorder = try await Recorder.play(path, .fast)
            #expect(recorder.allEvents == [.playing, .ended])
            #expect(recorder.count == 30)
            #expect(Set(recorder.allShots.map(\.format)) == [format])
            #expect(recorder.allShots.allSatisfy { $0.size == Size(320, 180) })
        }
    }

    @Test("chroma of other kinds is converted", arguments: ["yuv422p", "yuv444p", "gray"])
    func converted(_ name: String) async throws {
        try await Clips.with { clips in
            let path = try await clips.make("\(Clips.picture) -t 0.5 -c:v ffv1 -pix_fmt \(name) a.mkv")
            let recorder = try await Recorder.play(path, .fast)
            #expect(recorder.allEvents == [.playing, .ended])
            #expect(recorder.count == 15)
        }
    }

    @Test("y4m of another chroma goes through GStreamer", arguments: ["yuv422p", "yuv444p"])
    func y4mOther(_ name: String) async throws {
        try await Clips.with { clips in
            let path = try await clips.make("\(Clips.picture) -t 0.5 -pix_fmt \(name) a.y4m")
            let recorder = try await Recorder.play(path, .fast)
            #expect(recorder.allEvents == [.playing, .ended])
            #expect(recorder.count == 15)
        }
    }

    @Test("y4m pictures are the file's bytes")
    func y4mBytes() async throws {
        try await Clips.with { clips in
            var bytes = Array("YUV4MPEG2 W3 H3 F25:1 A4:3 C420jpeg XCOLORRANGE=FULL\n".utf8)
            bytes += Array("FRAME\n".utf8) + Array(1...17)
            bytes += Array("FRAME Ip\n".utf8) + Array(101...117)
            let recorder = try await Recorder.play(try clips.write(bytes, to: "a.y4m"), .fast)
            #expect(recorder.allEvents == [.playing, .ended])
            #expect(recorder.count == 2)
            let frame = try #require(recorder.lastFrame)
            #expect(frame.pixelAspect == Ratio(4, 3))
            #expect(frame.color.range == .full)
            #expect(frame.planes.0.base[8] == 109)
            #expect(frame.planes.1?.base[0] == 110)
            #expect(frame.planes.2?.base[3] == 117)
        }
    }

    @Test(
        "a turned picture says so, as ffprobe counts: degrees to the left",
        arguments: [(90, 270), (180, 180), (270, 90)])
    func rotated(_ left: Int, _ right: Int) async throws {
        try await Clips.with { clips in
            let plain = try await clips.make("\(Clips.picture) -t 0.5 \(Clips.h264) plain.mp4")
            let path = try await clips.make("-i \(plain) -metadata:s:v rotate=\(left) -c copy turned.mp4")
            let recorder = try await Recorder.play(path, .fast)
            #expect(recorder.allEvents == [.playing, .ended])
            #expect(Set(recorder.allShots.map(\.orientation.rotation.rawValue)) == [right])
        }
    }

    @Test("pixel aspect and colour arrive")
    func anamorphic() async throws {
        try await Clips.with { clips in
            let flags = "-vf setsar=16/11 -color_range pc -colorspace bt709 -color_primaries bt709 -color_trc bt709"
            let path = try await clips.make("\(Clips.picture) -t 0.5 \(Clips.h264) \(flags) a.mkv")
            let shot = try #require(try await Recorder.play(path, .fast).allShots.first)
            #expect(shot.pixelAspect == Ratio(16, 11))
            #expect(shot.color == ColorSpace(.bt709, .full))
        }
    }

    @Test("a stream that changes its size goes on in the new one")
    func sizeChange() async throws {
        try await Clips.with { clips in
            let first = try await clips.make("\(Clips.picture) -t 1 \(Clips.h264) -muxdelay 0 1.ts")
            let second = try await clips.make(
                "-f lavfi -i testsrc2=s=180x320:r=30,setsar=2 -t 1 \(Clips.h264) -muxdelay 0 -output_ts_offset 1 2.ts")
            let path = try clips.write(try bytes(first) + bytes(second), to: "both.ts")
            let recorder = try await Recorder.play(path)
            #expect(recorder.allEvents == [.playing, .ended])
            #expect(recorder.allShots.first?.size == Size(320, 180))
            #expect(recorder.allShots.last?.size == Size(180, 320))
            #expect(recorder.allShots.last?.pixelAspect == Ratio(2, 1))
            #expect(recorder.allShots.allSatisfy { ($0.size == Size(180, 320)) == ($0.pixelAspect != .one) })
        }
    }

    @Test("a stream whose time jumps back goes on")
    func timeJumpsBack() async throws {
        try await Clips.with { clips in
            let part = try await clips.make("\(Clips.picture) -t 1 \(Clips.h264) -muxdelay 0 1.ts")
            let path = try clips.write(try bytes(part) + bytes(part), to: "twice.ts")
            let recorder = try await Recorder.play(path)
            #expect(recorder.allEvents == [.playing, .ended])
            #expect(recorder.count > 45)
        }
    }

    @Test("a real film of the sample set plays", .enabled(if: Samples.folder != nil))
    func sample() async throws {
        let folder = try #require(Samples.folder)
        let recorder = try await Recorder.play(folder + "/carphone_pristine.mp4", .fast)
        #expect(recorder.allEvents == [.playing, .ended])
        #expect(recorder.count > 100)
    }
}
