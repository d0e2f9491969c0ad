import CGStreamer
import Frames
import Geometry
import Glibc

extension PipelineCore {
    /// Adds what the source needs before the branches.
    func addSource() throws(MediaError) {
        switch source.kind {
        case .file(let path): try addURI(URLText.file(path))
        case .network(let scheme, let url):
            if scheme.hasPrefix("rtsp") { try addRTSP(url) } else { try addURI(url) }
        case .camera(let device): try addCamera(device)
        case .screen: try addScreen()
        case .test: preconditionFailure("test patterns are drawn, not decoded")
        }
    }

    private func make(_ factory: String, package: String) throws(MediaError) -> UnsafeMutablePointer<GstElement> {
        guard let element = gst_element_factory_make(factory, nil) else {
            throw MediaError(
                .missingPlugin, "can't play \(source.text)", why: "GStreamer's \(factory) is missing",
                remedy: "install \(package)")
        }
        gst_bin_add(shim_bin(pipeline), element)
        return element
    }

    private func onPad(
        _ element: UnsafeMutablePointer<GstElement>,
        _ handler:
            @escaping @convention(c) (
                UnsafeMutablePointer<GstElement>?, UnsafeMutablePointer<GstPad>?, gpointer?
            ) -> Void
    ) {
        // Unretained: the pipeline is at rest before this object goes.
        g_signal_connect_data(
            element, "pad-added", unsafeBitCast(handler, to: GCallback.self), Unmanaged.passUnretained(self).toOpaque(),
            nil, GConnectFlags(rawValue: 0))
    }

    private func addURI(_ uri: String) throws(MediaError) {
        let decode = try make("uridecodebin3", package: "gstreamer1.0-plugins-base")
        shim_set_string(decode, "uri", uri)
        if uri.hasPrefix("http") { shim_set_bool(decode, "use-buffering", 1) }
        onPad(decode) { _, pad, data in
            guard let pad, let data else { return }
            Unmanaged<PipelineCore>.fromOpaque(data).takeUnretainedValue().link(pad)
        }
    }

    /// By hand: through uridecodebin3 the first picture takes two seconds.
    private func addRTSP(_ url: String) throws(MediaError) {
        let receive = try make("rtspsrc", package: "gstreamer1.0-plugins-good")
        shim_set_string(receive, "location", url)
        shim_set_int(receive, "latency", 100)
        onPad(receive) { _, pad, data in
            guard let pad, let data else { return }
            Unmanaged<PipelineCore>.fromOpaque(data).takeUnretainedValue().decodeRTP(pad)
        }
    }

    private func decodeRTP(_ pad: UnsafeMutablePointer<GstPad>) {
        guard let decode = gst_element_factory_make("decodebin", nil) else { return }
        gst_bin_add(shim_bin(pipeline), decode)
        onPad(decode) { _, pad, data in
            guard let pad, let data else { return }
            Unmanaged<PipelineCore>.fromOpaque(data).takeUnretainedValue().link(pad)
        }
        gst_element_sync_state_with_parent(decode)
        guard let sink = gst_element_get_static_pad(decode, "sink") else { return }
        gst_pad_link(pad, sink)
        gst_object_unref(sink)
    }

    private func addCamera(_ device: String) throws(MediaError) {
        var device = device
        if device.isEmpty {
            let names: [String] = (0..<64).map { "/dev/video\($0)" }
            guard let first = names.first(where: { name in access(name, F_OK) == 0 }) else {
                throw MediaError(
                    .noSuchFile, "can't open a camera", why: "there is none (no /dev/video*)",
                    remedy: "plug one in, or watch test:")
            }
            device = first
        }
        guard access(device, F_OK) == 0 else {
            throw MediaError(
                .noSuchFile, "can't open the camera \(device)", why: "there is no such device",
                remedy: "name one of /dev/video*, or watch test:")
        }
        guard access(device, R_OK | W_OK) == 0 else {
            throw MediaError(
                .permission, "can't open the camera \(device)", why: "you may not use it",
                remedy: "add yourself to the group video")
        }
        let capture = try make("v4l2src", package: "gstreamer1.0-plugins-good")
        shim_set_string(capture, "device", device)
        let decode = try make("decodebin", package: "gstreamer1.0-plugins-base")
        onPad(decode) { _, pad, data in
            guard let pad, let data else { return }
            Unmanaged<PipelineCore>.fromOpaque(data).takeUnretainedValue().link(pad)
        }
        gst_element_link(capture, decode)
    }

    private func addScreen() throws(MediaError) {
        let capture = try make("ximagesrc", package: "gstreamer1.0-plugins-good")
        if let display = options.display { shim_set_string(capture, "display-name", display) }
        shim_set_bool(capture, "use-damage", 0)
        let caps = gst_caps_from_string("video/x-raw,framerate=(fraction)30/1")
        gst_element_link_filtered(capture, video.convert, caps)
        gst_caps_unref(caps)
        seen.withLock { $0.video = true }
    }

    /// Links a decoded stream to its branch; streaming threads. The first of each kind counts.
    func link(_ pad: UnsafeMutablePointer<GstPad>) {
        let caps = gst_pad_get_current_caps(pad) ?? gst_pad_query_caps(pad, nil)
        guard let caps else { return }
        defer { gst_caps_unref(caps) }
        guard gst_caps_get_size(caps) > 0, let name = gst_structure_get_name(gst_caps_get_structure(caps, 0)) else {
            return
        }
        let type = String(cString: name)
        if type.hasPrefix("video/") {
            let isFirst = seen.withLock { seen in
                seen.video = true
                defer { seen.linked = true }
                return !seen.linked
            }
            guard isFirst, let sink = gst_element_get_static_pad(video.convert, "sink") else { return }
            gst_pad_link(pad, sink)
            gst_object_unref(sink)
        } else if type.hasPrefix("audio/") {
            seen.withLock { $0.audio = true }
            linkSound(pad)
        }
    }

    private func linkSound(_ pad: UnsafeMutablePointer<GstPad>) {
        // The branch was made before the pipeline started, and is taken once.
        guard let audio, gst_object_get_parent(shim_object(audio.bin)) == nil else { return discard(pad) }
        gst_bin_add(shim_bin(pipeline), audio.bin)
        gst_element_sync_state_with_parent(audio.bin)
        guard let sink = gst_element_get_static_pad(audio.bin, "sink") else { return }
        gst_pad_link(pad, sink)
        gst_object_unref(sink)
    }

    /// Swallows a stream: one that leads nowhere would end all when it is the first to come, as over RTMP.
    private func discard(_ pad: UnsafeMutablePointer<GstPad>) {
        guard let end = gst_element_factory_make("fakesink", nil) else { return }
        shim_set_bool(end, "sync", 0)
        shim_set_bool(end, "async", 0)
        gst_bin_add(shim_bin(pipeline), end)
        gst_element_sync_state_with_parent(end)
        guard let sink = gst_element_get_static_pad(end, "sink") else { return }
        gst_pad_link(pad, sink)
        gst_object_unref(sink)
    }

    /// Takes the sound out of a playing pipeline: its server has gone.
    func dropSound() {
        guard let audio, let sink = gst_element_get_static_pad(audio.bin, "sink") else { return }
        self.audio = nil
        // What still comes is thrown away before the dead branch.
        if let peer = gst_pad_get_peer(sink) {
            gst_pad_add_probe(
                peer, GstPadProbeType(GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_BUFFER_LIST.rawValue),
                { _, _, _ in GST_PAD_PROBE_DROP }, nil, nil)
            gst_pad_unlink(peer, sink)
            gst_object_unref(peer)
        }
        gst_object_unref(sink)
        gst_element_set_locked_state(audio.bin, 1)
        gst_element_set_state(audio.bin, GST_STATE_NULL)
        gst_bin_remove(shim_bin(pipeline), audio.bin)
        gst_object_unref(audio.bin)
    }
}

/// URLs as text.
enum URLText {
    /// The `file:` URL of a path, relative ones from the current folder.
    static func file(_ path: String) -> String {
        guard let text = gst_filename_to_uri(path, nil) else { return "file://" + path }
        defer { g_free(text) }
        return String(cString: text)
    }
}

extension MediaSource {
    /// It may stop sending without saying so.
    var canFallSilent: Bool {
        switch kind {
        case .network, .camera, .screen: true
        case .file, .test: false
        }
    }

    /// There may be sound in it.
    var mayHaveSound: Bool {
        switch kind {
        case .network, .file: true
        case .camera, .screen, .test: false
        }
    }
}
