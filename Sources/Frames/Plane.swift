/// One plane of a picture in memory that somebody else owns.
public struct Plane: @unchecked Sendable {
    /// The first byte of the first row.
    public let base: UnsafePointer<UInt8>
    /// Bytes from one row to the next; at least a row's bytes.
    public let stride: Int

    /// A plane of bytes that outlives every use of it.
    public init(base: UnsafePointer<UInt8>, stride: Int) {
        self.base = base
        self.stride = stride
    }
}
