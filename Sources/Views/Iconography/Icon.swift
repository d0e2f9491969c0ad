/// The app's icons: one SVG file each in `Resources/Icons`, 24×24, lines of 1.8, in the colour of the text around.
///
/// The files are compiled into the program, so that it finds them wherever it is copied to.
public enum Icon: String, Sendable, Hashable, CaseIterable {
    /// The camera is on.
    case camera
    /// The camera is off.
    case cameraOff = "camera-off"
    /// A state that is on, in a box.
    case check
    /// Down.
    case chevronDown = "chevron-down"
    /// To the left.
    case chevronLeft = "chevron-left"
    /// To the right.
    case chevronRight = "chevron-right"
    /// Up.
    case chevronUp = "chevron-up"
    /// Close: hang up, stop watching, stop floating.
    case close
    /// Fill the screen.
    case expand
    /// A file.
    case film
    /// Float above the desktop: system Picture in Picture.
    case float
    /// End the call.
    case hangUp = "hang-up"
    /// Out of sight, going on.
    case hide
    /// The keys that may be pressed.
    case keyboard
    /// An address.
    case link
    /// A broadcast.
    case live
    /// The microphone is on.
    case microphone
    /// The microphone is off.
    case microphoneOff = "microphone-off"
    /// Tuck away at the edge.
    case minimise
    /// Pause.
    case pause
    /// The participants.
    case people
    /// Somebody without a picture or initials.
    case person
    /// Go on playing.
    case play
    /// Back to full size.
    case restore
    /// One in place of the other.
    case swap
    /// Share the screen.
    case screenShare = "screen-share"
    /// Settings.
    case settings
    /// Leave the full screen.
    case shrink
    /// A step back.
    case skipBack = "skip-back"
    /// A step ahead.
    case skipForward = "skip-forward"
    /// Minimise to the tile: Picture in Picture in the app.
    case tile
    /// How good a connection is.
    case signal
    /// Sound is on.
    case volume
    /// Sound is on, but not loud.
    case volumeLow = "volume-low"
    /// Sound is off.
    case volumeOff = "volume-off"
    /// Something needs attention.
    case warning
    /// A window of the desktop.
    case window

    /// The bytes of the file as it was compiled in.
    var embedded: [UInt8] {
        switch self {
        case .camera: PackageResources.camera_svg
        case .cameraOff: PackageResources.camera_off_svg
        case .check: PackageResources.check_svg
        case .chevronDown: PackageResources.chevron_down_svg
        case .chevronLeft: PackageResources.chevron_left_svg
        case .chevronRight: PackageResources.chevron_right_svg
        case .chevronUp: PackageResources.chevron_up_svg
        case .close: PackageResources.close_svg
        case .expand: PackageResources.expand_svg
        case .film: PackageResources.film_svg
        case .float: PackageResources.float_svg
        case .hangUp: PackageResources.hang_up_svg
        case .hide: PackageResources.hide_svg
        case .keyboard: PackageResources.keyboard_svg
        case .link: PackageResources.link_svg
        case .live: PackageResources.live_svg
        case .microphone: PackageResources.microphone_svg
        case .microphoneOff: PackageResources.microphone_off_svg
        case .minimise: PackageResources.minimise_svg
        case .pause: PackageResources.pause_svg
        case .people: PackageResources.people_svg
        case .person: PackageResources.person_svg
        case .play: PackageResources.play_svg
        case .restore: PackageResources.restore_svg
        case .screenShare: PackageResources.screen_share_svg
        case .settings: PackageResources.settings_svg
        case .shrink: PackageResources.shrink_svg
        case .skipBack: PackageResources.skip_back_svg
        case .skipForward: PackageResources.skip_forward_svg
        case .tile: PackageResources.tile_svg
        case .volume: PackageResources.volume_svg
        case .swap: PackageResources.swap_svg
        case .volumeLow: PackageResources.volume_low_svg
        case .volumeOff: PackageResources.volume_off_svg
        case .signal: PackageResources.signal_svg
        case .warning: PackageResources.warning_svg
        case .window: PackageResources.window_svg
        }
    }
}
