import Foundation
import Geometry

extension MediaSource {
    private static let networkSchemes = ["http", "https", "rtsp", "rtsps", "rtmp", "rtmps", "srt"]
    private static let otherSchemes = ["file", "camera", "screen", "test"]

    static func parse(_ text: String) throws(MediaError) -> Kind {
        guard !text.isEmpty else { throw usage("the source is an empty word", "name a file, a URL or test:") }
        guard !text.utf8.contains(0) else {
            throw usage("the source has a zero byte in it", "name a file, a URL or test:")
        }
        guard let colon = text.firstIndex(of: ":"), isScheme(text[..<colon]) else { return .file(path: text) }
        let scheme = text[..<colon].lowercased()
        let rest = String(text[text.index(after: colon)...])
        switch scheme {
        case "file": return .file(path: try path(ofFileURL: text, rest: rest))
        case "camera": return .camera(device: try device(rest))
        case "screen":
            return try screen(rest)
        case "test": return .test(try TestPattern(rest))
        case _ where networkSchemes.contains(scheme):
            guard rest.hasPrefix("//"), let endpoint = Endpoint(url: text), !endpoint.host.isEmpty || scheme == "srt"
            else {
                throw usage("\"\(text)\" names no host or is not a URL", "write \(scheme)://HOST/…")
            }
            return .network(scheme: scheme, url: scheme + text[colon...])
        default:
            // A file may have a colon in its name.
            if access(text, F_OK) == 0 { return .file(path: text) }
            let near = nearest(scheme, of: networkSchemes + otherSchemes)
            throw usage("\"\(scheme):\" is not a kind of source", "did you mean \(near):? (a file: ./\(text))")
        }
    }

    static func usage(_ why: String, _ remedy: String) -> MediaError {
        MediaError(.usage, "can't understand the source", why: why, remedy: remedy)
    }

    /// The word of `words` that begins with `word`, else the one with the least edits to it.
    static func nearest(_ word: String, of words: [String]) -> String {
        if !word.isEmpty, let longer = words.first(where: { $0.hasPrefix(word) }) { return longer }
        return words.min { distance(word, $0) < distance(word, $1) } ?? word
    }

    /// RFC 3986, section 3.1. A slash before the colon makes it a path.
    private static func isScheme(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || (48...57).contains($0) || [43, 45, 46].contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }

    private static func path(ofFileURL text: String, rest: String) throws(MediaError) -> String {
        var path = rest
        if path.hasPrefix("//") {
            path.removeFirst(2)
            if path.hasPrefix("localhost/") { path.removeFirst("localhost".count) }
        }
        guard path.hasPrefix("/"), let decoded = path.removingPercentEncoding, !decoded.utf8.contains(0) else {
            throw usage("\"\(text)\" is not a URL of a file here", "write file:///ABSOLUTE/PATH or just the path")
        }
        return decoded
    }

    private static func device(_ word: String) throws(MediaError) -> String {
        if word.isEmpty || word.hasPrefix("/") { return word }
        if word.utf8.allSatisfy({ (48...57).contains($0) }) { return "/dev/video\(word)" }
        if word.hasPrefix("video") { return "/dev/\(word)" }
        throw usage("\"\(word)\" is not a camera", "write camera:, camera:0 or camera:/dev/video0")
    }

    private static func screen(_ rest: String) throws(MediaError) -> Kind {
        let remedy = "write screen:, screen:640x360+100+50, screen:0x1400003 or screen:?fps=15"
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let area = ScreenArea(parts[0]) else {
            throw usage("\"\(parts[0])\" is neither a part of the screen nor a window", remedy)
        }
        guard parts.count == 2 else { return .screen(area, rate: 30) }
        guard parts[1].hasPrefix("fps="), let rate = Int(parts[1].dropFirst("fps=".count)), (1...60).contains(rate)
        else { throw usage("\"\(parts[1])\" is not a number of pictures a second from 1 to 60", remedy) }
        return .screen(area, rate: rate)
    }

    private static func distance(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a.utf8), Array(b.utf8))
        var row = Array(0...b.count)
        for i in a.indices {
            var diagonal = row[0]
            row[0] = i + 1
            for j in b.indices {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (a[i] == b[j] ? 0 : 1))
                diagonal = above
            }
        }
        return row[b.count]
    }
}

extension MediaSource {
    /// The same source as it would be typed in any folder: relative paths of files get `folder`, everything else stays.
    public static func absolute(_ text: String, from folder: String) -> String {
        guard !text.hasPrefix("/"), let source = try? MediaSource(text), case .file(let path) = source.kind,
            !path.hasPrefix("/")
        else { return text }
        return folder + "/" + path
    }
}
