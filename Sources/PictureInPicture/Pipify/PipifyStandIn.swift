import Foundation
import Frames
import Geometry
import Views

/// Keeps the place of a view in the app while it floats: with a notice, or with its picture (spec B9). Main actor.
@MainActor final class PipifyStandIn: View {
    private let picture: VideoView?
    private let onLoss: @MainActor () -> Void
    /// True once the floating is over, so that leaving the app is no loss any more.
    var isLeaving = false

    /// - Parameters:
    ///   - layer: shown instead of the notice; nil for the notice.
    ///   - onLoss: called when its place in the app is gone.
    init(layer: DisplayLayer?, onLoss: @escaping @MainActor () -> Void) {
        picture = layer.map { VideoView(layer: $0) }
        self.onLoss = onLoss
        super.init()
        if let picture { addSubview(picture) }
    }

    isolated deinit { if !isLeaving { onLoss() } }

    override var isDrawn: Bool { picture == nil }

    override func draw(in canvas: Canvas) {
        canvas.fill(bounds, theme.panel)
        Placeholder("In picture in picture", icon: .float).draw(in: bounds, on: canvas, theme: theme)
    }

    override func layoutSubviews() { picture?.frame = bounds }

    override func rootDidChange() { if root == nil, !isLeaving { onLoss() } }

    /// Goes where the app's layout puts `view`, which it does not know to be away.
    func follow(_ view: View) { frame = view.frame }

    /// Puts `view` back where it was.
    func giveBack(_ view: View) {
        isLeaving = true
        guard let superview, let index = superview.subviews.firstIndex(where: { $0 === self }) else {
            return view.removeFromSuperview()
        }
        superview.insertSubview(view, at: index)
    }
}
