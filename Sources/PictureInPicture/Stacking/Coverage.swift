public import Geometry

/// How much of a window is behind others.
public enum Coverage: Sendable, Hashable {
    /// Nothing.
    case none
    /// A part.
    case partial
    /// All that is on the screen; also of a window that is wholly off it.
    case whole
}

/// How much of a window is behind those above it, by geometry alone: true under a compositor too (spec B6).
///
/// Only windows that are known to hide what is behind them count: mapped, with pixels, without alpha channel, opacity or
/// shape.
///
/// - Parameters:
///   - windows: the children of the root, lowest first.
///   - screen: what is off it can't be seen anyway; nil for no limit.
/// - Returns: `.none` for a window that is not in the list.
public func coverage(of id: UInt, in windows: [StackedWindow], screen: Rect? = nil) -> Coverage {
    guard let index = windows.lastIndex(where: { $0.id == id }) else { return .none }
    let rect = windows[index].rect
    return coverage(of: screen.map { rect.intersection($0) } ?? rect, by: Array(windows[(index + 1)...]))
}

/// How much of a rectangle is behind some windows.
func coverage(of rect: Rect, by windows: [StackedWindow]) -> Coverage {
    coverage(of: rect, by: windows.filter { $0.isSeen && $0.findings?.isCover == true }.map(\.rect))
}

/// How much of a rectangle is behind some others.
func coverage(of rect: Rect, by covers: [Rect]) -> Coverage {
    var open = rect.isEmpty ? [] : [rect]
    var isTouched = false
    for cover in covers {
        if open.isEmpty { break }
        var next: [Rect] = []
        for part in open {
            let common = part.intersection(cover)
            if common.isEmpty {
                next.append(part)
            } else {
                isTouched = true
                next += part.without(common)
            }
        }
        open = next
    }
    return open.isEmpty ? .whole : isTouched ? .partial : .none
}

extension WindowFindings {
    /// What is behind it can't be seen.
    var isCover: Bool { hasPixels && isOpaque }
}

extension Rect {
    /// What is left when a part of it is taken out: above, below, left and right of the hole.
    fileprivate func without(_ hole: Rect) -> [Rect] {
        [
            Rect(x: x, y: y, width: width, height: hole.y - y),
            Rect(x: x, y: hole.maxY, width: width, height: maxY - hole.maxY),
            Rect(x: x, y: hole.y, width: hole.x - x, height: hole.height),
            Rect(x: hole.maxX, y: hole.y, width: maxX - hole.maxX, height: hole.height),
        ].filter { !$0.isEmpty }
    }

    /// It covers `other`, give or take two pixels a side: some lockers leave a rim (xsecurelock: 1278×798+1+1).
    func covers(_ other: Rect) -> Bool {
        !other.isEmpty
            && contains(
                Rect(
                    x: other.x + 2, y: other.y + 2, width: max(1, other.width - 4), height: max(1, other.height - 4)))
    }
}
