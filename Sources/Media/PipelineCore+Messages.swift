import CGStreamer
import Dispatch
import Geometry

extension PipelineCore {
    func watchBus() {
        let bus = gst_element_get_bus(pipeline)
        gst_bus_set_sync_handler(
            bus,
            { _, message, data in
                guard let message else { return GST_BUS_DROP }
                let handle = Handle(pointer: message)
                guard PipelineCore.matters(message), let core = WeakBox<PipelineCore>.object(data) else {
                    gst_message_unref(message)
                    return GST_BUS_DROP
                }
                core.queue.async { [weak core] in
                    core?.handle(handle.pointer)
                    gst_message_unref(handle.pointer)
                }
                return GST_BUS_DROP
            }, WeakBox(self).retained(), releaseBox)
        gst_object_unref(bus)
    }

    func unwatchBus() {
        let bus = gst_element_get_bus(pipeline)
        gst_bus_set_sync_handler(bus, nil, nil, nil)
        gst_object_unref(bus)
    }

    private static func matters(_ message: UnsafeMutablePointer<GstMessage>) -> Bool {
        switch shim_message_type(message) {
        case GST_MESSAGE_ERROR, GST_MESSAGE_EOS, GST_MESSAGE_BUFFERING, GST_MESSAGE_LATENCY,
            GST_MESSAGE_STREAM_COLLECTION:
            true
        case GST_MESSAGE_ELEMENT: gst_is_missing_plugin_message(message) != 0
        default: false
        }
    }

    private func handle(_ message: UnsafeMutablePointer<GstMessage>) {
        guard !isFailing else { return }
        switch shim_message_type(message) {
        case GST_MESSAGE_EOS: output.emit(.ended)
        case GST_MESSAGE_ERROR: handleError(message)
        case GST_MESSAGE_LATENCY: gst_bin_recalculate_latency(shim_bin(pipeline))
        case GST_MESSAGE_BUFFERING:
            var percent: gint = 0
            gst_message_parse_buffering(message, &percent)
            handleBuffering(Int(percent))
        case GST_MESSAGE_STREAM_COLLECTION: handleCollection(message)
        default: handleMissingPlugin(message)
        }
    }

    private func handleBuffering(_ percent: Int) {
        // A live stream can't be held to fill a buffer.
        guard !isLive else { return }
        let isLow = percent < 100
        // There may be hundreds of messages: tens are enough to show.
        let isNews = percent / 10 != lastBuffering / 10
        if isNews, isLow || isBuffering { output.emit(.buffering(percent)) }
        lastBuffering = percent
        guard isLow != isBuffering else { return }
        isBuffering = isLow
        applyState()
    }

    private func handleCollection(_ message: UnsafeMutablePointer<GstMessage>) {
        var found: UnsafeMutablePointer<GstStreamCollection>?
        gst_message_parse_stream_collection(message, &found)
        guard let found else { return }
        defer { gst_object_unref(found) }
        var types: UInt32 = 0
        for index in 0..<gst_stream_collection_get_size(found) {
            types |= gst_stream_get_stream_type(gst_stream_collection_get_stream(found, index)).rawValue
        }
        if types & GST_STREAM_TYPE_VIDEO.rawValue != 0 {
            links.withLock { $0.isVideoOffered = true }
        } else if types & GST_STREAM_TYPE_AUDIO.rawValue != 0 {
            guard source.isLive else { return checkForVideo() }
            // RTMP and transport streams may tell of their picture later than of their sound.
            queue.asyncAfter(deadline: .now() + 2) { [weak self] in self?.checkForVideo() }
        }
    }

    /// The source has told all that it has.
    func checkForVideo() {
        guard !isFailing, !links.withLock({ $0.isVideoOffered || $0.hasVideo }) else { return }
        fail(
            MediaError(
                .noVideo, "can't show \(source.name)", why: "it has sound but no video",
                remedy: "play it with a music player"))
    }

    private func handleMissingPlugin(_ message: UnsafeMutablePointer<GstMessage>) {
        guard let detail = gst_missing_plugin_message_get_installer_detail(message) else { return }
        defer { g_free(detail) }
        // gstreamer|1.0|application|description|decoder-CAPS, urisource-SCHEME or element-NAME
        let parts = String(cString: detail).split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 5 else { return }
        let what = "can't play \(source.name)"
        if parts[4].hasPrefix("decoder-") {
            let caps = String(parts[4].dropFirst("decoder-".count))
            let package = Packages.package(ofDecoderFor: caps)
            let why = "there is no \(parts[3])"
            if caps.hasPrefix("audio/") {
                if soundServer != nil { output.emit(.warning("no sound: \(why); install \(package)")) }
            } else if caps.hasPrefix("video/") || caps.hasPrefix("image/") || caps.hasPrefix("application/") {
                let isUnknown = caps.contains("unknown")
                fail(
                    MediaError(
                        isUnknown || !caps.hasPrefix("application/") ? .noDecoder : .unknownFormat, what, why: why,
                        remedy: isUnknown ? "convert it with another program" : "install \(package)"))
            }
        } else if parts[4].hasPrefix("urisource-") {
            let scheme = String(parts[4].dropFirst("urisource-".count))
            fail(
                MediaError(
                    .missingPlugin, what, why: "GStreamer's source for \(scheme): is missing",
                    remedy: "install \(Packages.package(ofScheme: scheme))"))
        } else {
            let name = String(parts[4].dropFirst("element-".count))
            fail(
                MediaError(
                    .missingPlugin, what, why: "GStreamer's \(name) is missing",
                    remedy: "install \(Packages.package(ofElement: name))"))
        }
    }

    private func handleError(_ message: UnsafeMutablePointer<GstMessage>) {
        let report = GstReport(message)
        if isOfAudio(message) {
            let (isFirst, isOver) = links.withLock { links in
                defer { links.isAudioDead = true }
                return (!links.isAudioDead, links.isVideoOver)
            }
            if isFirst { output.emit(.warning(SoundServer.warning("the sound server went away"))) }
            openAudioQueue()
            if isOver { output.emit(.ended) }
            return
        }
        let hasFrame = links.withLock { $0.hasFrame }
        if hasFrame, source.isLive, report.isEndOfConnection {
            isFailing = true
            return output.emit(.ended)
        }
        isFailing = true
        let (source, output, options) = (source, output, options)
        // It may ask the network and block; a queue of its own has a thread of its own, the global ones share a few.
        DispatchQueue(label: "porthole.media.diagnosis").async {
            output.emit(.failed(report.explain(source, hasFrame: hasFrame, display: options.display)))
        }
    }

    /// Lets the sound run off, whether or not somebody takes it: else the picture would wait for it.
    private func openAudioQueue() {
        guard let queue = links.withLock({ $0.audioQueue }) else { return }
        shim_set_int(queue.pointer, "leaky", 2)
        // A change of the limit also wakes whoever waits for room.
        shim_set_int(queue.pointer, "max-size-buffers", 1)
    }

    private func isOfAudio(_ message: UnsafeMutablePointer<GstMessage>) -> Bool {
        let (bin, sink) = links.withLock { ($0.audioBin, $0.audioSink) }
        guard let origin = shim_message_source(message) else { return false }
        if let bin, gst_object_has_as_ancestor(origin, shim_object(bin.pointer)) != 0 { return true }
        return sink.map { shim_object($0.pointer) == origin } ?? false
    }

    func fail(_ error: MediaError) {
        isFailing = true
        output.emit(.failed(error))
    }
}
