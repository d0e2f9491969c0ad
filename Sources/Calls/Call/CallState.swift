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
        case presentOther(Bool)
        /// The user puts it on hold, or goes on with it.
        case hold(Bool)
        /// The other side puts it on hold, or goes on with it.
        case heldByOther(Bool)
        /// The microphone is turned on or off.
        case microphone(Bool)
        /// The camera is turned on or off.
        case camera(Bool)
        /// The screen is shared, or no more.
        case screen(Bool)
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
        /// The transport takes the shared screen, or none.
        case setScreen(Bool)
        /// Whoever wants to know is told, once.
        case announceEnd(SessionEndReason)
    }

    /// How far it is.
    public private(set) var phase = Phase.idle
    /// True while it is on hold: another call is presented, or the user wants it so. Nothing is sent or heard.
    public var isHeld: Bool { isOtherPresented || isHeldByUser }
    /// True while it is on hold because the user wants it so.
    public private(set) var isHeldByUser = false
    /// True while the other side has put it on hold.
    public private(set) var isHeldByOther = false
    /// True while either side has put it on hold: no sound and no pictures go either way.
    public var isResting: Bool { isHeld || isHeldByOther }
    private var isOtherPresented = false
    /// True when the microphone takes sound.
    public private(set) var isMicrophoneOn: Bool
    /// True when the camera takes pictures.
    public private(set) var isCameraOn: Bool
    /// True while the screen is shared.
    public private(set) var isScreenShared = false

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
            return [.takeAudio, .setMicrophone(isMicrophoneOn), .setCamera(isCameraOn)]
                + (isScreenShared ? [.setScreen(true)] : []) + [.connect]
        case .connected:
            if isRunning { phase = .connected }
            return []
        case .interrupted:
            if phase == .connected { phase = .reconnecting }
            return []
        case .end(let reason): return end(reason, isOurs: true)
        case .ended(let reason): return end(reason, isOurs: false)
        case .presentOther(let isPresented):
            return hold { $0.isOtherPresented = isPresented }
        case .hold(let isHeld):
            return hold { $0.isHeldByUser = isHeld }
        case .heldByOther(let isHeld):
            if isRunning { isHeldByOther = isHeld }
            return []
        case .microphone(let isOn):
            guard !isEnded, isOn != isMicrophoneOn else { return [] }
            isMicrophoneOn = isOn
            return isRunning ? [.setMicrophone(isOn)] : []
        case .camera(let isOn):
            guard !isEnded, isOn != isCameraOn else { return [] }
            isCameraOn = isOn
            return isRunning ? [.setCamera(isOn)] : []
        case .screen(let isOn):
            guard !isEnded, isOn != isScreenShared else { return [] }
            isScreenShared = isOn
            return isRunning ? [.setScreen(isOn)] : []
        }
    }

    private mutating func hold(_ change: (inout CallState) -> Void) -> [Effect] {
        guard isRunning else { return [] }
        let was = isHeld
        change(&self)
        return isHeld == was ? [] : [.setHeld(isHeld)]
    }

    private mutating func end(_ reason: SessionEndReason, isOurs: Bool) -> [Effect] {
        guard !isEnded else { return [] }
        let wasRunning = isRunning
        phase = .ended(reason)
        (isOtherPresented, isHeldByUser, isHeldByOther) = (false, false, false)
        isScreenShared = false
        guard wasRunning else { return [.announceEnd(reason)] }
        let tells = isOurs && reason.tellsOtherSide
        return [tells ? .tellOtherSide(reason) : .close, .returnAudio, .announceEnd(reason)]
    }
}
