import CGStreamer
import Dispatch
import Geometry

// Peers of one direction: publishers, viewers and subscribers of servers that stand between many.
extension PeerCore {
    private static let receivingElements = [
        "webrtcbin", "nicesrc", "dtlssrtpdec", "srtpenc", "videoconvert", "rtpvp8depay", "vp8dec", "rtpopusdepay",
        "opusdec", "audioconvert", "audioresample", "appsink",
    ]

    /// Tells a server how loud each packet is (RFC 6464), by which it finds out who speaks without decoding any sound. The
    /// figures come from `PeerSoundDesk`: GStreamer's own meter takes silence for noise.
    static let loudness = ",extmap-1=(string)<\"\",\"urn:ietf:params:rtp-hdrext:ssrc-audio-level\",\"vad=on\">"

    /// `GstWebRTCRTPTransceiverDirection`.
    private static let sendOnlyDirection: Int32 = 2

    /// Makes a pipeline that receives, and starts it. On the queue.
    ///
    /// Lost packets of pictures are asked for, by the buffers alone: were it said in the descriptions (`do-nack`), GStreamer
    /// 1.22 would lose more of what Janus sends than the network does, and pictures would stop.
    ///
    /// - Parameter isOffering: this side says first what it takes; else the other side's offer brings that along.
    func buildReceiver(isOffering: Bool) throws(PeerError) {
        try Self.require(Self.receivingElements)
        // Not by a description: one of a single element would give the element without a pipeline.
        guard let pipeline = gst_pipeline_new(nil), let peer = gst_element_factory_make("webrtcbin", "peer") else {
            throw .failed("GStreamer's pipeline lacks a part")
        }
        gst_object_ref_sink(pipeline)
        self.pipeline = pipeline
        gst_bin_add(shim_bin(pipeline), peer)
        self.peer = peer
        gst_util_set_object_arg(shim_gobject(peer), "bundle-policy", "max-bundle")
        shim_set_int(peer, "latency", Int32(clamping: options.jitterBuffer))
        prepareConnection()
        askInJitterBuffers()
        if isOffering { addReceivers(peer) }
        sound.start { [weak self] warning in
            guard let self else { return }
            self.queue.async { self.tell(.warning(warning)) }
        }
        guard gst_element_set_state(pipeline, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE else {
            throw .failed("GStreamer's pipeline does not start")
        }
    }

    private func addReceivers(_ peer: UnsafeMutablePointer<GstElement>) {
        let feedback = "rtcp-fb-nack-pli=(boolean)true"
        var video =
            "application/x-rtp,media=video,encoding-name=VP8,clock-rate=90000,payload=96,\(feedback)"
        if let factory = gst_element_factory_find("avdec_h264") {
            gst_object_unref(gpointer(factory))
            video +=
                ";application/x-rtp,media=video,encoding-name=H264,clock-rate=90000,payload=102,"
                + "packetization-mode=(string)1,profile-level-id=(string)42e01f,level-asymmetry-allowed=(string)1,"
                + feedback
        }
        let audio =
            "application/x-rtp,media=audio,encoding-name=OPUS,clock-rate=48000,encoding-params=(string)2,payload=111"
        for text in [video, audio] {
            guard let caps = gst_caps_from_string(text) else { preconditionFailure("caps that can't be read") }
            shim_add_receiver(peer, caps)
            gst_caps_unref(caps)
        }
    }

    /// Says in the offer that nothing is to come.
    func sendOnly() {
        for name in ["sink_0", "sink_1"] {
            withTransceiver(of: name) { shim_set_int($0, "direction", Self.sendOnlyDirection) }
        }
    }

    /// Asks for a picture that needs no other one, when packets of pictures have come for a second and no picture: the one
    /// question that the decoder asks may have been lost, or have been asked too early. On the queue.
    func askForWholePicture() {
        let counts = links.withLock { (packets: $0.packets, pictures: $0.pictures) }
        defer { lastCounts = counts }
        guard counts.packets != lastCounts.packets, counts.pictures == lastCounts.pictures else { return }
        for sink in sinks {
            // `GST_CLOCK_TIME_NONE`: at once.
            guard let event = gst_video_event_new_upstream_force_key_unit(.max, 1, 0) else { continue }
            gst_element_send_event(sink.element, event)
        }
    }

    /// Counts the packets of pictures. On a streaming thread.
    func countPackets(_ pad: UnsafeMutablePointer<GstPad>) {
        gst_pad_add_probe(
            pad, GST_PAD_PROBE_TYPE_BUFFER,
            { _, _, data in
                WeakBox<PeerCore>.object(data)?.links.withLock { $0.packets &+= 1 }
                return GST_PAD_PROBE_OK
            }, WeakBox(self).retained(), releaseBox)
    }

    /// Counts whatever comes over the network as a sign of life, reports about what is sent among it: without a data
    /// channel nothing else tells a publisher that the other side is still there.
    func watchArrivals() {
        guard let pipeline else { return }
        g_signal_connect_data(
            pipeline, "deep-element-added",
            unsafeBitCast(
                { _, _, element, data in
                    guard let element, let name = shim_factory_name(element), String(cString: name) == "nicesrc",
                        let core = WeakBox<PeerCore>.object(data),
                        let pad = gst_element_get_static_pad(element, "src")
                    else { return }
                    gst_pad_add_probe(
                        pad, GST_PAD_PROBE_TYPE_BUFFER,
                        { _, _, data in
                            WeakBox<PeerCore>.object(data)?.activity.note()
                            return GST_PAD_PROBE_OK
                        }, WeakBox(core).retained(), releaseBox)
                    gst_object_unref(pad)
                } as @convention(c) (gpointer?, gpointer?, UnsafeMutablePointer<GstElement>?, gpointer?) -> Void,
                to: GCallback.self), WeakBox(self).retained(), releaseClosure, GConnectFlags(rawValue: 0))
    }
}
