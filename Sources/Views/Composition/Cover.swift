public import Geometry

/// The smallest rectangle of the shape of `content` that covers `bounds`, with the same middle: cropping.
///
/// - Returns: `bounds` when either is empty.
public func cover(_ content: Size, _ bounds: Rect) -> Rect {
    guard !content.isEmpty, !bounds.isEmpty else { return bounds }
    func ceiling(_ a: Int, _ b: Int) -> Int { (a + b - 1) / b }
    var size = bounds.size
    if content.width * bounds.height >= content.height * bounds.width {
        size.width = max(bounds.width, ceiling(bounds.height * content.width, content.height))
    } else {
        size.height = max(bounds.height, ceiling(bounds.width * content.height, content.width))
    }
    return Rect(
        x: bounds.x - (size.width - bounds.width) / 2, y: bounds.y - (size.height - bounds.height) / 2,
        width: size.width, height: size.height)
}
