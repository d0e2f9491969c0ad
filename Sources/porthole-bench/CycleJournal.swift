import PortholeKit

/// What happened, to be waited for.
@MainActor final class CycleJournal: PictureInPictureControllerDelegate, PlaybackDelegate {
    enum Entry { case didStart, didStop }

    private(set) var complaint = "nothing happened for 10 s"
    private var entries: [Entry] = []
    private var waiter: (entry: Entry, continuation: CheckedContinuation<Bool, Never>)?
    private let clock = DisplayClock()

    func write(_ entry: Entry) {
        entries.append(entry)
        look()
    }

    private func look() {
        guard let waiter, entries.contains(waiter.entry) else { return }
        entries = []
        self.waiter = nil
        waiter.continuation.resume(returning: true)
    }

    /// Waits until it happens.
    ///
    /// - Returns: false when it fails or does not happen; `complaint` says why.
    func waits(for entry: Entry) async -> Bool {
        let limit = clock.after(10) { [weak self] in self?.giveUp() }
        defer { limit.cancel() }
        return await withCheckedContinuation { continuation in
            waiter = (entry, continuation)
            look()
        }
    }

    private func giveUp() {
        waiter?.continuation.resume(returning: false)
        waiter = nil
    }

    func pictureInPictureControllerDidStartPictureInPicture(_ controller: PictureInPictureController) {
        write(.didStart)
    }

    func pictureInPictureControllerDidStopPictureInPicture(_ controller: PictureInPictureController) {
        write(.didStop)
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController,
        failedToStartPictureInPictureWithError error: PictureInPictureError
    ) {
        complaint = "\(error)"
        giveUp()
    }

    func pictureInPictureController(_ controller: PictureInPictureController, setPlaying isPlaying: Bool) {}
    func pictureInPictureControllerTimeRangeForPlayback(
        _ controller: PictureInPictureController
    ) -> PlaybackTimeRange { .infinite }
    func pictureInPictureControllerIsPlaybackPaused(_ controller: PictureInPictureController) -> Bool { false }
    func pictureInPictureController(
        _ controller: PictureInPictureController, skipBy interval: Double, completion: @escaping @MainActor () -> Void
    ) { completion() }
}
