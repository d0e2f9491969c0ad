import CGStreamer

/// An error message of GStreamer's, taken apart.
struct GstReport: Sendable {
    /// Which kind of error.
    enum Domain: Sendable { case core, library, resource, stream, other }

    let domain: Domain
    let code: Int
    /// For users, but often of no use to them.
    let text: String
    /// For developers, and often the only place where the cause stands.
    let debug: String
    /// An HTTP answer.
    let status: Int?
    /// The factory of the element that failed, such as `souphttpsrc`.
    let element: String

    init(_ message: UnsafeMutablePointer<GstMessage>) {
        var error: UnsafeMutablePointer<GError>?
        var debug: UnsafeMutablePointer<CChar>?
        gst_message_parse_error(message, &error, &debug)
        defer {
            g_clear_error(&error)
            g_free(debug)
        }
        text = error.flatMap { $0.pointee.message.map { String(cString: $0) } } ?? ""
        code = error.map { Int($0.pointee.code) } ?? 0
        let quark = error?.pointee.domain ?? 0
        domain =
            switch quark {
            case gst_core_error_quark(): .core
            case gst_library_error_quark(): .library
            case gst_resource_error_quark(): .resource
            case gst_stream_error_quark(): .stream
            default: .other
            }
        self.debug = debug.map { String(cString: $0) } ?? ""
        var details: UnsafePointer<GstStructure>?
        gst_message_parse_error_details(message, &details)
        var status: guint = 0
        let hasStatus = details.map { gst_structure_get_uint($0, "http-status-code", &status) != 0 } ?? false
        self.status = hasStatus && status >= 100 ? Int(status) : nil
        element = GstReport.factory(of: shim_message_source(message))
    }

    private static func factory(of object: UnsafeMutablePointer<GstObject>?) -> String {
        guard let object, let type = shim_type_name(object) else { return "" }
        return String(cString: type)
    }

    func has(_ code: GstResourceError) -> Bool { domain == .resource && self.code == Int(code.rawValue) }
    func has(_ code: GstStreamError) -> Bool { domain == .stream && self.code == Int(code.rawValue) }

    /// True when any of `words` stands in one of the texts, whatever its case.
    func says(_ words: String...) -> Bool {
        let all = (text + " " + debug).lowercased()
        return words.contains { all.contains($0) }
    }

    /// The other side hung up.
    var isEndOfConnection: Bool {
        has(GST_RESOURCE_ERROR_READ)
            || says("connection was broken", "connection closed", "end of file", "eos", "reset by peer", "disconnected")
    }
}
