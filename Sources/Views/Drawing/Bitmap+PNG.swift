import CCairo
public import Frames
public import Geometry

/// Why a picture file could not be read or written.
public struct PictureFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// What cairo says about it.
    public let reason: String
    /// What, why and what to do.
    public var description: String { "\(path): \(reason); check that the folder exists and the file is a PNG" }
}

extension Bitmap {
    /// A bitmap drawn by `draw` on a canvas of `scale` device pixels a point.
    public convenience init(size: Size, scale: Double, draw: (Canvas) -> Void) {
        self.init(size: size) { target in draw(Canvas(target, scale: scale)) }
    }

    /// Writes it as a PNG file: screenshots and tests.
    public func writePNG(to path: String) throws(PictureFileError) {
        let surface = cairo_image_surface_create_for_data(
            UnsafeMutablePointer(mutating: base), CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height),
            Int32(stride))
        defer { cairo_surface_destroy(surface) }
        let status = cairo_surface_write_to_png(surface, path)
        guard status == CAIRO_STATUS_SUCCESS else {
            throw PictureFileError(path: path, reason: String(cString: cairo_status_to_string(status)))
        }
    }

    /// Reads a PNG file: an avatar, a golden picture.
    public static func png(at path: String) throws(PictureFileError) -> Bitmap {
        guard let file = cairo_image_surface_create_from_png(path) else {
            throw PictureFileError(path: path, reason: "out of memory")
        }
        defer { cairo_surface_destroy(file) }
        let status = cairo_surface_status(file)
        guard status == CAIRO_STATUS_SUCCESS else {
            throw PictureFileError(path: path, reason: String(cString: cairo_status_to_string(status)))
        }
        let size = Size(Int(cairo_image_surface_get_width(file)), Int(cairo_image_surface_get_height(file)))
        return Bitmap(size: size) { target in
            // Drawn, not copied: the file may be RGB, grey or have an alpha channel.
            let surface = cairo_image_surface_create_for_data(
                target.base, CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height), Int32(target.stride))
            let cairo = cairo_create(surface)
            cairo_set_source_surface(cairo, file, 0, 0)
            cairo_paint(cairo)
            cairo_destroy(cairo)
            cairo_surface_finish(surface)
            cairo_surface_destroy(surface)
        }
    }
}
