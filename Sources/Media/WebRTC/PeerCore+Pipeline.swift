import CGStreamer
import Dispatch
import Frames
import Geometry

extension PeerCore {
    /// The elements without which there is no call.
    private static let elements = [
        "webrtcbin", "nicesrc", "dtlssrtpdec", "srtpenc", "sctpenc", "appsrc", "videoconvert", "videoscale", "vp8enc",
        "rtpvp8pay",
        "audiotestsrc", "opusenc", "rtpopuspay", "rtpvp8depay", "vp8dec", "rtpopusdepay", "opusdec", "audioconvert",
        "audioresample", "appsink",
    ]

    /// Makes the pipeline and starts it. On the queue.
    ///
    /// - Parameter payloads: the numbers of VP8 and Opus.
    func build(_ payloads: (video: Int, audio: Int)) throws(PeerError) {
        try Self.require(Self.elements)
        let loudness = options.direction == .send ? Self.loudness : ""
        // Both ends on one machine may draw the same numbers otherwise, and would then show nothing.
        let (first, second) = (UInt32.random(in: 1...0x7fff_ffff), UInt32.random(in: 0x8000_0000...0xffff_fffe))
        let bits = options.videoBitrate
        // The source itself drops what is old: an encoder that is too slow must not add delay.
        let text = """
            webrtcbin name=peer bundle-policy=max-bundle latency=\(options.jitterBuffer)
            appsrc name=pictures is-live=true format=time do-timestamp=true max-buffers=2 leaky-type=downstream
              ! videoconvert ! videoscale ! capsfilter name=shape caps=video/x-raw,format=I420
              ! vp8enc name=encoder deadline=1 cpu-used=12 threads=1 end-usage=cbr target-bitrate=\(bits) lag-in-frames=0
                keyframe-max-dist=300 error-resilient=default min-quantizer=4 max-quantizer=52 undershoot=95
                buffer-initial-size=300 buffer-optimal-size=400 buffer-size=600 static-threshold=100
              ! rtpvp8pay pt=\(payloads.video) ssrc=\(first) mtu=1200 picture-id-mode=15-bit
              ! application/x-rtp,media=video,encoding-name=VP8,clock-rate=90000,payload=\(payloads.video),ssrc=(uint)\(first)
              ! peer.
            audiotestsrc name=sound is-live=true wave=silence samplesperbuffer=960
              ! audio/x-raw,format=S16LE,rate=48000,channels=1
              ! opusenc bitrate=32000 inband-fec=true packet-loss-percentage=5
              ! rtpopuspay pt=\(payloads.audio) ssrc=\(second)
              ! application/x-rtp,media=audio,encoding-name=OPUS,clock-rate=48000,encoding-params=(string)2,payload=\(payloads.audio),ssrc=(uint)\(second)\(loudness)
              ! peer.
            """
        var error: UnsafeMutablePointer<GError>?
        let pipeline = gst_parse_launch_full(text, nil, GST_PARSE_FLAG_FATAL_ERRORS, &error)
        guard let pipeline else {
            let why = error.flatMap { $0.pointee.message.map { String(cString: $0) } } ?? "no reason is given"
            g_clear_error(&error)
            throw .failed("GStreamer can't make its pipeline (\(why))")
        }
        g_clear_error(&error)
        gst_object_ref_sink(pipeline)
        self.pipeline = pipeline
        guard let peer = gst_bin_get_by_name(shim_bin(pipeline), "peer"),
            let pictures = gst_bin_get_by_name(shim_bin(pipeline), "pictures"),
            let silence = gst_bin_get_by_name(shim_bin(pipeline), "sound")
        else { throw .failed("GStreamer's pipeline lacks a part") }
        // The pipeline keeps them for as long as they are used.
        for element in [peer, pictures, silence] { gst_object_unref(element) }
        self.peer = peer
        prepareConnection()
        askForLostPackets()
        if options.direction == .send { sendOnly() }
        askInJitterBuffers()
        sound.write(over: silence)
        sound.start { [weak self] warning in
            guard let self else { return }
            self.queue.async { self.tell(.warning(warning)) }
        }
        connectFeed(pictures)
        guard gst_element_set_state(pipeline, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE else {
            throw .failed("GStreamer's pipeline does not start")
        }
    }

    /// - Throws: what has to be installed for elements that are missing.
    static func require(_ names: [String]) throws(PeerError) {
        for name in names {
            guard let factory = gst_element_factory_find(name) else {
                throw PeerError(
                    .missingPlugin, "can't call", why: "GStreamer's \(name) is missing",
                    remedy: "install \(Packages.package(ofElement: name))")
            }
            gst_object_unref(gpointer(factory))
        }
    }

    /// What every pipeline needs before it starts, whatever it sends. On the queue.
    func prepareConnection() {
        guard let pipeline else { return }
        let clock = gst_system_clock_obtain()
        gst_pipeline_use_clock(shim_pipeline(pipeline), clock)
        gst_object_unref(clock)
        watchBus()
        connectSignals()
        limitAddresses()
        useServers()
        if !options.hasChannel { watchArrivals() }
    }

    /// Gives everything back. Takes up to a tenth of a second. On the queue.
    func dismantle() {
        guard let pipeline else { return }
        gst_element_set_state(pipeline, GST_STATE_NULL)
        let bus = gst_element_get_bus(pipeline)
        gst_bus_set_sync_handler(bus, nil, nil, nil)
        gst_object_unref(bus)
        if let channel { g_object_unref(channel) }
        channel = nil
        peer = nil
        sinks = []
        gst_object_unref(pipeline)
        self.pipeline = nil
    }

    private func limitAddresses() {
        guard let peer, let agent = shim_get_object(peer, "ice-agent") else { return }
        defer { g_object_unref(agent) }
        // Nothing here needs a router to be asked for a port, and that question may take seconds.
        if let nice = shim_has_property(agent, "agent") != 0 ? shim_get_object(agent, "agent") : nil {
            for name in ["upnp", "ice-tcp"] where shim_has_property(nice, name) != 0 { shim_set_bool(nice, name, 0) }
            g_object_unref(nice)
        }
        for address in options.localAddresses { _ = shim_add_local_address(agent, address) }
    }

    private func watchBus() {
        guard let pipeline else { return }
        let bus = gst_element_get_bus(pipeline)
        gst_bus_set_sync_handler(
            bus,
            { _, message, data in
                guard let message else { return GST_BUS_DROP }
                if shim_message_type(message) == GST_MESSAGE_ERROR, let core = WeakBox<PeerCore>.object(data) {
                    let report = GstReport(message)
                    core.queue.async { [weak core] in core?.take(report) }
                }
                gst_message_unref(message)
                return GST_BUS_DROP
            }, WeakBox(self).retained(), releaseBox)
        gst_object_unref(bus)
    }

    private func take(_ report: GstReport) {
        let debug = report.debug.split(separator: "\n").last.map(String.init) ?? ""
        fail(.failed("\(report.text) (\(report.element)\(debug.isEmpty ? "" : ": \(debug)"))"))
    }

    // MARK: What comes

    /// Puts a decoder behind a pad of the peer. On a streaming thread.
    func receive(_ pad: UnsafeMutablePointer<GstPad>) {
        guard gst_pad_get_direction(pad) == GST_PAD_SRC,
            let caps = gst_pad_get_current_caps(pad) ?? gst_pad_query_caps(pad, nil)
        else { return }
        defer { gst_caps_unref(caps) }
        guard let structure = gst_caps_get_structure(caps, 0) else { return }
        let media = gst_structure_get_string(structure, "media").map { String(cString: $0) } ?? ""
        let name = gst_structure_get_string(structure, "encoding-name").map { String(cString: $0) } ?? ""
        let isFirst = links.withLock { links in
            if links.isStopped { return false }
            switch media {
            case "video":
                defer { links.hasVideo = true }
                return !links.hasVideo
            case "audio":
                defer { links.hasAudio = true }
                return !links.hasAudio
            default: return false
            }
        }
        gst_pad_add_probe(
            pad, GST_PAD_PROBE_TYPE_BUFFER,
            { _, _, data in
                WeakBox<PeerCore>.object(data)?.activity.note()
                return GST_PAD_PROBE_OK
            }, WeakBox(self).retained(), releaseBox)
        switch (isFirst, media, name) {
        case (true, "video", "VP8"):
            receiveVideo(pad, "VP8", "rtpvp8depay request-keyframe=true wait-for-keyframe=true ! vp8dec threads=1")
        case (true, "video", "H264"):
            // One thread: more of them hold pictures back.
            receiveVideo(
                pad, "H264", "rtph264depay request-keyframe=true wait-for-keyframe=true ! avdec_h264 max-threads=1")
        case (true, "audio", "OPUS"): receiveAudio(pad)
        default: discard(pad)
        }
    }

    private func receiveVideo(_ pad: UnsafeMutablePointer<GstPad>, _ codec: String, _ decoder: String) {
        do throws(MediaError) {
            let sink = try VideoSink(
                paced: false, activity: activity, push: { [weak self] in self?.show($0) }, onEnd: {})
            // A sink that waits for its first picture would hold the whole pipeline.
            shim_set_bool(sink.element, "async", 0)
            guard let bin = makeBin("\(decoder) ! videoconvert") else { return discard(pad) }
            meter.noteCodec(codec)
            countPackets(pad)
            queue.async { self.sinks.append(sink) }
            add(bin, sink.element, behind: pad)
        } catch {
            discard(pad)
        }
    }

    private func receiveAudio(_ pad: UnsafeMutablePointer<GstPad>) {
        guard let sink = gst_element_factory_make("appsink", nil),
            let bin = makeBin("rtpopusdepay ! opusdec plc=true ! audioconvert ! audioresample")
        else { return discard(pad) }
        shim_set_bool(sink, "sync", 0)
        shim_set_bool(sink, "async", 0)
        shim_set_bool(sink, "enable-last-sample", 0)
        shim_set_bool(sink, "wait-on-eos", 0)
        shim_set_int(sink, "max-buffers", 8)
        if let caps = gst_caps_from_string("audio/x-raw,format=S16LE,rate=48000,channels=1,layout=interleaved") {
            gst_app_sink_set_caps(shim_appsink(sink), caps)
            gst_caps_unref(caps)
        }
        var callbacks = GstAppSinkCallbacks()
        callbacks.new_sample = { sink, data in
            guard let sample = gst_app_sink_pull_sample(sink) else { return GST_FLOW_EOS }
            defer { gst_sample_unref(sample) }
            guard let core = WeakBox<PeerCore>.object(data), let buffer = gst_sample_get_buffer(sample) else {
                return GST_FLOW_OK
            }
            withSamples(of: buffer, GST_MAP_READ) { samples in
                core.meter.noteSound(UnsafeBufferPointer(samples))
                core.sound.hear(UnsafeBufferPointer(samples))
            }
            return GST_FLOW_OK
        }
        gst_app_sink_set_callbacks(shim_appsink(sink), &callbacks, WeakBox(self).retained(), releaseBox)
        add(bin, sink, behind: pad)
    }

    /// On the streaming thread.
    private func show(_ frame: VideoFrame) {
        let isStopped = links.withLock { links in
            links.pictures &+= 1
            return links.isStopped
        }
        guard !isStopped else { return }
        track.push(frame)
        if meter.noteFrame(frame) { queue.async { self.tell(.firstFrame) } }
    }

    private func makeBin(_ text: String) -> UnsafeMutablePointer<GstElement>? {
        var error: UnsafeMutablePointer<GError>?
        let bin = gst_parse_bin_from_description(text, 1, &error)
        g_clear_error(&error)
        return bin.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GstElement.self) }
    }

    private func add(
        _ bin: UnsafeMutablePointer<GstElement>, _ sink: UnsafeMutablePointer<GstElement>,
        behind pad: UnsafeMutablePointer<GstPad>
    ) {
        guard let pipeline = parent(of: pad) else { return }
        gst_bin_add(shim_bin(pipeline), bin)
        gst_bin_add(shim_bin(pipeline), sink)
        gst_element_link(bin, sink)
        gst_element_sync_state_with_parent(sink)
        gst_element_sync_state_with_parent(bin)
        link(pad, to: bin)
    }

    private func discard(_ pad: UnsafeMutablePointer<GstPad>) {
        guard let pipeline = parent(of: pad), let sink = gst_element_factory_make("fakesink", nil) else { return }
        shim_set_bool(sink, "sync", 0)
        shim_set_bool(sink, "async", 0)
        gst_bin_add(shim_bin(pipeline), sink)
        gst_element_sync_state_with_parent(sink)
        link(pad, to: sink)
    }

    private func link(_ pad: UnsafeMutablePointer<GstPad>, to element: UnsafeMutablePointer<GstElement>) {
        guard let input = gst_element_get_static_pad(element, "sink") else { return }
        gst_pad_link(pad, input)
        gst_object_unref(input)
    }

    /// The pipeline around the peer that a pad belongs to: the queue's own pointer is not for this thread.
    private func parent(of pad: UnsafeMutablePointer<GstPad>) -> UnsafeMutablePointer<GstElement>? {
        guard let peer = gst_object_get_parent(shim_object(pad)) else { return nil }
        defer { gst_object_unref(peer) }
        guard let pipeline = gst_object_get_parent(peer) else { return nil }
        // It lives: its children are being told of this pad.
        gst_object_unref(pipeline)
        return UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstElement.self)
    }
}

/// Lends the 16-bit samples of a buffer.
func withSamples(
    of buffer: UnsafeMutablePointer<GstBuffer>, _ flags: GstMapFlags,
    _ body: (UnsafeMutableBufferPointer<Int16>) -> Void
) {
    var map = GstMapInfo()
    guard gst_buffer_map(buffer, &map, flags) != 0 else { return }
    defer { gst_buffer_unmap(buffer, &map) }
    guard let data = map.data else { return }
    let count = Int(map.size) / 2
    data.withMemoryRebound(to: Int16.self, capacity: count) {
        body(UnsafeMutableBufferPointer(start: $0, count: count))
    }
}
