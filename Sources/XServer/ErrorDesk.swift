import CX11
import Geometry

/// Where the errors of all connections arrive: Xlib has one handler a process, called on the thread that reads.
enum ErrorDesk {
    /// A connection that nobody asks for its errors keeps the first of them only.
    private static let limit = 64
    private static let boxes = Lock<[UInt: [XError]]>([:])

    /// Sets the handlers, once a process.
    static let install: Void = {
        XInitThreads()
        // Both this and the exit handler of each display are needed: the default one here calls exit(1) first.
        _ = XSetIOErrorHandler { _ in 0 }
        _ = XSetErrorHandler { display, event in
            guard let display, let error = event?.pointee else { return 0 }
            ErrorDesk.put(
                XError(
                    XError.Code(rawValue: error.error_code), request: error.request_code, minor: error.minor_code,
                    resource: UInt(error.resourceid), serial: UInt(error.serial)),
                display)
            return 0
        }
    }()

    private static func put(_ error: XError, _ display: OpaquePointer) {
        boxes.withLock { boxes in
            let key = UInt(bitPattern: display)
            if boxes[key, default: []].count < limit { boxes[key, default: []].append(error) }
        }
    }

    /// Whether anything has arrived for a display since the last time.
    static func isWaiting(_ display: OpaquePointer) -> Bool {
        boxes.withLock { $0[UInt(bitPattern: display)] != nil }
    }

    /// Takes what has arrived for a display since the last time.
    static func take(_ display: OpaquePointer) -> [XError] {
        boxes.withLock { $0.removeValue(forKey: UInt(bitPattern: display)) ?? [] }
    }
}
