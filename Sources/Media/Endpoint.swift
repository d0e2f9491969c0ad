import Foundation

/// The host and port of a URL.
struct Endpoint: Sendable, Hashable {
    let host: String
    let port: Int

    /// Nil when `url` is not a URL. The port is the scheme's own if none is written.
    init?(url: String) {
        guard let parts = URLComponents(string: url) else { return nil }
        var host = parts.host ?? ""
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        self.host = host
        port =
            parts.port ?? ["http": 80, "https": 443, "rtsp": 554, "rtsps": 322, "rtmp": 1935, "rtmps": 443][
                parts.scheme ?? ""] ?? 0
    }
}
