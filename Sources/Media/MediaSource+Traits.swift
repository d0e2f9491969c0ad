import Foundation

extension MediaSource {
    /// What of the screen it shows, and how often a second; nil for what is no screen.
    public var screen: (area: ScreenArea, rate: Int)? {
        if case .screen(let area, let rate) = kind { return (area, rate) }
        return nil
    }

    var isFile: Bool {
        if case .file = kind { return true }
        return false
    }

    /// The scheme of a URL; nil for what is on this machine.
    var scheme: String? {
        if case .network(let scheme, _) = kind { return scheme }
        return nil
    }

    var mayHaveSound: Bool { isFile || scheme != nil }

    /// For messages: the path or URL, without a password.
    var name: String {
        switch kind {
        case .file(let path): path
        case .network(_, let url):
            // Between "//" and "@", as far as the path.
            if let start = url.range(of: "//"),
                let at = url[start.upperBound...].prefix(while: { $0 != "/" }).lastIndex(of: "@")
            {
                String(url[..<start.upperBound] + url[url.index(after: at)...])
            } else {
                url
            }
        case .camera(let device): device.isEmpty ? "the camera" : "the camera \(device)"
        case .screen(.window(let id, _), _): "the window 0x" + String(id, radix: 16)
        case .screen: "the screen"
        case .test: text
        }
    }

    /// The error for a source from which nothing comes.
    func silence(seconds: Double, hasFrame: Bool) -> MediaError {
        if isFile {
            return MediaError(
                .damaged, "can't play \(name)", why: "no picture comes out of it: it is damaged or cut short",
                remedy: "was its download or recording cut off?")
        }
        let time = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
        return hasFrame
            ? MediaError(
                .timedOut, "lost \(name)", why: "it stopped sending \(time) s ago",
                remedy: "check the sender and the network, then try again")
            : MediaError(
                .timedOut, "can't open \(name)", why: "no picture came within \(time) s: it does not answer",
                remedy: isFile
                    ? "check the file with another program" : "check the address, the sender and the firewall")
    }
}
