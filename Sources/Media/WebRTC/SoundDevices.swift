import CGStreamer
import Dispatch
import Geometry

/// Microphone and speaker of a call: a pipeline of its own, so that a sound server that is missing, hangs or goes away
/// takes nothing but the sound along.
///
/// A device or a server that goes away costs its part of the sound, which is said once, and is looked for every two seconds
/// from then on: what comes back is used again. So is a device that was chosen; meanwhile the default one stands in for it.
/// What the speaker plays is taken out of what the microphone hears (webrtcdsp), else the other side would hear itself.
final class SoundDevices: @unchecked Sendable {
    let server: String?
    let wanted: Set<SoundPart>
    /// What the user has chosen.
    let choice: CallSound?
    private let onSound: @Sendable (UnsafeBufferPointer<Int16>) -> Void
    let queue = DispatchQueue(label: "porthole.webrtc.sound")
    private let entry = Lock<Handle<GstElement>?>(nil)
    let isStopped = Lock(false)
    /// How much of what is heard, and of what is played, gets through.
    let ramps = Lock([SoundPart.microphone: SoundRamp(), .speaker: SoundRamp()])

    // Only on the queue:
    private(set) var pipeline: UnsafeMutablePointer<GstElement>?
    /// The ids of chosen devices that are used, which were chosen and are not there, and of which of them that was told.
    var targets: [SoundPart: String] = [:]
    var away: Set<SoundPart> = []
    var toldAway: [SoundPart: String] = [:]
    /// Counts choices: what was looked for an older one is of no use.
    var round = 0
    var watching: Int?
    /// What does not work now, and what was last told of it.
    var missing: Set<SoundPart> = []
    private var told: Set<SoundPart>?
    /// Looks for what is missing.
    private var timer: (any DispatchSourceTimer)?
    private var probes: [SoundPart: UnsafeMutablePointer<GstElement>] = [:]
    private(set) var warn: (@Sendable (String) -> Void)?

    private static let format = "audio/x-raw,format=S16LE,rate=48000,channels=1,layout=interleaved"
    /// What waits for the speaker at most, in bytes: 80 ms, and a burst that is longer is shortened.
    private static let reserve = 48_000 * 2 * 80 / 1000
    private static let count = Lock(0)

    init(
        server: String?, choice: CallSound? = nil, hasMicrophone: Bool = true,
        onSound: @escaping @Sendable (UnsafeBufferPointer<Int16>) -> Void
    ) {
        self.server = server
        self.choice = choice
        wanted = hasMicrophone ? [.microphone, .speaker] : [.speaker]
        self.onSound = onSound
    }

    deinit {
        timer?.cancel()
        if let watching { choice?.forget(watching) }
        // A thread of the pipeline may be the last that held this, with locks of the sound server's client: not there.
        let left = ([pipeline].compactMap(\.self) + probes.values).map { Handle(pointer: $0) }
        guard !left.isEmpty else { return }
        queue.async { for pipeline in left { SoundDevices.drop(pipeline.pointer) } }
    }

    func start(_ warn: @escaping @Sendable (String) -> Void) {
        queue.async { [self] in
            self.warn = warn
            watching = choice?.watch { [weak self] in
                guard let self else { return }
                queue.async { [weak self] in self?.chosen() }
            }
            locate { devices, found in
                devices.use(found)
                devices.open()
            }
        }
    }

    /// Uses all parts that are not known to be missing, and says what is.
    func open() {
        close()
        ramps.withLock { ramps in for part in ramps.keys { ramps[part]?.restart() } }
        while !isStopped.withLock({ $0 }), missing != wanted, !run(Self.text(wanted.subtracting(missing))) {
            // Chosen devices that can't be opened are as good as away.
            if !targets.isEmpty {
                away.formUnion(targets.keys)
                targets = [:]
                continue
            }
            // A server that is not there refuses both at once; a microphone that can't be opened is one thing only.
            missing = wanted.count > 1 && missing.isEmpty ? [.microphone] : wanted
        }
        if let words = SoundPart.sentence(told, missing, of: wanted) { warn?(words) }
        told = missing
        tellAway()
        watchForMissing()
    }

    private func close() {
        entry.withLock { $0 = nil }
        if let pipeline { Self.drop(pipeline) }
        pipeline = nil
    }

    private static func text(_ parts: Set<SoundPart>) -> String {
        let number = count.withLock { count in
            count += 1
            return count
        }
        // As fast as the speaker takes it, not by the time: what comes in bursts has times that lie upon each other, and the
        // clock of a server that ran dry stands still, so that by the time most of it would be left out.
        let sink =
            "audioconvert ! pulsesink name=speaker client-name=Porthole sync=false buffer-time=60000 latency-time=10000"
        let speaker = """
            appsrc name=in is-live=true format=time do-timestamp=true max-bytes=\(reserve) leaky-type=downstream
              caps="\(format)" ! audioconvert ! audioresample ! \(format)
            """
        let microphone = """
            pulsesrc name=microphone client-name=Porthole buffer-time=60000 latency-time=10000
              ! audioconvert ! audioresample ! \(format)
            """
        let out = "appsink name=out sync=false async=false max-buffers=8 drop=true enable-last-sample=false"
        let probe = "porthole\(number)"
        guard parts.contains(.speaker) else { return "\(microphone) ! \(out)" }
        guard parts.contains(.microphone) else { return "\(speaker) ! \(sink)" }
        return "\(speaker) ! webrtcechoprobe name=\(probe) ! \(sink) "
            + "\(microphone) ! webrtcdsp delay-agnostic=true probe=\(probe) ! \(out)"
    }

    // MARK: What is missing

    func watchForMissing() {
        guard !missing.isEmpty || choice?.devices.isEmpty == false, !isStopped.withLock({ $0 }) else {
            timer?.cancel()
            timer = nil
            return
        }
        guard timer == nil else { return }
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + 2, repeating: 2, leeway: .milliseconds(200))
        timer.setEventHandler { [weak self] in self?.look() }
        timer.activate()
        self.timer = timer
    }

    /// Tries each missing part in a pipeline of its own: one that has not failed by the next time is back.
    private func look() {
        guard !isStopped.withLock({ $0 }) else { return }
        let back = missing.filter { probes[$0] != nil }
        for part in back { Self.drop(probes.removeValue(forKey: part)) }
        if !back.isEmpty {
            missing.subtract(back)
            return locate { devices, found in
                devices.use(found)
                devices.open()
            }
        }
        lookForChosen()
        for part in missing {
            let text =
                part == .microphone
                ? "pulsesrc name=microphone client-name=Porthole ! fakesink sync=false async=false"
                : "audiotestsrc is-live=true wave=silence ! pulsesink name=speaker client-name=Porthole"
            probes[part] = make(text)
        }
    }

    /// Plays; drops what comes before the speaker is there.
    func play(_ samples: UnsafeBufferPointer<Int16>) {
        guard let source = entry.withLock({ entry in entry.map { Handle(pointer: $0.pointer) } }),
            stampsTime(source.pointer)
        else { return }
        shaped(samples, .speaker) { samples in
            guard let base = samples.baseAddress,
                let buffer = gst_buffer_new_memdup(base, gsize(samples.count * 2))
            else { return }
            _ = gst_app_src_push_buffer(shim_appsrc(source.pointer), buffer)
        }
    }

    /// Ends it; the rest is given back in the background.
    func stop() {
        isStopped.withLock { $0 = true }
        entry.withLock { $0 = nil }
        queue.async { [self] in
            warn = nil
            timer?.cancel()
            timer = nil
            if let watching { choice?.forget(watching) }
            watching = nil
            for probe in probes.values { Self.drop(probe) }
            probes = [:]
            close()
        }
    }

    /// - Returns: whether it plays.
    private func run(_ text: String) -> Bool {
        guard let made = make(text, targets) else { return false }
        pipeline = made
        guard let source = gst_bin_get_by_name(shim_bin(made), "in") else { return true }
        // The pipeline keeps it.
        gst_object_unref(source)
        if !isStopped.withLock({ $0 }) { entry.withLock { $0 = Handle(pointer: source) } }
        return true
    }

    /// - Returns: a pipeline that plays, as far as that is known at once.
    private func make(
        _ text: String, _ targets: [SoundPart: String] = [:]
    ) -> UnsafeMutablePointer<GstElement>? {
        var error: UnsafeMutablePointer<GError>?
        let made = gst_parse_launch_full(text, nil, GST_PARSE_FLAG_FATAL_ERRORS, &error)
        g_clear_error(&error)
        guard let made else { return nil }
        gst_object_ref_sink(made)
        // A device's own clock begins at zero, as if no time had been given out yet: `stampsTime` would wait for ever.
        let clock = gst_system_clock_obtain()
        gst_pipeline_use_clock(shim_pipeline(made), clock)
        gst_object_unref(clock)
        for part in SoundPart.allCases {
            guard let element = gst_bin_get_by_name(shim_bin(made), part.rawValue) else { continue }
            if let server { shim_set_string(element, "server", server) }
            if let device = targets[part] { shim_set_string(element, "device", device) }
            gst_object_unref(element)
        }
        if let out = gst_bin_get_by_name(shim_bin(made), "out") {
            connect(out)
            gst_object_unref(out)
        }
        watch(made)
        // READY connects to the server; a failure there is told at once.
        guard gst_element_set_state(made, GST_STATE_READY) != GST_STATE_CHANGE_FAILURE,
            gst_element_set_state(made, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE
        else {
            Self.drop(made)
            return nil
        }
        return made
    }

    private func connect(_ out: UnsafeMutablePointer<GstElement>) {
        var callbacks = GstAppSinkCallbacks()
        callbacks.new_sample = { sink, data in
            guard let sample = gst_app_sink_pull_sample(sink) else { return GST_FLOW_EOS }
            defer { gst_sample_unref(sample) }
            if let devices = WeakBox<SoundDevices>.object(data), let buffer = gst_sample_get_buffer(sample) {
                withSamples(of: buffer, GST_MAP_READ) { samples in
                    devices.shaped(UnsafeBufferPointer(samples), .microphone) { devices.onSound($0) }
                }
            }
            return GST_FLOW_OK
        }
        gst_app_sink_set_callbacks(shim_appsink(out), &callbacks, WeakBox(self).retained(), releaseBox)
    }

    private func watch(_ pipeline: UnsafeMutablePointer<GstElement>) {
        let bus = gst_element_get_bus(pipeline)
        gst_bus_set_sync_handler(
            bus,
            { bus, message, data in
                guard let message else { return GST_BUS_DROP }
                if shim_message_type(message) == GST_MESSAGE_ERROR, let devices = WeakBox<SoundDevices>.object(data) {
                    let (source, name) = (UInt(bitPattern: bus), GstReport(message).element)
                    devices.queue.async { [weak devices] in devices?.fail(source, name) }
                }
                gst_message_unref(message)
                return GST_BUS_DROP
            }, WeakBox(self).retained(), releaseBox)
        gst_object_unref(bus)
    }

    /// Something broke in the pipeline whose bus this is; one that has been given up already is none of ours.
    private func fail(_ bus: UInt, _ element: String) {
        func isOf(_ pipeline: UnsafeMutablePointer<GstElement>) -> Bool {
            let own = gst_element_get_bus(pipeline)
            defer { gst_object_unref(own) }
            return UInt(bitPattern: own) == bus
        }
        for (part, probe) in probes where isOf(probe) {
            probes[part] = nil
            return Self.drop(probe)
        }
        guard let pipeline, isOf(pipeline) else { return }
        let part: SoundPart? = element == "pulsesrc" ? .microphone : element == "pulsesink" ? .speaker : nil
        if let part, targets.removeValue(forKey: part) != nil {
            // The default one stands in for it, if there is one.
            away.insert(part)
        } else {
            missing = missing.union(part.map { [$0] } ?? wanted)
        }
        open()
    }

    private static func drop(_ pipeline: UnsafeMutablePointer<GstElement>?) {
        guard let pipeline else { return }
        gst_element_set_state(pipeline, GST_STATE_NULL)
        let bus = gst_element_get_bus(pipeline)
        gst_bus_set_sync_handler(bus, nil, nil, nil)
        gst_object_unref(bus)
        gst_object_unref(pipeline)
    }
}
