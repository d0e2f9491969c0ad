/// Puts the settings of a session together, one call after the other.
public struct SessionSettingsBuilder: Sendable, Hashable {
    private var settings = SessionSettings()

    /// The defaults: no system picture in picture, microphone and camera on.
    public init() {}

    /// Lets the session float by its own means (spec S1). Off by default.
    public func enableSystemPictureInPicture(_ isEnabled: Bool) -> Self {
        with { $0.isSystemPictureInPictureEnabled = isEnabled }
    }

    /// The older name of `enableSystemPictureInPicture(_:)`.
    @available(*, deprecated, renamed: "enableSystemPictureInPicture")
    public func enableIOSPictureInPicture(_ isEnabled: Bool) -> Self { enableSystemPictureInPicture(isEnabled) }

    /// Lets it float by itself when the app is left (spec B6). On by default.
    public func floatOnLeaving(_ floats: Bool) -> Self { with { $0.floatsOnLeaving = floats } }

    /// What this side is called.
    public func setDisplayName(_ name: String) -> Self { with { $0.displayName = name } }

    /// What windows and lists call the session.
    public func setTitle(_ title: String) -> Self { with { $0.title = title } }

    /// Whether the microphone takes sound from the beginning.
    public func startWithMicrophone(_ isOn: Bool) -> Self { with { $0.isMicrophoneOn = isOn } }

    /// Whether the camera takes pictures from the beginning.
    public func startWithCamera(_ isOn: Bool) -> Self { with { $0.isCameraOn = isOn } }

    /// How participants are arranged at first.
    public func setLayout(_ layout: LayoutType) -> Self { with { $0.layout = layout } }

    /// The settings.
    public func build() -> SessionSettings { settings }

    private func with(_ change: (inout SessionSettings) -> Void) -> Self {
        var copy = self
        change(&copy.settings)
        return copy
    }
}
