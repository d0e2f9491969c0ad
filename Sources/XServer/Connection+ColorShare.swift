import CX11
public import Geometry

extension Connection {
    /// How many pixels of what the screen shows have a colour. A round trip; what is off the screen does not count.
    ///
    /// - Parameters:
    ///   - color: 0xRRGGBB.
    ///   - tolerance: how far each of red, green and blue may be off, 0 to 255.
    ///   - rect: on the root.
    /// - Returns: how many of the pixels on the screen match, and how many were looked at.
    public func share(of color: UInt32, tolerance: Int, in rect: Rect) -> (matching: Int, looked: Int) {
        let part = rect.intersection(Rect(size: screenSize))
        guard !isBroken, !part.isEmpty,
            let image = XGetImage(
                display, root, Int32(part.x), Int32(part.y), UInt32(part.width), UInt32(part.height), UInt.max, ZPixmap)
        else { return (0, 0) }
        defer { _ = image.pointee.f.destroy_image(image) }
        let wanted = (Int(color >> 16 & 0xff), Int(color >> 8 & 0xff), Int(color & 0xff))
        func isNear(_ red: Int, _ green: Int, _ blue: Int) -> Bool {
            abs(red - wanted.0) <= tolerance && abs(green - wanted.1) <= tolerance && abs(blue - wanted.2) <= tolerance
        }
        var matching = 0
        if image.pointee.bits_per_pixel == 32, image.pointee.byte_order == LSBFirst, let data = image.pointee.data {
            // B, G, R and an unused byte, as everywhere in this project.
            let stride = Int(image.pointee.bytes_per_line)
            data.withMemoryRebound(to: UInt8.self, capacity: stride * part.height) { bytes in
                for y in 0..<part.height {
                    var pixel = bytes + y * stride
                    for _ in 0..<part.width {
                        if isNear(Int(pixel[2]), Int(pixel[1]), Int(pixel[0])) { matching += 1 }
                        pixel += 4
                    }
                }
            }
        } else {
            for y in 0..<part.height {
                for x in 0..<part.width {
                    let pixel = Int(image.pointee.f.get_pixel(image, Int32(x), Int32(y)))
                    if isNear(pixel >> 16 & 0xff, pixel >> 8 & 0xff, pixel & 0xff) { matching += 1 }
                }
            }
        }
        return (matching, part.width * part.height)
    }
}
