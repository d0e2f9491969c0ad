import Foundation
import Frames
import Geometry
import Views

/// A view as what a `Pipify` floats. Main actor.
@MainActor final class ViewContent: PipifyContent {
    /// The size of a custom view that has none of its own, in points.
    static let usualSize = CGSize(width: 320, height: 180)

    var onChange: (@MainActor () -> Void)?
    /// Called when the view, or its place in the app, is gone while it floats.
    var onLoss: (@MainActor () -> Void)?
    private weak var carrier: View?
    private let makeView: (@MainActor () -> View)?
    private let controller: PipifyController
    private let environment: PictureInPictureEnvironment
    private weak var standIn: PipifyStandIn?
    private var layer: DisplayLayer
    private var root: RootView?
    private var floated: View?
    private var tasks: [Task<Void, Never>] = []

    /// - Parameters:
    ///   - carrier: the view that carries the modifier.
    ///   - makeView: makes the view that floats in its stead; nil when it floats itself.
    init(
        carrier: View, makeView: (@MainActor () -> View)?, controller: PipifyController, layer: DisplayLayer,
        environment: PictureInPictureEnvironment
    ) {
        self.carrier = carrier
        self.makeView = makeView
        self.controller = controller
        self.layer = layer
        self.environment = environment
    }

    private var scale: Double { standIn?.root?.scale ?? carrier?.root?.scale ?? 1 }

    var pixelSize: Size {
        let size = floated?.frame.size ?? (makeView == nil ? carrier?.frame.size : nil) ?? Self.usualSize
        return Size(Int((size.width * scale).rounded()), Int((size.height * scale).rounded()))
    }

    var frameOnScreen: Rect? {
        // A custom view is nowhere on the screen: its window fades in (spec P1).
        guard makeView == nil else { return nil }
        return standIn?.frameOnScreen ?? carrier?.frameOnScreen
    }

    func draw(magnified factor: Int) -> Bitmap {
        // The tree is told that its changes are seen; its own one pixel is not worth a picture.
        _ = root?.compose()
        guard let floated else { return Bitmap(size: Size(1, 1)) { _ in } }
        standIn?.follow(floated)
        return floated.snapshot(scale: scale * Double(factor))
    }

    func appear() {
        guard floated == nil, let carrier else { return }
        let view = makeView?() ?? carrier
        if makeView != nil, view.frame.isEmpty {
            let wanted = view.sizeThatFits(Self.usualSize)
            view.frame.size = wanted.width > 0 && wanted.height > 0 ? wanted : Self.usualSize
        }
        let animator = carrier.root?.animator ?? Animator(clock: environment.clock)
        let root = RootView(size: Size(1, 1), scale: scale, theme: carrier.theme, animator: animator)
        let container = PipifyContainer(controller: makeView == nil ? nil : controller)
        if view === carrier { putStandIn() }
        container.addSubview(view)
        root.followsVideo = true
        root.addSubview(container)
        self.root = root
        floated = view
        _ = root.compose()
        root.host = self
        PipifyAnchor.of(view).onRootChange = { [weak self] in self?.check() }
        runAppearance(of: view)
    }

    func disappear() {
        for task in tasks { task.cancel() }
        tasks = []
        root?.host = nil
        // The tree holds the view until it is back in its place.
        let tree = root.take()
        defer { withExtendedLifetime(tree) {} }
        guard let view = floated.take() else { return }
        PipifyAnchor.of(view).onRootChange = nil
        // Taken away by the app, it is the app's already.
        if view.superview is PipifyContainer {
            if view === carrier { standIn?.giveBack(view) } else { view.removeFromSuperview() }
        }
        standIn?.isLeaving = true
        standIn?.removeFromSuperview()
        standIn = nil
    }

    private func putStandIn() {
        guard let carrier, let parent = carrier.superview,
            let index = parent.subviews.firstIndex(where: { $0 === carrier })
        else { return }
        let new = PipifyStandIn(layer: environment.keepsStage ? layer : nil) { [weak self] in self?.onLoss?() }
        new.frame = carrier.frame
        parent.insertSubview(new, at: index)
        standIn = new
    }

    /// Looks whether the view is still where it was put.
    private func check() { if let floated, floated.root !== root { onLoss?() } }

    private func runAppearance(of view: View) {
        for handler in PipifyAnchor.all(in: view).flatMap(\.appearances) { handler() }
        for work in PipifyAnchor.all(in: view).flatMap(\.works) { tasks.append(Task { await work() }) }
    }
}

extension ViewContent: ViewHost {
    func rootViewNeedsComposition(_ root: RootView) { onChange?() }
}
