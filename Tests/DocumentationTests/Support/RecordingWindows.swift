import PortholeKit

/// Makes mini windows of no server: each is up at once, and gone at once.
@MainActor final class RecordingWindows: FloatingWindowFactory {
    /// All that were made, oldest first.
    private(set) var made: [RecordingWindow] = []
    /// Those that are up.
    var up: [RecordingWindow] { made.filter { !$0.isGone } }

    func makeWindow(_ request: FloatingWindowRequest) throws(PictureInPictureError) -> any FloatingWindow {
        let window = RecordingWindow(request, identifier: UInt(made.count + 1))
        made.append(window)
        return window
    }
}

/// A mini window that only remembers.
@MainActor final class RecordingWindow: FloatingWindow {
    weak var delegate: (any FloatingWindowDelegate)?
    let identifier: UInt
    var controls: MiniControls
    /// What it was made for.
    let request: FloatingWindowRequest
    /// It was closed.
    private(set) var isGone = false

    init(_ request: FloatingWindowRequest, identifier: UInt) {
        self.request = request
        self.identifier = identifier
        controls = MiniControls(session: request.kind)
    }

    func show() {
        report(.mapped)
        report(.firstFrameShown)
        report(.resized(Size(384, 216)))
    }

    func reshape(to contentSize: Size) {}

    func close(_ exit: FloatingWindowExit) {
        isGone = true
        if exit != .atOnce { report(.closed) }
    }

    /// Something happens to it, such as a press on a button.
    func report(_ event: FloatingWindowEvent) { delegate?.floatingWindow(self, did: event) }
}
