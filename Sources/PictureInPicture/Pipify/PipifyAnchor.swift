import Foundation
import Geometry
import Views

/// Keeps the modifiers of a view: an empty, hidden view inside it that lives as long as it does. Main actor.
@MainActor final class PipifyAnchor: View {
    var pipify: Pipify? { didSet { pipify?.options = options } }
    var options = PipifyOptions() { didSet { pipify?.options = options } }
    var appearances: [@MainActor () -> Void] = []
    var works: [@MainActor @Sendable () async -> Void] = []
    var renderSizeHandlers: [@MainActor (Size) -> Void] = []
    /// Told when the view comes into a window or leaves it.
    var onRootChange: (@MainActor () -> Void)?
    private var token: Observed<Size>.Token?

    /// The one of `view`, made when there is none.
    static func of(_ view: View) -> PipifyAnchor {
        if let anchor = view.subviews.lazy.compactMap({ $0 as? PipifyAnchor }).first { return anchor }
        let anchor = PipifyAnchor()
        anchor.isHidden = true
        anchor.isUserInteractionEnabled = false
        view.insertSubview(anchor, at: 0)
        return anchor
    }

    /// Those of `view` and of all that it holds.
    static func all(in view: View) -> [PipifyAnchor] {
        view.subviews.flatMap { child in (child as? PipifyAnchor).map { [$0] } ?? all(in: child) }
    }

    override func rootDidChange() {
        // In a window that floats it hears of the size, from the present one on.
        let controller = PipifyController.around(self)
        token = controller?.renderSizeChanges.observe { [weak self] size in
            guard let self, !size.isEmpty else { return }
            for handler in self.renderSizeHandlers { handler(size) }
        }
        onRootChange?()
    }
}

extension PipifyController {
    /// The one that `view` may know: of the floated view that it is in.
    static func around(_ view: View) -> PipifyController? {
        var next: View? = view
        while let current = next {
            if let container = current as? PipifyContainer { return container.controller }
            next = current.superview
        }
        return nil
    }
}
