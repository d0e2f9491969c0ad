/// The largest rectangle of the shape of `content` inside `bounds`, in its middle: letterboxing.
///
/// - Parameters:
///   - content: the shape to keep; only the ratio of its sides counts.
///   - bounds: where it has to go.
/// - Returns: at least 1×1 when neither is empty, else empty at the middle of `bounds`. The free side is rounded to
///   the nearest pixel, so that a window of the right shape is filled to the last pixel.
public func fit(_ content: Size, in bounds: Rect) -> Rect {
    guard !content.isEmpty, !bounds.isEmpty else { return Rect(origin: bounds.center, size: .zero) }
    let width: Int
    let height: Int
    if content.width * bounds.height >= content.height * bounds.width {
        width = bounds.width
        height = max(1, min(bounds.height, rounded(bounds.width * content.height, over: content.width)))
    } else {
        height = bounds.height
        width = max(1, min(bounds.width, rounded(bounds.height * content.width, over: content.height)))
    }
    return Rect(
        x: bounds.x + (bounds.width - width) / 2, y: bounds.y + (bounds.height - height) / 2,
        width: width, height: height)
}

/// `numerator / denominator` to the nearest whole number, for positive numbers.
func rounded(_ numerator: Int, over denominator: Int) -> Int { (numerator + denominator / 2) / denominator }
