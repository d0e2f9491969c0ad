public import Geometry

/// Premultiplied B, G, R, A pixels, unchanged once made: what the main actor draws and a presenter blends.
public final class Bitmap: @unchecked Sendable {
    /// Its sides.
    public let size: Size
    /// Bytes from one row to the next.
    public let stride: Int
    /// The first byte of the first row.
    public let base: UnsafePointer<UInt8>
    private let storage: UnsafeMutableRawPointer

    /// A bitmap of clear pixels that `draw` fills before anyone else sees it.
    public init(size: Size, draw: (PixelTarget) throws -> Void) rethrows {
        self.size = size
        stride = size.width * 4
        let count = max(4, stride * size.height)
        storage = .allocate(byteCount: count, alignment: 64)
        storage.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        let pixels = storage.assumingMemoryBound(to: UInt8.self)
        base = UnsafePointer(pixels)
        // A class whose initialiser throws before all is set frees nothing by itself.
        do {
            try draw(PixelTarget(base: pixels, stride: stride, size: size))
        } catch {
            storage.deallocate()
            throw error
        }
    }

    deinit { storage.deallocate() }
}

/// A bitmap and where in a window it goes.
public struct Overlay: Sendable {
    /// What is blended over the picture.
    public let bitmap: Bitmap
    /// Where its upper left corner goes, in the window's pixels; may be outside.
    public let origin: Point
    /// How much of it is seen, 0 to 255: what a fade changes.
    public let alpha: UInt8

    /// A bitmap at a place.
    public init(bitmap: Bitmap, origin: Point = .zero, alpha: UInt8 = 255) {
        self.bitmap = bitmap
        self.origin = origin
        self.alpha = alpha
    }
}
