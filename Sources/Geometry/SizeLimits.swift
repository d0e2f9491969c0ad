/// How small and how large a mini window may be (spec M6).
public struct SizeLimits: Sendable, Hashable {
    /// The least its shorter side may be, in pixels.
    public let shortSide: Int
    /// What it has to fit into.
    public let largest: Size

    /// Limits by hand.
    public init(shortSide: Int, largest: Size) {
        self.shortSide = shortSide
        self.largest = largest
    }

    /// The limits on a work area: a short side of 120 logical pixels, at most 80 % of it each way.
    public init(workArea: Size, scale: Double = 1) {
        self.init(
            shortSide: Int((120 * scale).rounded()),
            largest: Size(max(1, workArea.width * 4 / 5), max(1, workArea.height * 4 / 5)))
    }

    /// A size of the shape of `aspect`, as near to `width` as the limits allow. Where both can't be kept, the largest
    /// size beats the least one.
    public func clamped(width: Int, aspect: Size) -> Size {
        let portrait = aspect.height > aspect.width
        let least =
            portrait ? shortSide : max(shortSide, rounded(shortSide * aspect.width, over: max(1, aspect.height)))
        let most = fit(aspect, in: Rect(size: largest)).width
        let width = max(1, min(max(width, least), most))
        return Size(width, max(1, rounded(width * aspect.height, over: max(1, aspect.width))))
    }
}

/// The shape a mini window takes for a picture: the picture's own, up to 4:1 either way; beyond that it is letterboxed
/// (spec M6).
public func miniWindowAspect(of picture: Size) -> Size {
    guard !picture.isEmpty else { return Size(16, 9) }
    if picture.width > picture.height * 4 { return Size(4, 1) }
    if picture.height > picture.width * 4 { return Size(1, 4) }
    return picture
}

/// The first size of a mini window: it fits a box of one fifth of the work area's width and height; the least size
/// beats that, the work area beats the least size (spec M6).
public func firstMiniWindowSize(aspect: Size, workArea: Size, scale: Double = 1) -> Size {
    let box = Rect(x: 0, y: 0, width: max(1, workArea.width / 5), height: max(1, workArea.height / 5))
    let limits = SizeLimits(shortSide: Int((120 * scale).rounded()), largest: workArea)
    return limits.clamped(width: fit(aspect, in: box).width, aspect: aspect)
}
