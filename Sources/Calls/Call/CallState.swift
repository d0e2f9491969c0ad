/// The life of a call, without a transport, a clock or a sound server. Pure.
public struct CallState: Sendable, Hashable {
    /// How far it is.
    public enum Phase: Sendable, Hashable {
        /// Nobody was called yet.
        case idle
        /// The other side was called.
        case joining
        /// Both sides are there.
        case connected
        /// The connection broke and is being mended.
        case reconnecting
        /// It is over.
        case ended(SessionEndReason)
    }
    /// What happens to it.
    public enum Event: Sendable, Hashable {
        /// This side joins.
        case join
        /// Both sides are there, or there again.
        case connected
        /// The connection broke; the transport tries to mend it.
        case interrupted
        /// This side ends it.
        case end(SessionEndReason)
        /// The other side, or the transport, ended it.
        case ended(SessionEndReason)
        /// Another call is presented, or this one again.
        case hold(Bool)
        /// The microphone is turned on or off.
        case microphone(Bool)
        /// The camera is turned on or off.
        case camera(Bool)
    }
    /// What has to be done.
    public enum Effect: Sendable, Hashable {
        /// The audio session is taken.
        case takeAudio
        /// It is given back.
        case returnAudio
        /// The transport calls the other side.
        case connect
        /// The transport tells the other side that it is over, then closes.
        case tellOtherSide(SessionEndReason)
        /// The transport closes without a word.
        case close
        /// The transport sends and receives, or rests.
        case setHeld(Bool)
        /// The transport takes sound, or silence.
        case setMicrophone(Bool)
        /// The transport takes pictures, or none.
        case setCamera(Bool)
        /// Whoever wants to know is told, once.
        case announceEnd(SessionEndReason)
    }

    /// How far it is.
    public private(set) var phase = Phase.idle
    /// True while another call is presented.
    public private(set) var isHeld = false
    /// True when the microphone takes sound.
    public private(set) var isMicrophoneOn: Bool
    /// True when the camera takes pictures.
    public private(set) var isCameraOn: Bool

    /// A call that has not begun.
    public init(isMicrophoneOn: Bool = true, isCameraOn: Bool = true) {
        self.isMicrophoneOn = isMicrophoneOn
        self.isCameraOn = isCameraOn
    }

    /// True from joining to the end.
    public var isRunning: Bool {
        switch phase {
        case .joining, .connected, .reconnecting: true
        case .idle, .ended: false
        }
    }
    /// True when it is over.
    public var isEnded: Bool { endReason != nil }
    /// Why it is over; nil while it is not.
    public var endReason: SessionEndReason? { if case .ended(let reason) = phase { reason } else { nil } }
    /// True while it counts as playing (spec B5).
    public var isPlaying: Bool { isRunning && !isHeld }

    /// The next state, and what has to be done for it, in order.
    public static func reduce(_ state: CallState, _ event: Event) -> (CallState, [Effect]) {
        var next = state
        let effects = next.take(event)
        return (next, effects)
    }

    private mutating func take(_ event: Event) -> [Effect] {
        switch event {
        case .join:
            guard phase == .idle else { return [] }
            phase = .joining
            return [.takeAudio, .setMicrophone(isMicrophoneOn), .setCamera(isCameraOn), .connect]
        case .connected:
            if isRunning { phase = .connected }
            return []
        case .interrupted:
            if phase == .connected { phase = .reconnecting }
            return []
        case .end(let reason): return end(reason, isOurs: true)
        case .ended(let reason): return end(reason, isOurs: false)
        case .hold(let isHeld):
            guard isRunning, isHeld != self.isHeld else { return [] }
            self.isHeld = isHeld
            return [.setHeld(isHeld)]
        case .microphone(let isOn):
            guard !isEnded, isOn != isMicrophoneOn else { return [] }
            isMicrophoneOn = isOn
            return isRunning ? [.setMicrophone(isOn)] : []
        case .camera(let isOn):
            guard !isEnded, isOn != isCameraOn else { return [] }
            isCameraOn = isOn
            return isRunning ? [.setCamera(isOn)] : []
        }
    }

    private mutating func end(_ reason: SessionEndReason, isOurs: Bool) -> [Effect] {
        guard !isEnded else { return [] }
        let wasRunning = isRunning
        phase = .ended(reason)
        isHeld = false
        guard wasRunning else { return [.announceEnd(reason)] }
        let tells = isOurs && reason.tellsOtherSide
        return [tells ? .tellOtherSide(reason) : .close, .returnAudio, .announceEnd(reason)]
    }
}
