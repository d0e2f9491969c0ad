public import Foundation

extension Animator {
    /// The key of a view's frame.
    public static func frameKey(_ view: View) -> Key { Key(view, "frame") }
    /// The key of a view's opacity.
    public static func alphaKey(_ view: View) -> Key { Key(view, "alpha") }

    /// Moves a view from where it is now to `frame`; at once under reduced motion.
    ///
    /// Called again during a movement it starts from where the view is: so a movement is reversed or redirected.
    ///
    /// - Parameter completion: told exactly once; true at once when the view is there already.
    public func move(
        _ view: View, to frame: CGRect, duration: Double = Theme.Motion.move, easing: Easing = .easeOut,
        completion: (@MainActor (Bool) -> Void)? = nil
    ) {
        let start = view.frame
        let isThere = start == frame
        run(
            Self.frameKey(view), duration: isMotionReduced || isThere ? 0 : duration,
            step: { [weak view] seconds in
                guard let view else { return false }
                view.frame = start.mixed(with: frame, easing(seconds / duration))
                return true
            },
            finish: { [weak view] in
                guard let view else { return false }
                view.frame = frame
                return true
            }, completion: completion)
    }

    /// Lets a view spring from where it is now to `frame`, with the velocity of the throw; at once under reduced motion.
    ///
    /// - Parameters:
    ///   - velocity: in points a second. A distance of zero is safe.
    ///   - bounds: what the view never leaves on its way, when it fits.
    ///   - completion: told exactly once.
    public func spring(
        _ view: View, to frame: CGRect, velocity: Velocity = .zero, spring: Spring = Spring(),
        within bounds: CGRect? = nil,
        completion: (@MainActor (Bool) -> Void)? = nil
    ) {
        let start = view.frame
        let isThere = start == frame && velocity == .zero
        run(
            Self.frameKey(view), duration: isMotionReduced || isThere ? 0 : spring.duration,
            step: { [weak view] seconds in
                guard let view else { return false }
                let dx = spring.offset(at: seconds, distance: start.minX - frame.minX, velocity: velocity.dx)
                let dy = spring.offset(at: seconds, distance: start.minY - frame.minY, velocity: velocity.dy)
                let dw = spring.offset(at: seconds, distance: start.width - frame.width, velocity: 0)
                let dh = spring.offset(at: seconds, distance: start.height - frame.height, velocity: 0)
                let next = CGRect(
                    x: frame.minX + dx, y: frame.minY + dy, width: max(0, frame.width + dw),
                    height: max(0, frame.height + dh))
                view.frame = bounds.map { next.moved(into: $0) } ?? next
                return true
            },
            finish: { [weak view] in
                guard let view else { return false }
                view.frame = frame
                return true
            }, completion: completion)
    }

    /// Fades a view from its opacity now to `alpha`; in 100 ms at most under reduced motion.
    ///
    /// - Parameter completion: told exactly once; true at once when the view is there already.
    public func fade(
        _ view: View, to alpha: Double, duration: Double = Theme.Motion.fade,
        completion: (@MainActor (Bool) -> Void)? = nil
    ) {
        let start = view.alpha
        let seconds = isMotionReduced ? min(duration, Theme.Motion.reduced) : duration
        run(
            Self.alphaKey(view), duration: start == alpha ? 0 : seconds,
            step: { [weak view] time in
                guard let view else { return false }
                view.alpha = start + (alpha - start) * Easing.easeInOut(time / seconds)
                return true
            },
            finish: { [weak view] in
                guard let view else { return false }
                view.alpha = alpha
                return true
            }, completion: completion)
    }
}
