import CGStreamer
import Dispatch
import Frames
import Geometry

/// A GStreamer pipeline: source → decoders → `videoconvert` (passes most through) → `appsink`, and a branch for sound.
///
/// Messages do not take the way over a GLib main loop: a synchronous handler passes those that matter straight to the
/// player's queue, so nothing is left behind when the pipeline goes.
final class PipelineCore: PlayerCore, @unchecked Sendable {
    let source: MediaSource
    let options: MediaPlayer.Options
    let queue: DispatchQueue
    let output: CoreOutput
    let pipeline: UnsafeMutablePointer<GstElement>
    let activity = Activity()
    let soundServer: SoundServer?
    /// What streaming threads share with the queue.
    let links = Lock(Links())

    struct Links {
        var hasVideo = false
        var hasAudio = false
        /// The source has told that there is a video stream.
        var isVideoOffered = false
        var hasFrame = false
        var isVideoOver = false
        var isStopped = false
        /// The elements of the audio branch; owned by the pipeline.
        var audioBin: Handle<GstElement>?
        var audioSink: Handle<GstElement>?
        var audioQueue: Handle<GstElement>?
        /// The branch has failed and plays nothing any more.
        var isAudioDead = false
    }

    /// The entry of the video branch; owned by the pipeline.
    let converter: UnsafeMutablePointer<GstElement>
    let sink: VideoSink

    // Only on the queue:
    var isPaused = false
    var isBuffering = false
    var lastBuffering = -1
    var isLive = false
    /// The reason is known or being looked for; later messages are only its echo.
    var isFailing = false
    var volume = Volume()
    private var watchdog: (any DispatchSourceTimer)?
    private var restarts = 0
    private var startedAt: Int64 = 0

    init(
        source: MediaSource, options: MediaPlayer.Options, queue: DispatchQueue, output: CoreOutput
    ) throws(MediaError) {
        GStreamer.start
        self.source = source
        self.options = options
        self.queue = queue
        self.output = output
        guard let pipeline = gst_pipeline_new(nil) else { preconditionFailure("out of memory") }
        self.pipeline = pipeline
        gst_object_ref_sink(pipeline)
        soundServer =
            options.audio && options.paced && source.mayHaveSound
            ? SoundServer(options.soundServer) : nil
        do {
            converter = try makeElement("videoconvert")
            let owner = Owner()
            sink = try VideoSink(
                paced: options.paced, activity: activity,
                push: { frame in owner.core?.push(frame) }, onEnd: { owner.core?.videoDidEnd() })
            gst_bin_add(shim_bin(pipeline), converter)
            gst_bin_add(shim_bin(pipeline), sink.element)
            gst_element_link(converter, sink.element)
            owner.core = self
        } catch {
            gst_object_unref(pipeline)
            throw error
        }
        // From here on deinit gives the pipeline back.
        try makeSource()
        watchBus()
    }

    deinit { gst_object_unref(pipeline) }

    func start() {
        // Not the sound server's: it may die, and the picture goes on.
        let clock = gst_system_clock_obtain()
        gst_pipeline_use_clock(shim_pipeline(pipeline), clock)
        gst_object_unref(clock)
        activity.note()
        startedAt = Pacer.now()
        startWatchdog()
        let result = gst_element_set_state(pipeline, GST_STATE_PLAYING)
        isLive = result == GST_STATE_CHANGE_NO_PREROLL
    }

    func setPaused(_ isPaused: Bool) {
        guard isPaused != self.isPaused else { return }
        self.isPaused = isPaused
        activity.note()
        applyState()
    }

    /// Sets the state that pausing and buffering ask for.
    func applyState() {
        gst_element_set_state(pipeline, isPaused || isBuffering ? GST_STATE_PAUSED : GST_STATE_PLAYING)
    }

    func seek(to position: Int64) {
        guard queryDuration() != nil else { return }
        let flags = GstSeekFlags(rawValue: GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue)
        gst_element_seek_simple(pipeline, GST_FORMAT_TIME, flags, gint64(position))
    }

    func setVolume(_ volume: Volume) {
        self.volume = volume
        if let sink = links.withLock({ $0.audioSink }) { applyVolume(to: sink) }
    }

    func applyVolume(to sink: Handle<GstElement>) {
        // pulsesink's own property is linear.
        shim_set_double(sink.pointer, "volume", volume.level * volume.level * volume.level)
        shim_set_bool(sink.pointer, "mute", volume.isMuted ? 1 : 0)
    }

    func queryDuration() -> Int64? {
        var duration: gint64 = -1
        guard gst_element_query_duration(pipeline, GST_FORMAT_TIME, &duration) != 0, duration > 0 else { return nil }
        return Int64(duration)
    }

    func stop() {
        links.withLock { $0.isStopped = true }
        watchdog?.cancel()
        watchdog = nil
        gst_element_set_state(pipeline, GST_STATE_NULL)
        unwatchBus()
    }

    private func push(_ frame: VideoFrame) {
        let isStopped = links.withLock { links in
            links.hasFrame = true
            return links.isStopped
        }
        if !isStopped { output.push(frame) }
    }

    private func videoDidEnd() {
        let isAlone = links.withLock { links in
            links.isVideoOver = true
            return links.isAudioDead
        }
        // A dead audio branch never says that it has ended, so the pipeline does not either.
        if isAlone { output.emit(.ended) }
    }

    private func startWatchdog() {
        // GStreamer's parsebin loses the error of a demuxer that fails at once, and then nothing comes ever. A file
        // has long, for a disk may have to wake and a machine may be busy: a good file is never called damaged.
        let limit = source.isFile ? 30_000_000_000 : max(1, options.timeout.inNanoseconds)
        let timer = DispatchSource.makeTimerSource(queue: queue)
        let interval = max(20, min(500, Int(limit / 8_000_000)))
        timer.schedule(deadline: .now() + .milliseconds(interval), repeating: .milliseconds(interval))
        timer.setEventHandler { [weak self] in self?.checkActivity(limit) }
        timer.activate()
        watchdog = timer
    }

    private func checkActivity(_ limit: Int64) {
        guard !isPaused, !isFailing else { return }
        let (hasFrame, isOver) = links.withLock { ($0.hasFrame, $0.isVideoOver) }
        // A file may have long gaps between pictures, and sound that is longer.
        if isOver || (source.isFile && hasFrame) { return }
        restartIfStuck()
        guard activity.age > limit else { return }
        isFailing = true
        output.emit(.failed(source.silence(seconds: Double(limit) / 1e9, hasFrame: hasFrame)))
    }

    /// GStreamer's `uridecodebin3` (1.22) sometimes shows none of a good file's streams on a busy machine: all its threads
    /// wait for each other. Nothing was decoded then, so it may as well begin once more.
    private func restartIfStuck() {
        let isUnknown = links.withLock { !$0.hasVideo && !$0.hasAudio }
        guard source.isFile, isUnknown, restarts < 3 else { return }
        // 2 s, then 4, then 8: a disk that wakes up is given its time in the end.
        guard Pacer.now() - startedAt > 2_000_000_000 << Int64(restarts) else { return }
        restarts += 1
        startedAt = Pacer.now()
        gst_element_set_state(pipeline, GST_STATE_NULL)
        applyState()
    }
}

/// Lets callbacks that are made in an initializer reach what it makes.
private final class Owner: @unchecked Sendable {
    weak var core: PipelineCore?
}
