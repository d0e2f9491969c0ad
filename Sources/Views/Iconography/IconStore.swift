import CCairo
import Foundation
public import Frames
import Geometry

/// Draws icons once for each size and keeps them: parsing and drawing an SVG costs 0.7 ms, blending a bitmap 5 µs.
///
/// A bitmap is a mask; the canvas gives it a colour, so that one serves all colours. Any thread.
public final class IconStore: @unchecked Sendable {
    /// The store of the process. With `PORTHOLE_RESOURCES` set, files in its folder `Icons` come before those compiled
    /// in: for whoever draws new ones.
    public static let shared = IconStore(
        source: { icon in
            if let folder = ProcessInfo.processInfo.environment["PORTHOLE_RESOURCES"],
                let data = FileManager.default.contents(atPath: "\(folder)/Icons/\(icon.rawValue).svg")
            {
                return [UInt8](data)
            }
            return icon.embedded
        },
        log: { FileHandle.standardError.write(Data("porthole: \($0)\n".utf8)) })

    private struct Key: Hashable {
        var icon: Icon
        var pixels: Int
    }
    private struct State {
        var bitmaps: [Key: Bitmap] = [:]
        var reported: Set<Icon> = []
        var drawn = 0
    }
    private let state = Lock(State())
    private let source: @Sendable (Icon) -> [UInt8]?
    private let log: @Sendable (String) -> Void

    /// A store of its own, for tests and for apps with icons of their own.
    ///
    /// - Parameters:
    ///   - source: the bytes of an SVG file, or nil when there is none.
    ///   - log: told once for each icon that can't be drawn.
    public init(source: @escaping @Sendable (Icon) -> [UInt8]?, log: @escaping @Sendable (String) -> Void) {
        self.source = source
        self.log = log
    }

    /// How many bitmaps were drawn rather than found.
    public var drawnCount: Int { state.withLock { $0.drawn } }

    /// The icon as a mask of `pixels` × `pixels`; a crossed box when its file is missing or broken.
    public func bitmap(for icon: Icon, pixels: Int) -> Bitmap {
        let key = Key(icon: icon, pixels: pixels)
        if let found = state.withLock({ $0.bitmaps[key] }) { return found }
        let bitmap: Bitmap
        do throws(Failure) {
            bitmap = try draw(icon, pixels: pixels)
        } catch {
            let isNew = state.withLock { $0.reported.insert(icon).inserted }
            if isNew {
                log("icon \(icon.rawValue): \(error.reason); reinstall, or mend the file in $PORTHOLE_RESOURCES/Icons")
            }
            bitmap = fallback(pixels: pixels)
        }
        state.withLock { state in
            // A window that is resized by hand must not fill the memory with sizes that are never seen again.
            if state.bitmaps.count >= 256 { state.bitmaps.removeAll() }
            state.bitmaps[key] = bitmap
            state.drawn += 1
        }
        return bitmap
    }

    private struct Failure: Error {
        var reason: String
    }

    private func draw(_ icon: Icon, pixels: Int) throws(Failure) -> Bitmap {
        guard let bytes = source(icon), !bytes.isEmpty else { throw Failure(reason: "its file is missing") }
        var error: UnsafeMutablePointer<GError>?
        func reason() -> String {
            defer { g_clear_error(&error) }
            return error.flatMap { $0.pointee.message.map { String(cString: $0) } } ?? "unknown"
        }
        guard let handle = rsvg_handle_new_from_data(bytes, gsize(bytes.count), &error) else {
            throw Failure(reason: reason())
        }
        defer { g_object_unref(handle) }
        var isDrawn: gboolean = 0
        let bitmap = Bitmap(size: Size(pixels, pixels), scale: 1) { canvas in
            var box = RsvgRectangle(x: 0, y: 0, width: Double(pixels), height: Double(pixels))
            isDrawn = rsvg_handle_render_document(handle, canvas.cairo, &box, &error)
        }
        if isDrawn == 0 { throw Failure(reason: reason()) }
        return bitmap
    }

    private func fallback(pixels: Int) -> Bitmap {
        Bitmap(size: Size(pixels, pixels), scale: 1) { canvas in
            let side = Double(pixels)
            let width = max(1, side * 0.075)
            let box = canvas.bounds.insetBy(dx: side * 0.15, dy: side * 0.15)
            canvas.stroke(box, .white, width: width)
            cairo_move_to(canvas.cairo, box.minX, box.minY)
            cairo_line_to(canvas.cairo, box.maxX, box.maxY)
            cairo_move_to(canvas.cairo, box.maxX, box.minY)
            cairo_line_to(canvas.cairo, box.minX, box.maxY)
            cairo_set_line_width(canvas.cairo, width)
            cairo_stroke(canvas.cairo)
        }
    }
}
