import Calls

/// A sound server that writes down what it is told, and may be missing or refuse.
@MainActor final class FakeSoundServer: SoundServer {
    var failure: SoundServerError?
    private(set) var opened: [AudioConfiguration] = []
    private(set) var closings = 0

    func open(_ configuration: AudioConfiguration) throws(SoundServerError) -> AudioRoute {
        if let failure { throw failure }
        opened.append(configuration)
        return .server
    }

    func close() { closings += 1 }
}
