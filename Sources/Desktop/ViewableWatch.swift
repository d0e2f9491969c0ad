import XServer

/// Whether a window can be seen: it and the frames around it are mapped, and it is not wholly covered.
///
/// Managers hide windows in different ways: iconifying unmaps the window, changing the workspace often only the frame
/// around it. Coverage comes from VisibilityNotify, which is exact without a compositor; under one, where it means nothing,
/// from whoever judges by the geometry of the stacking list.
final class ViewableWatch {
    private let desktop: DesktopConnection
    private let window: WindowID
    private var unmapped: Set<WindowID>
    private var isObscured = false
    /// Wholly covered, judged by geometry.
    var isCovered = false { didSet { if isCovered != oldValue { update() } } }
    private var tokens: [Int] = []
    private let onChange: (Bool) -> Void

    /// Something of it can be seen.
    private(set) var isViewable = false
    /// It and the frames around it are mapped.
    var isMapped: Bool { unmapped.isEmpty }
    /// Told when a frame around it is mapped or unmapped.
    var onFrames: (() -> Void)?

    init(_ desktop: DesktopConnection, _ window: WindowID, onChange: @escaping (Bool) -> Void) {
        self.desktop = desktop
        self.window = window
        self.onChange = onChange
        unmapped = [window]
    }

    /// Takes an event of the window itself.
    func handle(_ event: ServerEvent) {
        switch event {
        case .map(let window): unmapped.remove(window)
        case .unmap(let window), .destroy(let window): unmapped.insert(window)
        case .visibility(_, let visibility): isObscured = visibility == .obscured
        case .reparent(let window, _) where window == self.window: watchFrames()
        default: return
        }
        update()
    }

    private func update() {
        let now = unmapped.isEmpty && !isObscured && !isCovered
        guard now != isViewable else { return }
        isViewable = now
        onChange(now)
    }

    private func watchFrames() {
        stop()
        unmapped = unmapped.contains(window) ? [window] : []
        for frame in desktop.server.ancestors(of: window) {
            desktop.server.select(.structure, on: frame)
            // Asked after selecting: no change in between is missed.
            if desktop.server.facts(of: frame)?.isMapped == false { unmapped.insert(frame) }
            tokens.append(
                desktop.register(frame) { [weak self] event in
                    self?.handle(event)
                    if case .map = event { self?.onFrames?() }
                    if case .unmap = event { self?.onFrames?() }
                })
        }
    }

    /// Watches no frames any more.
    func stop() {
        for token in tokens { desktop.unregister(token) }
        tokens = []
    }
}
