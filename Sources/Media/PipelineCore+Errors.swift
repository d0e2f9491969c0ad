import CGStreamer
import Dispatch
import Foundation
import Frames
import Geometry

extension PipelineCore {
    private var what: String { "can't play \(source.text)" }

    /// There is sound and nothing to see.
    var noVideo: MediaError {
        MediaError(.noVideo, what, why: "it has sound but no video", remedy: "play it with a music player")
    }

    /// Nothing came for too long.
    var silence: MediaError {
        let seconds = options.timeout.components.seconds
        let span = seconds > 0 ? "\(seconds) s" : "\(options.timeout.inNanoseconds / 1_000_000) ms"
        let why = video.arrival == 0 ? "nothing came for \(span)" : "it stopped sending \(span) ago"
        return MediaError(.timedOut, what, why: why, remedy: "check that it is still being sent")
    }

    /// The stream ended before its first picture.
    func diagnoseEmptyEnd() -> MediaError {
        let seen = seen.withLock { $0 }
        if let missingPlugin { return missing(missingPlugin) }
        if seen.audio, !seen.video { return noVideo }
        return MediaError(
            .damaged, what, why: "it ended before its first picture",
            remedy: "was its download or recording cut off?")
    }

    private func missing(_ name: String) -> MediaError {
        MediaError(
            .noDecoder, what, why: "there is no \(name)",
            remedy: "install gstreamer1.0-libav and gstreamer1.0-plugins-bad")
    }

    /// An error message: of the sound branch it ends the sound, of any other the player.
    func handleError(_ message: UnsafeMutablePointer<GstMessage>) {
        if let audio, let origin = shim_message_source(message), shim_descends(origin, audio.bin) != 0 {
            dropSound()
            output.emit(.warning("the sound server is gone: playing on without sound"))
            return
        }
        var error: UnsafeMutablePointer<GError>?
        var debug: UnsafeMutablePointer<CChar>?
        gst_message_parse_error(message, &error, &debug)
        defer {
            g_clear_error(&error)
            g_free(debug)
        }
        guard let error else { return }
        let text = error.pointee.message.map { String(cString: $0) } ?? "unknown"
        let detail = debug.map { String(cString: $0) } ?? ""
        diagnose(translate(error.pointee.domain, error.pointee.code, text, detail)) { self.fail($0) }
    }

    private func translate(_ domain: GQuark, _ code: Int32, _ text: String, _ detail: String) -> MediaError {
        let isNetwork = if case .network = source.kind { true } else { false }
        if let missingPlugin { return missing(missingPlugin) }
        let seen = seen.withLock { $0 }
        if seen.audio, !seen.video { return noVideo }
        let number = UInt32(bitPattern: code)
        let all = text + detail
        if all.contains("Connection refused") { return refused }
        if all.contains("404") || all.contains("Not Found") {
            return MediaError(.notFound, what, why: "the server has no such thing (404)", remedy: "check the path")
        }
        if all.contains("401") || all.contains("403") || all.contains("Unauthorized") || all.contains("Forbidden") {
            return MediaError(
                .unauthorized, what, why: "the server wants other credentials",
                remedy: "put them into the URL as user:password@host")
        }
        if all.contains("TLS") || all.contains("certificate") {
            return MediaError(
                .tls, what, why: "the server's certificate is not trusted", remedy: "check the host's name")
        }
        if domain == shim_resource_errors() {
            switch number {
            case GST_RESOURCE_ERROR_NOT_FOUND.rawValue:
                return isNetwork
                    ? MediaError(
                        .notFound, what, why: "there is nothing at this address", remedy: "check host and path")
                    : MediaError(.noSuchFile, what, why: "there is no such file", remedy: "check the path")
            case GST_RESOURCE_ERROR_NOT_AUTHORIZED.rawValue:
                return MediaError(
                    .unauthorized, what, why: "the server wants other credentials",
                    remedy: "put them into the URL as user:password@host")
            case GST_RESOURCE_ERROR_BUSY.rawValue:
                return MediaError(.failed, what, why: "another program uses it", remedy: "close that program")
            default: break
            }
        }
        if domain == shim_stream_errors() {
            switch number {
            case GST_STREAM_ERROR_TYPE_NOT_FOUND.rawValue, GST_STREAM_ERROR_WRONG_TYPE.rawValue:
                return unknownFormat
            case GST_STREAM_ERROR_CODEC_NOT_FOUND.rawValue:
                return missing("decoder for it")
            case GST_STREAM_ERROR_DEMUX.rawValue, GST_STREAM_ERROR_DECODE.rawValue:
                return damaged
            default: break
            }
        }
        if all.contains("text/plain") || all.contains("doesn't contain") { return unknownFormat }
        if !isNetwork, video.arrival == 0 { return seen.video ? damaged : unknownFormat }
        return MediaError(.failed, what, why: text, remedy: isNetwork ? "check the address and the network" : "")
    }

    private var unknownFormat: MediaError {
        MediaError(
            .unknownFormat, what, why: "it is not video in any known format", remedy: "check that it is a video")
    }

    private var damaged: MediaError {
        MediaError(
            .damaged, what, why: "its data is damaged or cut short", remedy: "was its download or recording cut off?")
    }

    private var refused: MediaError {
        MediaError(
            .refused, what, why: "nobody listens at \(address)", remedy: "start the server, or check host and port")
    }

    private var address: String {
        guard case .network(_, let url) = source.kind, let endpoint = Endpoint(url: url) else { return source.text }
        return "\(endpoint.host):\(endpoint.port)"
    }

    /// Looks closer at a network failure: GStreamer says no more than "Internal data stream error". A connection of our
    /// own tells a refused one from a name without an address.
    func diagnose(_ error: MediaError, _ done: @escaping @Sendable (MediaError) -> Void) {
        guard case .network(let scheme, let url) = source.kind, scheme != "srt", let endpoint = Endpoint(url: url),
            [.failed, .timedOut, .notFound, .unknownFormat, .damaged].contains(error.code), video.arrival == 0
        else { return done(error) }
        let (refused, what) = (refused, what)
        let queue = queue
        DispatchQueue.global().async {
            let found: MediaError
            switch Endpoint.Probe(endpoint) {
            case .answers: found = error
            case .refused: found = refused
            case .unknownHost:
                found = MediaError(
                    .unknownHost, what, why: "the host \(endpoint.host) has no address", remedy: "check its name")
            case .unreachable:
                found = MediaError(
                    .timedOut, what, why: "\(endpoint.host):\(endpoint.port) can't be reached",
                    remedy: "check the network")
            }
            queue.async { done(found) }
        }
    }
}

extension Endpoint {
    /// What a connection to it meets.
    enum Probe {
        /// Somebody listens.
        case answers
        /// Nobody listens.
        case refused
        /// The name has no address.
        case unknownHost
        /// No answer at all.
        case unreachable

        /// Connects and closes again; two seconds at most for each address.
        init(_ endpoint: Endpoint) {
            var hints = addrinfo()
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
            var list: UnsafeMutablePointer<addrinfo>?
            guard getaddrinfo(endpoint.host, String(endpoint.port), &hints, &list) == 0 else {
                self = .unknownHost
                return
            }
            defer { freeaddrinfo(list) }
            var found = Probe.unreachable
            var next = list
            while let info = next {
                next = info.pointee.ai_next
                let descriptor = socket(
                    info.pointee.ai_family,
                    info.pointee.ai_socktype | Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
                guard descriptor >= 0 else { continue }
                defer { close(descriptor) }
                var code = connect(descriptor, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0 ? 0 : errno
                if code == EINPROGRESS {
                    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    guard poll(&wait, 1, 2000) == 1 else { continue }
                    var length = socklen_t(MemoryLayout<Int32>.size)
                    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
                }
                if code == 0 {
                    self = .answers
                    return
                }
                if code == ECONNREFUSED { found = .refused }
            }
            self = found
        }
    }
}
