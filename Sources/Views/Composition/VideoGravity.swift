public import Geometry

/// How a picture goes into a rectangle of another shape.
public enum VideoGravity: Sendable, Hashable, CaseIterable {
    /// All of it, with bars (`resizeAspect` of the model).
    case fit
    /// Without bars, cut at two sides (`resizeAspectFill` of the model).
    case fill
    /// Without bars where that cuts no more than a tenth, else all of it.
    case snug

    /// Where a picture of some shape goes: inside `rect`, or around it and to be cut by it.
    public func place(of picture: Size, in rect: Rect) -> Rect {
        guard !picture.isEmpty, !rect.isEmpty else { return Geometry.fit(picture, in: rect) }
        switch self {
        case .fit: return Geometry.fit(picture, in: rect)
        case .fill: return cover(picture, rect)
        case .snug:
            let covering = cover(picture, rect)
            return rect.size.area * 10 >= covering.size.area * 9 ? covering : Geometry.fit(picture, in: rect)
        }
    }
}
