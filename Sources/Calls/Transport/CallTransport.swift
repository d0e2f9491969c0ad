public import Frames
public import Media

/// What carries a call to its other side. Main actor.
///
/// It reports through `onEvent`, on the main actor, in order, and never during `init`. After `hangUp` and `close` it
/// reports nothing more.
@MainActor public protocol CallTransport: AnyObject, Sendable {
    /// Who is told what happens.
    var onEvent: (@MainActor (CallTransportEvent) -> Void)? { get set }
    /// Calls the other side, or answers it.
    func connect()
    /// Tells the other side that it is over and why, then closes. The call ends at once; what is left to send is sent
    /// in the background, for a moment.
    func hangUp(_ reason: SessionEndReason)
    /// Closes without a word: the other side knows already.
    func close()
    /// Sends and receives nothing while on hold, and tells the other side; the connection stays.
    func setHeld(_ isHeld: Bool)
    /// Sends this side's sound, or silence.
    func setMicrophone(_ isOn: Bool)
    /// Sends this side's pictures, or none.
    func setCamera(_ isOn: Bool)
    /// Whether there is somebody who could see a shared screen.
    var canShareScreen: Bool { get }
    /// Sends a shared screen, another one, or none.
    func setScreen(_ share: ScreenShare?)
    /// Takes another camera from now on; nil: there is none.
    func useCamera(_ makeCamera: MediaPlayingFactory?)
    /// Returns when what `hangUp` left to send has been sent or given up: an app waits for it before it exits.
    func finish() async
    /// How good the connection is; nil when that makes no sense or is not known.
    var quality: PeerQuality? { get }
}

extension CallTransport {
    /// Nothing is known.
    public var quality: PeerQuality? { nil }
    /// Nobody.
    public var canShareScreen: Bool { false }
    /// Nobody looks.
    public func setScreen(_ share: ScreenShare?) {}
    /// Nobody looks.
    public func useCamera(_ makeCamera: MediaPlayingFactory?) {}
}

/// What happens on the way to the other side.
public enum CallTransportEvent: Sendable {
    /// Both sides are there.
    case connected
    /// The connection broke and is being mended; `connected` comes when it is.
    case interrupted
    /// Somebody came, or something about them changed.
    case participant(Participant)
    /// Somebody went.
    case participantLeft(Participant.ID)
    /// The other side has put the call on hold, or goes on with it.
    case held(Bool)
    /// The other side hung up.
    case remoteHangUp
    /// The other side did not take the call.
    case declined
    /// The other side does not answer any more; how that shows, in words.
    case peerLost(String)
    /// It can't go on; the reason in words.
    case failed(String)
    /// Something is not as it should be, and the call goes on; in words.
    case warning(String)
    /// This side's own pictures.
    case ownPictures(VideoTrack)
    /// There are no own pictures, though they were asked for; the reason in words.
    case cameraLost(String)
    /// The shared screen has no more pictures; the reason in words.
    case screenLost(String)
}
