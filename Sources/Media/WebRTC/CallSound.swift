import Geometry

/// The sound of one call in the user's hand: which devices, how loud, and what the meters show. Any thread.
///
/// All connections of the call share it through `PeerOptions.callSound`; a change takes effect at once.
public final class CallSound: Sendable {
    private struct State {
        var devices: [SoundPart: String] = [:]
        var volume = 1.0
        var levels: [SoundPart: Double] = [:]
        var watchers: [Int: @Sendable () -> Void] = [:]
        var count = 0
    }
    private let state = Lock(State())

    /// The sound of a call with devices by their names; nil for the default ones.
    public init(microphone: String? = nil, speaker: String? = nil) {
        self[.microphone] = microphone
        self[.speaker] = speaker
    }

    /// The name of a device, as `SoundDevice.find(_:_:among:)` takes it; nil for the default one.
    ///
    /// One that is not there, or is pulled out, is stood in for by the default one until it comes back.
    public subscript(part: SoundPart) -> String? {
        get { state.withLock { $0.devices[part] } }
        set {
            let watchers = state.withLock { state in
                let isNew = state.devices[part] != newValue
                state.devices[part] = newValue
                return isNew ? Array(state.watchers.values) : []
            }
            for watcher in watchers { watcher() }
        }
    }

    /// How loud what comes is played, from 0 to 1.
    public var volume: Double {
        get { state.withLock { $0.volume } }
        set { state.withLock { $0.volume = newValue.isFinite ? min(1, max(0, newValue)) : 1 } }
    }

    /// How loud it is now, from 0 for silence to 1: what is sent after muting, or what is played at its volume.
    public func level(of part: SoundPart) -> Double { state.withLock { $0.levels[part] ?? 0 } }

    /// The names of the devices that were chosen.
    public var devices: [SoundPart: String] { state.withLock { $0.devices } }

    /// - Parameter loudness: of 20 ms, in decibels below the loudest sound there can be.
    func note(_ loudness: UInt8, of part: SoundPart) {
        let level = CallSound.level(ofDecibels: loudness)
        // It rises at once and falls slowly, as meters do.
        state.withLock { $0.levels[part] = max(level, ($0.levels[part] ?? 0) * 0.85 - 0.01) }
    }

    /// Where a meter stands that shows the upper 60 decibels.
    static func level(ofDecibels loudness: UInt8) -> Double { max(0, 60 - Double(loudness)) / 60 }

    /// Has `body` called when another device was chosen, until `forget` with the number that is returned.
    func watch(_ body: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.count += 1
            state.watchers[state.count] = body
            return state.count
        }
    }

    func forget(_ number: Int) { state.withLock { $0.watchers[number] = nil } }
}
