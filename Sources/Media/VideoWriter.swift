import CGStreamer
public import Frames
public import Geometry
import Glibc

/// Writes pictures into a video file as they come, each with its time: a recording of the screen.
///
/// Pictures are handed over on one thread; `write` copies and returns, and the encoder works on threads of its own. One
/// that can't keep up loses pictures, never time. Whatever happens, `finish` makes a file that plays of what there is.
public final class VideoWriter: @unchecked Sendable {
    /// What became of a recording.
    public struct Summary: Sendable, Hashable {
        /// Pictures in the file.
        public var frames = 0
        /// Pictures that the encoder had no time for.
        public var dropped = 0
        /// From the first picture to the end of the last.
        public var duration = Duration.zero
    }

    /// The sides of the pictures: even, as the codecs want it, so an odd last row or column is left out.
    public let size: Size
    /// The file.
    public let path: String
    /// How many pictures a second are meant to come.
    public let frameRate: Int

    /// Pictures that may wait for the encoder.
    private static let waiting = 3
    /// What an encoder may take to finish, in nanoseconds.
    private static let finishTime: GstClockTime = 30_000_000_000

    private let pipeline: UnsafeMutablePointer<GstElement>
    private let source: UnsafeMutablePointer<GstElement>
    private let state = Lock(State())

    private struct State {
        var summary = Summary()
        var last: GstClockTime?
        var failure: MediaError?
        var isFinished = false
    }

    /// Makes the file, empty so far. An old one of that name is gone then.
    ///
    /// - Parameters:
    ///   - path: ends in `.webm` or `.mp4`.
    ///   - size: the sides of the pictures; at least 16×16.
    /// - Throws: an unknown ending, a file that can't be made, a missing encoder, pictures that are too small.
    public init(path: String, size: Size, frameRate: Int = 30) throws(MediaError) {
        precondition(frameRate > 0, "pictures come at some rate")
        let form = try VideoFileForm(path: path)
        self.size = Size(size.width / 2 * 2, size.height / 2 * 2)
        self.path = path
        self.frameRate = frameRate
        guard self.size.width >= 16, self.size.height >= 16, max(size.width, size.height) <= 16_383 else {
            throw MediaError(
                .unsupported, "can't record \(path)", why: "no encoder takes pictures of \(size)",
                remedy: "record something from 16x16 to 16383x16383")
        }
        try form.check()
        try Self.make(path)
        (pipeline, source) = try Self.build(form, path: path, size: self.size, frameRate: frameRate)
        gst_element_set_state(pipeline, GST_STATE_PLAYING)
    }

    deinit {
        gst_element_set_state(pipeline, GST_STATE_NULL)
        gst_object_unref(pipeline)
    }

    /// Makes the file, to hear why not: GStreamer's own words would be worse, and later.
    private static func make(_ path: String) throws(MediaError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor < 0 else {
            close(descriptor)
            return
        }
        let code = errno
        throw MediaError(
            code == ENOENT ? .noSuchFile : code == EACCES || code == EROFS ? .permission : .failed,
            "can't record \(path)", why: String(cString: strerror(code)),
            remedy: code == ENOENT ? "make the folder first" : "name a file in a folder that you may write to")
    }

    private static func build(
        _ form: VideoFileForm, path: String, size: Size, frameRate: Int
    ) throws(MediaError) -> (UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstElement>) {
        let what = "can't record \(path)"
        let encoder = try form.chosenEncoder()
        let names = ["appsrc", "videoconvert", encoder.element] + (encoder.parser.map { [$0] } ?? [])
        guard let pipeline = gst_pipeline_new(nil) else { preconditionFailure("out of memory") }
        gst_object_ref_sink(pipeline)
        do throws(MediaError) {
            var chain: [UnsafeMutablePointer<GstElement>] = []
            for name in names + [form.muxer, "filesink"] {
                let element = try makeElement(name, or: what)
                gst_bin_add(shim_bin(pipeline), element)
                if let last = chain.last { gst_element_link(last, element) }
                chain.append(element)
            }
            for (name, value) in encoder.settings { gst_util_set_object_arg(shim_gobject(chain[2]), name, value) }
            let muxer = chain[chain.count - 2]
            for (name, value) in form.muxerSettings { gst_util_set_object_arg(shim_gobject(muxer), name, value) }
            shim_set_string(chain[chain.count - 1], "location", path)
            shim_set_bool(chain[chain.count - 1], "sync", 0)
            // What is written is in the file at once, whatever becomes of us.
            gst_util_set_object_arg(shim_gobject(chain[chain.count - 1]), "buffer-mode", "unbuffered")
            let source = chain[0]
            shim_set_int(source, "format", Int32(GST_FORMAT_TIME.rawValue))
            shim_set_bool(source, "block", 0)
            let text = "video/x-raw,format=BGRx,width=\(size.width),height=\(size.height),framerate=\(frameRate)/1"
            if let caps = gst_caps_from_string(text) {
                gst_app_src_set_caps(shim_appsrc(source), caps)
                gst_caps_unref(caps)
            }
            return (pipeline, source)
        } catch {
            gst_object_unref(pipeline)
            throw error
        }
    }

    // MARK: Pictures

    /// Why nothing can be written any more, such as a full disk; nil while all is well.
    public var failure: MediaError? {
        look()
        return state.withLock { $0.failure }
    }

    /// Takes a picture, unless the encoder is behind: then `draw` is not called.
    ///
    /// - Parameters:
    ///   - time: since the recording began; one that is not later than the last picture's is moved behind it.
    ///   - draw: draws it, all of it.
    /// - Returns: whether it will be in the file.
    @discardableResult public func write(at time: Duration, _ draw: (PixelTarget) -> Void) -> Bool {
        guard failure == nil, !state.withLock({ $0.isFinished }) else { return false }
        guard gst_app_src_get_current_level_buffers(shim_appsrc(source)) < Self.waiting else {
            state.withLock { $0.summary.dropped += 1 }
            return false
        }
        let bytes = size.width * 4 * size.height
        guard let buffer = gst_buffer_new_allocate(nil, gsize(bytes), nil) else { return false }
        var map = GstMapInfo()
        guard gst_buffer_map(buffer, &map, GST_MAP_WRITE) != 0 else {
            shim_buffer_unref(buffer)
            return false
        }
        draw(PixelTarget(base: map.data, stride: size.width * 4, size: size))
        gst_buffer_unmap(buffer, &map)
        let length = GstClockTime(1_000_000_000 / frameRate)
        state.withLock { state in
            var stamp = GstClockTime(max(0, time.inNanoseconds))
            if let last = state.last, stamp <= last { stamp = last + 1_000_000 }
            state.last = stamp
            buffer.pointee.pts = stamp
            buffer.pointee.duration = length
            state.summary.frames += 1
            state.summary.duration = .nanoseconds(Int64(stamp + length))
        }
        return gst_app_src_push_buffer(shim_appsrc(source), buffer) == GST_FLOW_OK
    }

    /// Ends the file so that it plays. Blocks until the encoder is done; calling it again gives the same answer.
    ///
    /// - Throws: what went wrong on the way; the file has what was written before.
    public func finish() throws(MediaError) -> Summary {
        let isFirst = state.withLock { state in
            defer { state.isFinished = true }
            return !state.isFinished
        }
        if isFirst { end() }
        let (summary, failure) = state.withLock { ($0.summary, $0.failure) }
        if let failure { throw failure }
        return summary
    }

    private func end() {
        look()
        let (hasFailed, frames) = state.withLock { ($0.failure != nil, $0.summary.frames) }
        if !hasFailed, frames > 0 {
            gst_app_src_end_of_stream(shim_appsrc(source))
            let bus = gst_element_get_bus(pipeline)
            let wanted = GstMessageType(rawValue: GST_MESSAGE_EOS.rawValue | GST_MESSAGE_ERROR.rawValue)
            if let message = gst_bus_timed_pop_filtered(bus, Self.finishTime, wanted) {
                note(message)
            } else {
                fail(
                    MediaError(.timedOut, "can't finish \(path)", why: "the encoder does not end", remedy: "try again"))
            }
            gst_object_unref(bus)
        } else if !hasFailed {
            fail(
                MediaError(
                    .noVideo, "can't finish \(path)", why: "there was not one picture to record",
                    remedy: "record for longer"))
        }
        gst_element_set_state(pipeline, GST_STATE_NULL)
    }

    // MARK: Failures

    private func look() {
        let bus = gst_element_get_bus(pipeline)
        defer { gst_object_unref(bus) }
        if let message = gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR) { note(message) }
    }

    /// Takes a message of the pipeline's.
    private func note(_ message: UnsafeMutablePointer<GstMessage>) {
        defer { gst_message_unref(message) }
        guard shim_message_type(message) == GST_MESSAGE_ERROR else { return }
        let report = GstReport(message)
        let isFull = report.has(GST_RESOURCE_ERROR_NO_SPACE_LEFT)
        fail(
            MediaError(
                .failed, "can't go on with \(path)",
                why: isFull ? "the disk is full" : report.text.isEmpty ? "the encoder failed" : report.text,
                remedy: isFull ? "make room, or record to another disk" : "try another form, .webm or .mp4"))
    }

    private func fail(_ error: MediaError) { state.withLock { $0.failure = $0.failure ?? error } }
}
