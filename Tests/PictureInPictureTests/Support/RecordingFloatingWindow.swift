import Geometry
import PictureInPicture
import Views

/// A mini window of no server: it records what it is told and reports what a test says.
@MainActor final class RecordingFloatingWindow: FloatingWindow {
    let request: FloatingWindowRequest
    let identifier: UInt
    weak var delegate: (any FloatingWindowDelegate)?
    var controls: MiniControls
    private(set) var isShown = false
    private(set) var isGone = false
    private(set) var shapes: [Size] = []
    private(set) var exits: [FloatingWindowExit] = []
    private let behaviour: RecordingWindowFactory.Behaviour
    private weak var factory: RecordingWindowFactory?

    init(_ request: FloatingWindowRequest, identifier: UInt, factory: RecordingWindowFactory) {
        self.request = request
        self.identifier = identifier
        self.factory = factory
        behaviour = factory.behaviour
        controls = MiniControls(session: request.kind)
    }

    func show() {
        isShown = true
        if behaviour.showsAtOnce { appear() }
    }

    func reshape(to contentSize: Size) { shapes.append(contentSize) }

    func close(_ exit: FloatingWindowExit) {
        exits.append(exit)
        if exit == .atOnce {
            vanish()
        } else if behaviour.goesAtOnce {
            finishClosing()
        }
    }

    /// It is mapped, with a picture.
    func appear() {
        report(.mapped)
        report(.firstFrameShown)
        report(.resized(Size(384, 216)))
    }

    /// Its way out is over.
    func finishClosing() {
        vanish()
        report(.closed)
    }

    func report(_ event: FloatingWindowEvent) { delegate?.floatingWindow(self, did: event) }

    private func vanish() {
        isGone = true
        factory?.forget(self)
    }
}

/// Makes recording windows and knows which are up.
@MainActor final class RecordingWindowFactory: FloatingWindowFactory {
    struct Behaviour {
        var showsAtOnce = true
        var goesAtOnce = true
    }

    var behaviour = Behaviour()
    var failure: PictureInPictureError?
    /// Only the last ones; a long test must not hold a thousand.
    private(set) var made: [RecordingFloatingWindow] = []
    private(set) var up: [RecordingFloatingWindow] = []
    private(set) var madeCount: UInt = 0
    var keepsAll = true

    func makeWindow(_ request: FloatingWindowRequest) throws(PictureInPictureError) -> any FloatingWindow {
        if let failure { throw failure }
        madeCount += 1
        let window = RecordingFloatingWindow(request, identifier: 0x40_0000 + madeCount, factory: self)
        if keepsAll { made.append(window) }
        up.append(window)
        return window
    }

    func forget(_ window: RecordingFloatingWindow) { up.removeAll { $0 === window } }
}
