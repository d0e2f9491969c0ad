import CGStreamer
import Dispatch
import Geometry
import Glibc

extension PipelineCore {
    /// Puts the source's elements into the pipeline. Their pads come later, on streaming threads.
    func makeSource() throws(MediaError) {
        switch source.kind {
        case .network("rtsp", let url), .network("rtsps", let url): try makeRTSP(url)
        case .network(_, let url): try makeURI(url)
        case .file(let path):
            var error: UnsafeMutablePointer<GError>?
            guard let uri = gst_filename_to_uri(path, &error) else {
                g_clear_error(&error)
                throw MediaError(.failed, "can't play \(path)", why: "the path can't be made into a URL")
            }
            defer { g_free(uri) }
            try makeURI(String(cString: uri))
        case .camera(let device): try makeCamera(device)
        case .screen(let area, let rate): try makeScreen(area, rate)
        case .test: preconditionFailure("test patterns have a core of their own")
        }
    }

    private func makeURI(_ uri: String) throws(MediaError) {
        let element = try makeElement("uridecodebin3")
        shim_set_string(element, "uri", uri)
        if source.scheme?.hasPrefix("http") == true {
            shim_set_bool(element, "use-buffering", 1)
            shim_set_int64(element, "buffer-duration", 1_000_000_000)
        }
        connect(
            element, "select-stream",
            to: unsafeBitCast(
                { _, _, stream, data in
                    guard let stream, let core = WeakBox<PipelineCore>.object(data) else { return -1 }
                    return core.wants(gst_stream_get_stream_type(stream)) ? 1 : 0
                } as @convention(c) (gpointer?, gpointer?, UnsafeMutablePointer<GstStream>?, gpointer?) -> gint,
                to: GCallback.self))
        connect(
            element, "source-setup",
            to: unsafeBitCast(
                { _, source, data in
                    guard let source, let core = WeakBox<PipelineCore>.object(data) else { return }
                    core.prepare(source)
                } as @convention(c) (gpointer?, UnsafeMutablePointer<GstElement>?, gpointer?) -> Void,
                to: GCallback.self))
        connectPads(of: element)
        gst_bin_add(shim_bin(pipeline), element)
    }

    private func makeRTSP(_ url: String) throws(MediaError) {
        let element = try makeElement("rtspsrc")
        shim_set_string(element, "location", url)
        shim_set_int(element, "latency", 100)
        shim_set_bool(element, "drop-on-latency", 1)
        connect(
            element, "select-stream",
            to: unsafeBitCast(
                { _, _, caps, data in
                    guard let caps, let core = WeakBox<PipelineCore>.object(data) else { return 1 }
                    let type = PipelineCore.type(ofMedia: caps)
                    if type == GST_STREAM_TYPE_VIDEO { core.links.withLock { $0.isVideoOffered = true } }
                    return core.wants(type) ? 1 : 0
                } as @convention(c) (gpointer?, guint, UnsafeMutablePointer<GstCaps>?, gpointer?) -> gboolean,
                to: GCallback.self))
        connect(
            element, "pad-added",
            to: unsafeBitCast(
                { _, pad, data in
                    guard let pad, let core = WeakBox<PipelineCore>.object(data) else { return }
                    core.decode(pad)
                } as @convention(c) (gpointer?, UnsafeMutablePointer<GstPad>?, gpointer?) -> Void,
                to: GCallback.self))
        connect(
            element, "no-more-pads",
            to: unsafeBitCast(
                { _, data in
                    guard let core = WeakBox<PipelineCore>.object(data) else { return }
                    core.queue.async { core.checkForVideo() }
                } as @convention(c) (gpointer?, gpointer?) -> Void,
                to: GCallback.self))
        gst_bin_add(shim_bin(pipeline), element)
    }

    private func makeCamera(_ device: String) throws(MediaError) {
        let path = try Camera.find(device)
        let element = try makeElement("v4l2src")
        let filter = try makeElement("capsfilter")
        let decoder = try makeElement("decodebin")
        shim_set_string(element, "device", path)
        setCaps(
            of: filter,
            "video/x-raw,width=1280,height=720,framerate=(fraction)[24/1,60/1];"
                + "image/jpeg,width=1280,height=720;video/x-raw;image/jpeg")
        connectPads(of: decoder)
        for part in [element, filter, decoder] { gst_bin_add(shim_bin(pipeline), part) }
        gst_element_link(element, filter)
        gst_element_link(filter, decoder)
    }

    private func makeScreen(_ area: ScreenArea, _ rate: Int) throws(MediaError) {
        let element = try makeElement("ximagesrc")
        sink.memoryOwner = FrameMemoryOwner(element)
        let filter = try makeElement("capsfilter")
        if let display = options.display { shim_set_string(element, "display-name", display) }
        // With damage it would send the changed parts only, and wait for them.
        shim_set_bool(element, "use-damage", 0)
        shim_set_bool(element, "show-pointer", 1)
        switch area {
        case .whole: break
        case .region(let rect): crop(element, rect)
        case .window(let id, let part):
            shim_set_uint64(element, "xid", id)
            if let part { crop(element, part) }
        }
        setCaps(of: filter, "video/x-raw,framerate=\(rate)/1")
        gst_bin_add(shim_bin(pipeline), element)
        gst_bin_add(shim_bin(pipeline), filter)
        gst_element_link(element, filter)
        gst_element_link(filter, converter)
        links.withLock { $0.hasVideo = true }
    }

    private func crop(_ element: UnsafeMutablePointer<GstElement>, _ rect: Rect) {
        shim_set_int(element, "startx", Int32(clamping: rect.x))
        shim_set_int(element, "starty", Int32(clamping: rect.y))
        // The last column and row that are shown.
        shim_set_int(element, "endx", Int32(clamping: rect.maxX - 1))
        shim_set_int(element, "endy", Int32(clamping: rect.maxY - 1))
    }

    /// The picture, and the sound if it can be heard.
    private func wants(_ type: GstStreamType) -> Bool {
        if type.rawValue & GST_STREAM_TYPE_VIDEO.rawValue != 0 { return true }
        guard type.rawValue & GST_STREAM_TYPE_AUDIO.rawValue != 0 else { return false }
        if let soundServer {
            if soundServer.isThere { return true }
            if let warning = soundServer.take().warning { warnOfSound(warning) }
        }
        // A stream of which only the sound has arrived would end here if nobody took it.
        return source.scheme == "rtmp" || source.scheme == "rtmps"
    }

    private func warnOfSound(_ warning: String) {
        let isFirst = links.withLock { links in
            defer { links.isAudioDead = true }
            return !links.isAudioDead
        }
        if isFirst { output.emit(.warning(warning)) }
    }

    private func prepare(_ element: UnsafeMutablePointer<GstElement>) {
        if shim_has_property(element, "auto-reconnect") != 0 { shim_set_bool(element, "auto-reconnect", 0) }
        if source.isFile { shim_set_int(element, "blocksize", 1 << 20) }
        guard let pad = gst_element_get_static_pad(element, "src") else { return }
        gst_pad_add_probe(
            pad, GST_PAD_PROBE_TYPE_BUFFER,
            { _, _, data in
                WeakBox<PipelineCore>.object(data)?.activity.note()
                return GST_PAD_PROBE_OK
            }, WeakBox(self).retained(), releaseBox)
        gst_object_unref(pad)
    }

    /// Adds a decoder behind a pad of `rtspsrc`.
    private func decode(_ pad: UnsafeMutablePointer<GstPad>) {
        guard let decoder = gst_element_factory_make("decodebin", nil) else { return }
        connectPads(of: decoder)
        gst_bin_add(shim_bin(pipeline), decoder)
        gst_element_sync_state_with_parent(decoder)
        guard let input = gst_element_get_static_pad(decoder, "sink") else { return }
        gst_pad_add_probe(
            pad, GST_PAD_PROBE_TYPE_BUFFER,
            { _, _, data in
                WeakBox<PipelineCore>.object(data)?.activity.note()
                return GST_PAD_PROBE_OK
            }, WeakBox(self).retained(), releaseBox)
        gst_pad_link(pad, input)
        gst_object_unref(input)
    }

    private func connectPads(of element: UnsafeMutablePointer<GstElement>) {
        connect(
            element, "pad-added",
            to: unsafeBitCast(
                { _, pad, data in
                    guard let pad, let core = WeakBox<PipelineCore>.object(data) else { return }
                    core.link(pad)
                } as @convention(c) (gpointer?, UnsafeMutablePointer<GstPad>?, gpointer?) -> Void,
                to: GCallback.self))
    }

    private func connect(_ element: UnsafeMutablePointer<GstElement>, _ signal: String, to handler: GCallback) {
        g_signal_connect_data(
            element, signal, handler, WeakBox(self).retained(), releaseClosure, GConnectFlags(rawValue: 0))
    }

    private func setCaps(of filter: UnsafeMutablePointer<GstElement>, _ text: String) {
        guard let caps = gst_caps_from_string(text) else { preconditionFailure("caps that can't be read: \(text)") }
        shim_set_caps(filter, "caps", caps)
        gst_caps_unref(caps)
    }

    /// What an RTP stream carries, by its `media` field.
    private static func type(ofMedia caps: UnsafeMutablePointer<GstCaps>) -> GstStreamType {
        guard let structure = gst_caps_get_structure(caps, 0), let media = gst_structure_get_string(structure, "media")
        else { return GST_STREAM_TYPE_UNKNOWN }
        return switch String(cString: media) {
        case "video": GST_STREAM_TYPE_VIDEO
        case "audio": GST_STREAM_TYPE_AUDIO
        default: GST_STREAM_TYPE_UNKNOWN
        }
    }

    /// Joins a pad with decoded data to its branch. On a streaming thread.
    private func link(_ pad: UnsafeMutablePointer<GstPad>) {
        guard let caps = gst_pad_get_current_caps(pad) ?? gst_pad_query_caps(pad, nil) else { return }
        defer { gst_caps_unref(caps) }
        guard let structure = gst_caps_get_structure(caps, 0), let name = gst_structure_get_name(structure) else {
            return
        }
        let kind = String(cString: name)
        if kind.hasPrefix("video/") || kind.hasPrefix("image/") {
            let isFirst = links.withLock { links in
                defer { links.hasVideo = true }
                return !links.hasVideo
            }
            guard isFirst, let input = gst_element_get_static_pad(converter, "sink") else { return discard(pad) }
            gst_pad_link(pad, input)
            gst_object_unref(input)
        } else if kind.hasPrefix("audio/") {
            linkAudio(pad)
        } else {
            discard(pad)
        }
    }

    private func linkAudio(_ pad: UnsafeMutablePointer<GstPad>) {
        let isFirst = links.withLock { links in
            defer { links.hasAudio = true }
            return !links.hasAudio
        }
        guard isFirst, let soundServer else { return discard(pad) }
        let (sink, warning) = soundServer.take()
        if let warning { warnOfSound(warning) }
        guard let sink else { return discard(pad) }
        // errorignore: a sound server that dies must not end the picture with a flow error.
        var error: UnsafeMutablePointer<GError>?
        let text = "errorignore convert-to=ok ! queue name=sound ! audioconvert ! audioresample"
        guard let bin = gst_parse_bin_from_description(text, 1, &error) else {
            g_clear_error(&error)
            gst_element_set_state(sink.pointer, GST_STATE_NULL)
            gst_object_unref(sink.pointer)
            warnOfSound("no sound: GStreamer's audio elements are missing; install gstreamer1.0-plugins-bad")
            return discard(pad)
        }
        let audioBin = UnsafeMutableRawPointer(bin).assumingMemoryBound(to: GstElement.self)
        // The bin keeps it; it lives as long as the pipeline.
        let queue = gst_bin_get_by_name(shim_bin(audioBin), "sound")
        if let queue { gst_object_unref(queue) }
        links.withLock { links in
            links.audioBin = Handle(pointer: audioBin)
            links.audioQueue = queue.map(Handle.init(pointer:))
            links.audioSink = sink
        }
        self.queue.async { [weak self] in
            if let self { self.applyVolume(to: sink) }
        }
        gst_bin_add(shim_bin(pipeline), audioBin)
        gst_bin_add(shim_bin(pipeline), sink.pointer)
        gst_object_unref(sink.pointer)
        gst_element_link(audioBin, sink.pointer)
        gst_element_sync_state_with_parent(sink.pointer)
        gst_element_sync_state_with_parent(audioBin)
        guard let input = gst_element_get_static_pad(audioBin, "sink") else { return }
        gst_pad_link(pad, input)
        gst_object_unref(input)
    }

    /// Takes what nobody wants, so that no stream waits for another.
    private func discard(_ pad: UnsafeMutablePointer<GstPad>) {
        guard let sink = gst_element_factory_make("fakesink", nil) else { return }
        shim_set_bool(sink, "sync", 0)
        shim_set_bool(sink, "async", 0)
        gst_bin_add(shim_bin(pipeline), sink)
        gst_element_sync_state_with_parent(sink)
        guard let input = gst_element_get_static_pad(sink, "sink") else { return }
        gst_pad_link(pad, input)
        gst_object_unref(input)
    }
}
