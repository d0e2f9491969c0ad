import CGStreamer
import Dispatch
import Frames
import Geometry

/// The inside of a peer: a pipeline around `webrtcbin`, and a queue on which all that happens is put in order.
///
///     appsrc → vp8enc → rtpvp8pay ─┐              ┌─ rtpvp8depay → vp8dec → appsink (pictures)
///                                  ├─ webrtcbin ──┤
///     silence → opusenc → rtpopuspay ┘            └─ rtpopusdepay → opusdec → appsink (sound)
///
/// The silence is live and keeps the time; what is to be heard is written over it. So sound devices are pipelines of
/// their own, and nothing that happens to them reaches the call.
final class PeerCore: @unchecked Sendable {
    typealias Answer = @Sendable (Result<String, PeerError>) -> Void

    /// Changed only before it begins.
    private(set) var options: PeerOptions
    let track: VideoTrack
    let queue = DispatchQueue(label: "porthole.webrtc")
    /// When something last came from the other side.
    let activity = Activity()
    let sound: PeerSoundDesk
    let meter: PeerMeter
    /// What streaming threads share with the queue.
    let links = Lock(Links())

    struct Links {
        var isStopped = false
        var hasVideo = false
        var hasAudio = false
        /// Packets of pictures, and the pictures that came out of them.
        var packets: UInt64 = 0
        var pictures: UInt64 = 0
        /// The numbers (SSRC) under which the other side sends sound.
        var soundSources: Set<UInt32> = []
    }

    // Only on the queue:
    private(set) var state: PeerState
    var pipeline: UnsafeMutablePointer<GstElement>?
    var peer: UnsafeMutablePointer<GstElement>?
    var channel: gpointer?
    var isChannelOpen = false
    /// This side makes the offer.
    var isOffering = false
    /// Who waits for a description.
    private var waiting: Answer?
    private var onEvent: (@Sendable (PeerEvent) -> Void)?
    private var timer: (any DispatchSourceTimer)?
    private(set) var feed: VideoFeed?
    /// What is sent and how long is waited, by what the network is like.
    let adaptation: PeerAdaptation
    /// Asks whether the other side is still there, while nothing comes from it.
    private var probe: PeerProbe?
    private var sending = (microphone: true, camera: false, screen: false, isHolding: false)
    private var otherHolds = false
    private var ticks = 0
    private var deafness = DeafnessWatch()
    /// As they were a second ago.
    var lastCounts: (packets: UInt64, pictures: UInt64) = (0, 0)
    /// Kept as long as the pipeline: its element's callbacks know it weakly.
    var sinks: [VideoSink] = []
    private var afterStop: [@Sendable () -> Void] = []

    init(options: PeerOptions, track: VideoTrack, onEvent: @escaping @Sendable (PeerEvent) -> Void) {
        GStreamer.start
        self.options = options
        self.track = track
        self.onEvent = onEvent
        state = Self.fresh(options)
        sound = PeerSoundDesk(options.sound, mixer: options.mixer, call: options.callSound)
        meter = PeerMeter()
        adaptation = PeerAdaptation(options)
    }

    private static func fresh(_ options: PeerOptions) -> PeerState {
        var limits = options.limits
        if !options.hasChannel { limits.parting = 0 }
        return PeerState(limits: limits)
    }

    /// Uses more servers, unless it has begun. On the queue.
    func add(_ servers: [IceServer]) {
        guard state.phase == .idle else { return }
        options.use(
            options.iceServers + servers.filter { !options.iceServers.contains($0) }, relayOnly: options.relayOnly)
        state = Self.fresh(options)
    }

    // MARK: The state

    func take(_ event: PeerState.Event) {
        let (next, effects) = PeerState.reduce(state, event, at: Pacer.now())
        state = next
        for effect in effects { carryOut(effect) }
    }

    private func carryOut(_ effect: PeerState.Effect) {
        switch effect {
        case .describe: describe()
        case .announce:
            if state.phase == .connected { meter.noteConnected() }
            probe = state.phase == .reconnecting ? PeerProbe(adaptation.addresses) : nil
            onEvent?(.phase(state.phase))
        case .sayGoodbye(let reason): say(.goodbye(reason: reason))
        case .stop: stop()
        }
    }

    /// Tells what has happened, while anything may still happen. On the queue.
    func tell(_ event: PeerEvent) {
        if !state.isOver { onEvent?(event) }
    }

    /// Begins, once.
    func begin(_ answer: @escaping Answer) -> Bool {
        guard state.phase == .idle else {
            answer(.failure(.closed))
            return false
        }
        waiting = answer
        meter.noteBegin()
        take(.begin)
        startTimer()
        return true
    }

    /// Lets somebody wait for the next step; false when somebody waits already.
    func wait(_ answer: @escaping Answer) -> Bool {
        guard waiting == nil else { return false }
        waiting = answer
        return true
    }

    /// The other side's answer was taken.
    func acceptDone() {
        take(.described)
        waiting.take()?(.success(""))
    }

    private func describe() {
        guard let waiting = waiting.take() else { return }
        guard let text = localDescription(), text.contains("a=candidate") else {
            let error = nowhere
            waiting(.failure(error))
            return take(.fail(error))
        }
        // Whoever answers knows both descriptions now.
        if !isOffering { take(.described) }
        waiting(.success(isOffering && options.direction != .both ? SessionDescription.forServers(text) : text))
    }

    func fail(_ error: PeerError) {
        // Told first: whoever waits finds it in its end.
        take(.fail(error))
        waiting.take()?(.failure(error))
    }

    // MARK: What is sent

    func setSending(microphone: Bool, camera: Bool, screen: Bool, isHolding: Bool) {
        guard (microphone, camera, screen, isHolding) != sending else { return }
        sending = (microphone, camera, screen, isHolding)
        applySending()
        saySending()
    }

    private func saySending() {
        let pictures = sending.camera && options.video != nil
        say(
            .sending(
                microphone: sending.microphone, camera: pictures, screen: pictures && sending.screen,
                isHolding: sending.isHolding))
    }

    private func applySending() {
        sound.setMicrophone(sending.microphone)
        feed?.set(sending.camera)
    }

    /// Connects the own pictures to the encoder.
    func connectFeed(_ source: UnsafeMutablePointer<GstElement>) {
        guard let video = options.video else { return }
        let feed = VideoFeed(source)
        self.feed = feed
        applySending()
        video.add(feed)
    }

    /// The data channel can be used.
    func channelDidOpen() {
        isChannelOpen = true
        take(.opened)
        guard !state.isOver else { return }
        saySending()
        say(.alive(time: Pacer.now()))
    }

    func hear(_ message: PeerMessage) {
        activity.note()
        switch message {
        case .alive(let time): say(.heard(time: time))
        case .heard(let time):
            // What others send may be any number.
            let now = Pacer.now()
            if (0...now).contains(time) { meter.noteRoundTrip(now - time) }
            deafness.noteAnswer(at: now)
        case .sending(let microphone, let camera, let screen, let isHolding):
            if isHolding != otherHolds {
                otherHolds = isHolding
                tell(.otherHolds(isHolding))
            }
            if !camera { meter.notePause() }
            tell(.otherSends(microphone: microphone, camera: camera, screen: screen))
        case .goodbye(let reason): take(.goodbye(reason: reason))
        }
    }

    // MARK: Time

    private func startTimer() {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + .milliseconds(250), repeating: .milliseconds(250))
        timer.setEventHandler { [weak self] in self?.tick() }
        timer.activate()
        self.timer = timer
    }

    private func tick() {
        take(.tick(silence: deafness.silence(activity.age, at: Pacer.now())))
        if let probe, probe.ask() { take(.refused(silence: activity.age)) }
        guard !state.isOver else { return }
        ticks += 1
        if ticks % 2 == 0 { say(.alive(time: Pacer.now())) }
        if ticks % 4 == 0, state.isEstablished {
            measure()
            askForWholePicture()
        }
    }

    // MARK: The end

    /// Ends it and calls `done` on the queue when everything was given back.
    func close(reason: String, _ done: @escaping @Sendable () -> Void) {
        queue.async { [self] in
            // Kept until then, whoever else lets go of it.
            afterStop.append { [self] in
                done()
                _ = self
            }
            take(.close(reason: reason))
            // While the goodbye waits for its way, nothing of this side is heard or told.
            if state.isParting { rest() }
            if pipeline == nil { finishStop() }
        }
    }

    private func rest() {
        onEvent = nil
        sound.setPlaying(false)
        sending = (false, false, false, false)
        applySending()
    }

    private func stop() {
        timer?.cancel()
        timer = nil
        if let waiting = waiting.take() {
            if case .failed(let error) = state.phase { waiting(.failure(error)) } else { waiting(.failure(.closed)) }
        }
        links.withLock { $0.isStopped = true }
        if let feed = feed.take() {
            feed.stop()
            options.video?.remove(feed)
        }
        onEvent = nil
        guard pipeline != nil else { return finishStop() }
        // A goodbye needs a moment to leave.
        queue.asyncAfter(deadline: .now() + .milliseconds(isChannelOpen ? 50 : 0)) { [self] in
            dismantle()
            finishStop()
        }
    }

    private func finishStop() {
        sound.stop()
        let all = afterStop
        afterStop = []
        for done in all { done() }
    }
}

extension Optional {
    /// The value, once.
    mutating func take() -> Wrapped? {
        defer { self = nil }
        return self
    }
}
