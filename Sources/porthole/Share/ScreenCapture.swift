import PortholeKit

/// Captures something of the screen and follows it: a window that changes its size, a monitor with another resolution. It
/// ends when that is gone. Main actor.
final class ScreenCapture {
    /// Pictures a second: text is read, not watched.
    nonisolated static let rate = 15
    /// What is captured.
    let subject: ScreenSubject
    /// What it is called after "You share".
    let title: String
    /// Where it was when it was looked for last.
    private(set) var place: ScreenSubject.Place
    /// Told when it is elsewhere, or has another size.
    var onPlace: (() -> Void)?
    private let desktop: DesktopConnection
    private let rate: Int
    /// Its end is no failure: that of a live.
    private let endsQuietly: Bool
    private var player: ScreenPlayer?
    private var token: Int?
    private var isRedirected = false

    /// Something that is there now; nothing is captured yet.
    ///
    /// - Throws: why it can't be.
    init(
        _ desktop: DesktopConnection, _ subject: ScreenSubject, rate: Int = ScreenCapture.rate,
        endsQuietly: Bool = false
    ) throws(ScreenShareError) {
        self.desktop = desktop
        self.subject = subject
        self.rate = rate
        self.endsQuietly = endsQuietly
        place = try Self.place(of: subject, on: desktop)
        var name: String?
        if case .window(let id) = subject { name = desktop.server.title(of: WindowID(id)) }
        title = subject.title(name: name)
    }

    /// Where something is now.
    static func place(
        of subject: ScreenSubject, on desktop: DesktopConnection
    ) throws(ScreenShareError) -> ScreenSubject.Place {
        var facts: WindowFacts?
        if case .window(let id) = subject { facts = desktop.server.facts(of: WindowID(id)) }
        return try subject.place(
            monitors: desktop.monitors.map(\.monitor), screen: desktop.server.screenSize, window: facts)
    }

    /// Begins to capture into a track; what stops the player ends it.
    func play(
        into track: VideoTrack, _ onEvent: @escaping @Sendable (MediaPlayingEvent) -> Void
    ) -> any MediaPlaying {
        let player = ScreenPlayer(track, display: desktop.display, onEvent: onEvent) { [weak self] in
            Task { @MainActor in self?.letGo() }
        }
        self.player = player
        hold()
        // It may have moved between the question and now.
        look()
        player.show(MediaSource(screen: place.area, rate: rate))
        return player
    }

    /// Monitors or the screen have changed: it is looked for again.
    func look() {
        do throws(ScreenShareError) {
            let now = try Self.place(of: subject, on: desktop)
            let before = place
            guard now != before else { return }
            place = now
            if !now.isSamePicture(as: before) { player?.show(MediaSource(screen: now.area, rate: rate)) }
            onPlace?()
        } catch {
            player?.end(endsQuietly ? nil : error.ending)
        }
    }

    private func hold() {
        guard case .window(let id) = subject, token == nil else { return }
        let window = WindowID(id)
        token = desktop.listen(window) { [weak self] event in
            switch event {
            case .configure, .map, .unmap, .destroy, .reparent: self?.look()
            default: break
            }
        }
        isRedirected = desktop.server.redirect(window)
    }

    private func letGo() {
        player = nil
        guard case .window(let id) = subject else { return }
        if let token { desktop.unlisten(token) }
        token = nil
        if isRedirected { desktop.server.unredirect(WindowID(id)) }
        isRedirected = false
        desktop.flush()
    }
}
