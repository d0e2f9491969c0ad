import CCurl
import Foundation

/// One request in libcurl's hands (an easy handle), with what has come back so far. On the thread of its `HTTPConnections`.
final class HTTPEasy {
    /// libcurl's handle.
    let raw: UnsafeMutableRawPointer
    private let longest: Int
    private let done: HTTPConnections.Done
    private var bytes: [UInt8] = []
    private var list: UnsafeMutablePointer<curl_slist>?
    private var isReleased = false

    private init(_ raw: UnsafeMutableRawPointer, longest: Int, _ done: @escaping HTTPConnections.Done) {
        self.raw = raw
        self.longest = longest
        self.done = done
    }

    deinit { release() }

    /// Makes it; fails when libcurl has no memory, or can't check the key that is asked for.
    static func make(
        _ request: HTTPConnections.Request, _ done: @escaping HTTPConnections.Done
    ) -> Swift.Result<HTTPEasy, HTTPConnections.Failure> {
        guard let raw = curl_easy_init() else { return .failure(.init(CURLE_OUT_OF_MEMORY)) }
        let easy = HTTPEasy(raw, longest: request.longest, done)
        guard easy.isPinned(request.pin) else {
            return .failure(
                .failed(code: CURLE_SSL_PINNEDPUBKEYNOTMATCH.rawValue, words: "keys can't be checked here"))
        }
        easy.set(request)
        return .success(easy)
    }

    /// Gives back what libcurl holds for it, and tells how it went.
    func end(_ result: HTTPConnections.Result) {
        release()
        done(result)
    }

    /// Gives back what libcurl holds for it. It is in no multi handle any more.
    func release() {
        guard !isReleased else { return }
        isReleased = true
        curl_easy_cleanup(raw)
        curl_slist_free_all(list)
    }

    /// What has come, once all of it has.
    var response: HTTPResponse {
        var response = HTTPResponse(shim_curl_status(raw))
        response.body = bytes
        var last: UnsafeMutablePointer<curl_header>?
        while let field = curl_easy_nextheader(raw, UInt32(CURLH_HEADER), -1, last) {
            last = field
            guard let name = field.pointee.name, let value = field.pointee.value else { continue }
            response = response.with(String(cString: name), String(cString: value))
        }
        return response
    }

    /// Trusts the key that the request names, and nothing else; false when libcurl can't.
    private func isPinned(_ pin: String?) -> Bool {
        guard let pin else { return true }
        guard shim_curl_set_text(raw, CURLOPT_PINNEDPUBLICKEY, "sha256//" + Self.base64(pin)) == CURLE_OK else {
            return false
        }
        // The key itself is what is trusted: who signed it, and for which name, adds nothing.
        shim_curl_set_long(raw, CURLOPT_SSL_VERIFYPEER, 0)
        shim_curl_set_long(raw, CURLOPT_SSL_VERIFYHOST, 0)
        return true
    }

    private func set(_ request: HTTPConnections.Request) {
        shim_curl_set_text(raw, CURLOPT_URL, request.url)
        shim_curl_set_text(raw, CURLOPT_PROTOCOLS_STR, "http,https")
        shim_curl_set_text(raw, CURLOPT_CUSTOMREQUEST, request.method)
        shim_curl_set_text(raw, CURLOPT_USERAGENT, "porthole")
        if !request.usesProxy { shim_curl_set_text(raw, CURLOPT_PROXY, "") }
        shim_curl_set_long(raw, CURLOPT_NOSIGNAL, 1)
        shim_curl_set_long(raw, CURLOPT_CONNECTTIMEOUT, 10)
        shim_curl_set_long(raw, CURLOPT_TIMEOUT_MS, max(1, Int(request.limit * 1000)))
        if !request.body.isEmpty {
            _ = request.body.withUnsafeBytes { shim_curl_set_body(raw, $0.baseAddress, $0.count) }
        }
        shim_curl_set_writer(
            raw,
            { bytes, size, count, data in
                guard let bytes, let data else { return 0 }
                let easy = Unmanaged<HTTPEasy>.fromOpaque(data).takeUnretainedValue()
                let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
                // Fewer than there are ends the transfer.
                guard easy.bytes.count + part.count <= easy.longest else { return 0 }
                easy.bytes.append(contentsOf: part)
                return part.count
            }, Unmanaged.passUnretained(self).toOpaque())
        for field in request.fields { list = curl_slist_append(list, field) }
        shim_curl_set_list(raw, list)
    }

    private static func base64(_ digits: String) -> String {
        var bytes: [UInt8] = []
        var rest = digits[...]
        while rest.count >= 2 {
            bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return Data(bytes).base64EncodedString()
    }
}
