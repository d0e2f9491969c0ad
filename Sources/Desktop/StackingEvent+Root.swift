public import PictureInPicture
public import XServer

extension StackingEvent {
    /// The same in the policy's words, which knows no server.
    public init(_ change: RootChange) {
        self =
            switch change {
            case .created(let window, let rect, let isOverrideRedirect):
                .created(window.rawValue, rect, isOverrideRedirect: isOverrideRedirect)
            case .configured(let window, let rect, let above, let isOverrideRedirect):
                .configured(window.rawValue, rect, above: above.rawValue, isOverrideRedirect: isOverrideRedirect)
            case .moved(let window, let origin): .moved(window.rawValue, origin)
            case .mapped(let window, let isOverrideRedirect):
                .mapped(window.rawValue, isOverrideRedirect: isOverrideRedirect)
            case .unmapped(let window): .unmapped(window.rawValue)
            case .destroyed(let window), .left(let window, _): .left(window.rawValue)
            case .joined(let window): .joined(window.rawValue)
            case .circulated(let window, let toTop): .circulated(window.rawValue, toTop: toTop)
            }
    }
}
