import CGStreamer
import Foundation

extension GstReport {
    /// The failure in words. May look a host up and knock at its port, for a second or two: not on the player's queue.
    func explain(_ source: MediaSource, hasFrame: Bool, display: String?) -> MediaError {
        switch source.kind {
        case .network(let scheme, let url): explainNetwork(source, scheme: scheme, url: url, hasFrame: hasFrame)
        case .screen:
            MediaError(
                .failed, "can't show the screen", why: "the display \(display ?? environmentDisplay) can't be read",
                remedy: "set DISPLAY to a running X server")
        case .camera(let device):
            MediaError(
                hasFrame ? .failed : .unsupported, "can't use the camera \(device)",
                why: says("busy") ? "another program uses it" : cleaned, remedy: "close other programs, or name another"
            )
        case .file, .test: explainData(source, hasFrame: hasFrame)
        }
    }

    private var environmentDisplay: String {
        let name = ProcessInfo.processInfo.environment["DISPLAY"] ?? ""
        return name.isEmpty ? "(DISPLAY is not set)" : name
    }

    /// What is wrong with the bytes.
    private func explainData(_ source: MediaSource, hasFrame: Bool) -> MediaError {
        let what = hasFrame ? "can't go on with \(source.name)" : "can't play \(source.name)"
        if has(GST_STREAM_ERROR_TYPE_NOT_FOUND) || has(GST_STREAM_ERROR_WRONG_TYPE) || says("text file") {
            return MediaError(
                .unknownFormat, what,
                why: says("text file") ? "it is a text file, not a video" : "it is not in any video format known here",
                remedy: "check that it is the right file")
        }
        if has(GST_STREAM_ERROR_CODEC_NOT_FOUND) {
            return MediaError(.noDecoder, what, why: cleaned, remedy: "install gstreamer1.0-libav")
        }
        if has(GST_STREAM_ERROR_DECRYPT) || has(GST_STREAM_ERROR_DECRYPT_NOKEY) {
            return MediaError(.unsupported, what, why: "it is encrypted", remedy: "use the program it was made for")
        }
        if says("moov", "incomplete", "no playable streams") || has(GST_STREAM_ERROR_DEMUX)
            || has(GST_STREAM_ERROR_DECODE)
        {
            return MediaError(
                .damaged, what, why: "it is damaged or cut short", remedy: "was its download or recording cut off?")
        }
        if has(GST_RESOURCE_ERROR_NOT_FOUND) {
            return MediaError(.noSuchFile, what, why: "there is no such file any more", remedy: "check the path")
        }
        if says("internal data stream error", "internal data flow error", "not-negotiated") {
            return MediaError(
                .damaged, what, why: "its data makes no sense to the decoder (\(reason))",
                remedy: "check the file with another program")
        }
        return MediaError(.failed, what, why: cleaned)
    }

    private func explainNetwork(_ source: MediaSource, scheme: String, url: String, hasFrame: Bool) -> MediaError {
        let what = hasFrame ? "lost \(source.name)" : "can't open \(source.name)"
        if let status { return MediaError.http(status, what) }
        if says("404", "not found"), !has(GST_RESOURCE_ERROR_NOT_FOUND) || scheme.hasPrefix("rtsp") {
            return MediaError.http(404, what)
        }
        if has(GST_RESOURCE_ERROR_NOT_AUTHORIZED) || says("unauthorized") { return MediaError.http(401, what) }
        if says("tls", "certificate", "ssl") {
            return MediaError(
                .tls, what, why: "the secure connection failed (\(cleaned))",
                remedy: "check the address, the certificate and the machine's date")
        }
        if let endpoint = Endpoint(url: url), scheme != "srt" {
            if let error = Reachability.check(endpoint, what: what) { return error }
        }
        if scheme == "https", !hasFrame, element == "GstSoupHTTPSrc" {
            return MediaError(
                .tls, what, why: "there is no secure connection to be had there",
                remedy: "check the address and the port, or try http:")
        }
        if scheme == "srt", domain == .resource {
            let address = Endpoint(url: url).map { "\($0.host):\($0.port)" } ?? url
            return MediaError(
                .refused, what, why: "nobody answers SRT at \(address), or it turns us away",
                remedy: "check the address, the mode, the stream id and the passphrase")
        }
        if domain == .stream { return explainData(source, hasFrame: hasFrame) }
        return MediaError(.failed, what, why: cleaned, remedy: "check the address")
    }

    /// The last part of the debug text, after "streaming stopped, reason".
    private var reason: String {
        guard let range = debug.range(of: "reason ") else { return "no reason given" }
        return String(debug[range.upperBound...].prefix { $0 != "\n" })
    }

    /// GStreamer's own words, when there are none better.
    private var cleaned: String {
        let line = debug.split(separator: "\n").last.map(String.init) ?? ""
        let useless = text.isEmpty || text.hasPrefix("Internal data") || text.hasPrefix("Could not")
        // The first line of the debug text is a place in GStreamer's source code.
        if useless, !line.isEmpty, !line.contains(".c(") { return line }
        return text.isEmpty ? "an unknown error" : text.trimmingCharacters(in: CharacterSet(charactersIn: ". \n"))
    }
}

extension MediaError {
    static func http(_ status: Int, _ what: String) -> MediaError {
        switch status {
        case 401, 403, 407:
            MediaError(
                .unauthorized, what, why: "the server refuses access (\(status))",
                remedy: "put the name and password into the URL: //NAME:PASSWORD@HOST/…")
        case 404, 410:
            MediaError(.notFound, what, why: "the server has no such thing (\(status))", remedy: "check the path")
        default:
            MediaError(.server, what, why: "the server answers with error \(status)", remedy: "try again later")
        }
    }
}
