import CX11
import Glibc

/// ShapeQueryExtents over XCB (X Nonrectangular Window Shape Extension 1.1): Xlib's call would wait for the answer.
///
/// Spelt out, because the one request is not worth another library.
enum ShapeExtension {
    /// XCB keeps the number it gave the extension in here, under its own lock.
    nonisolated(unsafe) private static let name: UnsafeMutablePointer<xcb_extension_t> = {
        let pointer = UnsafeMutablePointer<xcb_extension_t>.allocate(capacity: 1)
        pointer.initialize(to: xcb_extension_t(name: UnsafePointer(strdup("SHAPE")), global_id: 0))
        return pointer
    }()

    /// Asks whether the server has it, and waits; free when it was asked before.
    @discardableResult static func prepare(_ xcb: OpaquePointer?) -> Bool {
        xcb_get_extension_data(xcb, name)?.pointee.present ?? 0 != 0
    }

    /// Asks for the extents of a window's shape.
    ///
    /// - Returns: the request's sequence number; nil without the extension. The first call on a connection waits.
    static func ask(_ xcb: OpaquePointer?, _ window: UInt32) -> UInt32? {
        guard prepare(xcb) else { return nil }
        var body = (UInt32(0), window)
        return withUnsafeMutableBytes(of: &body) { body in
            // XCB uses the two before the first itself.
            var vectors = [iovec](repeating: iovec(), count: 4)
            vectors[2] = iovec(iov_base: body.baseAddress, iov_len: body.count)
            var request = xcb_protocol_request_t(count: 2, ext: name, opcode: 5, isvoid: 0)
            return vectors.withUnsafeMutableBufferPointer { vectors in
                vectors.baseAddress.map { xcb_send_request(xcb, Int32(XCB_REQUEST_CHECKED.rawValue), $0 + 2, &request) }
            }
        }
    }
}
