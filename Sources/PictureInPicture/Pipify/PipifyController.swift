public import Geometry

/// What a floated view can know about its window (spec P5). Main actor.
///
/// A custom view reads it by `@EnvironmentObject var controller: PipifyController`.
@MainActor public final class PipifyController {
    /// True when views can float here.
    public static var isSupported: Bool { PictureInPictureEnvironment.shared.support.isSupported }

    /// How many pixels the window draws; zero before the start and after the stop.
    public let renderSizeChanges = Observed(Size.zero)
    /// True from the start to the stop.
    public let enabledChanges = Observed(false)
    /// True while it plays, as the last press on play or pause left it (spec P6).
    public internal(set) var isPlaying = true

    init() {}

    /// How many pixels the window draws; zero before the start and after the stop.
    public var renderSize: Size { renderSizeChanges.value }
    /// True from the start to the stop.
    public var enabled: Bool { enabledChanges.value }
}
