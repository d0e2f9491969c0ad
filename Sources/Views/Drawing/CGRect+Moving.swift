public import Foundation

extension CGRect {
    /// Between this rectangle (0) and another (1).
    public func mixed(with other: CGRect, _ share: Double) -> CGRect {
        func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
        return CGRect(
            x: mix(minX, other.minX), y: mix(minY, other.minY), width: mix(width, other.width),
            height: mix(height, other.height))
    }

    /// The same size as near as possible to its place, but inside `bounds`; at its upper left corner when it is larger.
    public func moved(into bounds: CGRect) -> CGRect {
        let x = max(bounds.minX, min(minX, bounds.maxX - width))
        let y = max(bounds.minY, min(minY, bounds.maxY - height))
        return CGRect(x: x, y: y, width: width, height: height)
    }

    /// The rectangle of the shape of `content` inside this one, in its middle: letterboxing.
    public func fitting(_ content: CGSize) -> CGRect {
        guard content.width > 0, content.height > 0 else { return self }
        let scale = Swift.min(width / content.width, height / content.height)
        let size = CGSize(width: content.width * scale, height: content.height * scale)
        return CGRect(x: midX - size.width / 2, y: midY - size.height / 2, width: size.width, height: size.height)
    }

    /// The rectangle of the shape of `content` that covers this one, with the same middle: cropping.
    public func covering(_ content: CGSize) -> CGRect {
        guard content.width > 0, content.height > 0 else { return self }
        let scale = Swift.max(width / content.width, height / content.height)
        let size = CGSize(width: content.width * scale, height: content.height * scale)
        return CGRect(x: midX - size.width / 2, y: midY - size.height / 2, width: size.width, height: size.height)
    }
}
