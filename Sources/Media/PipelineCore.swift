import CGStreamer
import Dispatch
import Frames
import Geometry

/// A GStreamer pipeline for one source.
///
/// Messages of its bus are taken on the threads that post them and dealt with on the player's queue.
final class PipelineCore: PlayerCore, @unchecked Sendable {
    let source: MediaSource
    let options: MediaPlayer.Options
    let queue: DispatchQueue
    let output: CoreOutput
    let pipeline: UnsafeMutablePointer<GstElement>
    let video: VideoBranch

    // Only on the queue, once started:
    var audio: AudioBranch?
    var missingPlugin: String?
    var isOver = false
    private var watchdog: (any DispatchSourceTimer)?
    private var activity = Pacer.now()
    private var isPaused = false
    private var isBuffering = false
    private var isLive = false
    private var volume = Volume()
    /// Which kinds of streams were announced; on streaming threads too.
    let seen = Lock((video: false, audio: false, linked: false))

    private static let initialise: Void = {
        gst_init(nil, nil)
        gst_pb_utils_init()
    }()

    init(source: MediaSource, options: MediaPlayer.Options, queue: DispatchQueue, output: CoreOutput) throws(MediaError)
    {
        _ = Self.initialise
        self.source = source
        self.options = options
        self.queue = queue
        self.output = output
        guard let pipeline = gst_pipeline_new(nil), let video = VideoBranch(paced: options.paced, push: output.push)
        else {
            throw MediaError(
                .missingPlugin, "can't play \(source.text)", why: "GStreamer's basic elements are missing",
                remedy: "install gstreamer1.0-plugins-base")
        }
        self.pipeline = pipeline
        self.video = video
        gst_bin_add(shim_bin(pipeline), video.convert)
        gst_bin_add(shim_bin(pipeline), video.sink)
        gst_element_link(video.convert, video.sink)
        // The wall clock, whatever sound card there is: a sink that goes away must not take the time with it.
        let clock = gst_system_clock_obtain()
        gst_pipeline_use_clock(shim_pipeline(pipeline), clock)
        gst_object_unref(clock)
        try addSource()
    }

    deinit { gst_object_unref(pipeline) }

    // MARK: PlayerCore

    func start() {
        if options.audio, source.mayHaveSound {
            audio = AudioBranch()
            audio?.set(volume)
            if let audio { gst_object_ref_sink(audio.bin) }
        }
        let bus = gst_element_get_bus(pipeline)
        gst_bus_set_sync_handler(
            bus,
            { _, message, data in
                guard let message, let data else { return GST_BUS_DROP }
                Unmanaged<PipelineCore>.fromOpaque(data).takeUnretainedValue().post(message)
                return GST_BUS_DROP
            }, Unmanaged.passRetained(self).toOpaque(),
            { data in if let data { Unmanaged<PipelineCore>.fromOpaque(data).release() } })
        gst_object_unref(bus)
        follow()
        startWatchdog()
    }

    func setPaused(_ isPaused: Bool) {
        self.isPaused = isPaused
        activity = Pacer.now()
        follow()
    }

    func seek(to position: Int64) {
        gst_element_seek_simple(
            pipeline, GST_FORMAT_TIME, GstSeekFlags(GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue),
            Int(position))
    }

    func setVolume(_ volume: Volume) {
        self.volume = volume
        audio?.set(volume)
    }

    func queryDuration() -> Int64? {
        var duration = 0
        guard gst_element_query_duration(pipeline, GST_FORMAT_TIME, &duration) != 0, duration > 0 else { return nil }
        return Int64(duration)
    }

    func stop() {
        guard !isOver else { return }
        isOver = true
        watchdog?.cancel()
        watchdog = nil
        gst_element_set_state(pipeline, GST_STATE_NULL)
        video.release()
        if let audio { gst_object_unref(audio.bin) }
        audio = nil
        let bus = gst_element_get_bus(pipeline)
        // Lets go of us: last.
        gst_bus_set_sync_handler(bus, nil, nil, nil)
        gst_object_unref(bus)
    }

    private func follow() {
        guard !isOver else { return }
        let wanted = isPaused || isBuffering ? GST_STATE_PAUSED : GST_STATE_PLAYING
        let result = gst_element_set_state(pipeline, wanted)
        if shim_is_live(result) != 0 { isLive = true }
    }

    // MARK: Messages

    private func post(_ message: UnsafeMutablePointer<GstMessage>) {
        switch shim_message_type(message) {
        case GST_MESSAGE_ERROR, GST_MESSAGE_EOS, GST_MESSAGE_BUFFERING, GST_MESSAGE_ELEMENT, GST_MESSAGE_LATENCY,
            GST_MESSAGE_STREAM_COLLECTION:
            let held = Held(message: shim_message_ref(message))
            queue.async {
                if !self.isOver { self.handle(held.message) }
                shim_message_unref(held.message)
            }
        default: break
        }
    }
    private struct Held: @unchecked Sendable { let message: UnsafeMutablePointer<GstMessage> }

    private func handle(_ message: UnsafeMutablePointer<GstMessage>) {
        switch shim_message_type(message) {
        case GST_MESSAGE_EOS: end()
        case GST_MESSAGE_ERROR: handleError(message)
        case GST_MESSAGE_BUFFERING:
            var percent: gint = 0
            gst_message_parse_buffering(message, &percent)
            activity = Pacer.now()
            // What is live can't wait.
            guard !isLive else { return }
            output.emit(.buffering(Int(percent)))
            isBuffering = percent < 100
            follow()
        case GST_MESSAGE_LATENCY: gst_bin_recalculate_latency(shim_bin(pipeline))
        case GST_MESSAGE_ELEMENT where gst_is_missing_plugin_message(message) != 0:
            guard let text = gst_missing_plugin_message_get_description(message) else { return }
            missingPlugin = String(cString: text)
            g_free(text)
        case GST_MESSAGE_STREAM_COLLECTION: takeCollection(message)
        default: break
        }
    }

    private func takeCollection(_ message: UnsafeMutablePointer<GstMessage>) {
        var collection: UnsafeMutablePointer<GstStreamCollection>?
        gst_message_parse_stream_collection(message, &collection)
        guard let collection else { return }
        defer { gst_object_unref(collection) }
        var (hasVideo, hasAudio) = (false, false)
        for index in 0..<gst_stream_collection_get_size(collection) {
            guard let stream = gst_stream_collection_get_stream(collection, index) else { continue }
            let type = gst_stream_get_stream_type(stream)
            if type.rawValue & GST_STREAM_TYPE_VIDEO.rawValue != 0 { hasVideo = true }
            if type.rawValue & GST_STREAM_TYPE_AUDIO.rawValue != 0 { hasAudio = true }
        }
        seen.withLock { seen in
            seen.video = seen.video || hasVideo
            seen.audio = seen.audio || hasAudio
        }
        if hasAudio, !hasVideo { failWithoutVideo() }
        if hasAudio, options.audio, audio == nil, !hasWarnedOfSound {
            hasWarnedOfSound = true
            output.emit(
                .warning(
                    "no sound server answers: playing without sound; start PulseAudio or PipeWire, or give --no-audio"))
        }
    }
    private var hasWarnedOfSound = false

    /// Files tell all their streams at once; FLV over RTMP may announce the sound some time before the pictures.
    private func failWithoutVideo() {
        let patience: DispatchTimeInterval = if case .network = source.kind { .seconds(4) } else { .seconds(0) }
        queue.asyncAfter(deadline: .now() + patience) { [weak self] in
            guard let self, !self.isOver, !self.seen.withLock({ $0.video }) else { return }
            self.fail(self.noVideo)
        }
    }

    private func end() {
        if video.arrival == 0 { return fail(diagnoseEmptyEnd()) }
        output.emit(.ended)
    }

    func fail(_ error: MediaError) { output.emit(.failed(error)) }

    // MARK: Watchdog

    /// Only what may fall silent is watched: networks, cameras, screens.
    private func startWatchdog() {
        guard source.canFallSilent else { return }
        let timer = DispatchSource.makeTimerSource(queue: queue)
        let limit = options.timeout.inNanoseconds
        timer.schedule(deadline: .now(), repeating: .nanoseconds(Int(max(50_000_000, limit / 8))))
        timer.setEventHandler { [weak self] in
            guard let self, !self.isOver, !self.isPaused else { return }
            let last = max(self.activity, self.video.arrival)
            guard Pacer.now() - last > limit else { return }
            self.watchdog?.cancel()
            self.diagnose(self.silence) { self.fail($0) }
        }
        timer.activate()
        watchdog = timer
    }
}
