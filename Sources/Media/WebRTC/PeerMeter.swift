import CGStreamer
import Dispatch
import Frames
import Geometry

/// Counts what comes and goes, for `PeerQuality`. Any thread.
final class PeerMeter: Sendable {
    private struct State {
        var quality = PeerQuality()
        var begin: Int64 = 0
        var frames = 0
        var freezes = FreezeDetector()
        var loudest: Int16 = 0
        var last = Totals()
        var lastTime: Int64 = 0
    }
    /// What the other side and we have counted since the beginning.
    struct Totals: Sendable, Hashable {
        var receivedBytes: UInt64 = 0
        var sentBytes: UInt64 = 0
        var receivedPackets: UInt64 = 0
        var lostPackets: Int64 = 0
        /// Packets of pictures that went, and that the other side misses.
        var sentPackets: UInt64 = 0
        var missedPackets: Int64 = 0
        /// Where the other side is, as far as the connection knows.
        var addresses: Set<PeerAddress> = []
        var roundTrip: Double?
    }
    private let state = Lock(State())

    /// The figures of the last second.
    var quality: PeerQuality {
        state.withLock { state in
            var quality = state.quality
            guard quality.firstFrameAfter != nil else { return quality }
            quality.freezeCount = state.freezes.count
            quality.freezesDuration = Double(state.freezes.duration) / 1e9
            quality.standing = state.freezes.standing(at: Pacer.now()).map { Double($0) / 1e9 }
            return quality
        }
    }

    /// The other side sends no pictures from now on, or none until it does again.
    func notePause() { state.withLock { $0.freezes.pause() } }

    func note(allowed: SendingPolicy.Target, missed: Double?, waiting: Int) {
        state.withLock {
            $0.quality.allowedBitrate = Double(allowed.bitrate)
            $0.quality.missed = missed
            $0.quality.waiting = Double(waiting) / 1000
        }
    }

    func noteBegin() { state.withLock { $0.begin = Pacer.now() } }

    func noteConnected() {
        state.withLock { state in
            if state.quality.connectedAfter == nil {
                state.quality.connectedAfter = Double(Pacer.now() - state.begin) / 1e9
            }
        }
    }

    /// - Returns: true for the first one.
    func noteFrame(_ frame: VideoFrame) -> Bool {
        state.withLock { state in
            state.frames += 1
            state.freezes.note(at: Pacer.now())
            state.quality.size = frame.size
            guard state.quality.firstFrameAfter == nil else { return false }
            state.quality.firstFrameAfter = Double(Pacer.now() - state.begin) / 1e9
            return true
        }
    }

    func noteCodec(_ name: String) { state.withLock { $0.quality.codec = name } }

    func noteSound(_ samples: UnsafeBufferPointer<Int16>) {
        var loudest: Int16 = 0
        for sample in samples { loudest = max(loudest, sample == .min ? .max : abs(sample)) }
        state.withLock { $0.loudest = max($0.loudest, loudest) }
    }

    /// The time between a question over the data channel and its answer, in nanoseconds.
    func noteRoundTrip(_ time: Int64) {
        guard time >= 0 else { return }
        state.withLock { $0.quality.roundTrip = Double(time) / 1e9 }
    }

    /// Makes figures of what was counted since last time.
    func note(_ totals: Totals, at now: Int64) {
        state.withLock { state in
            defer {
                state.last = totals
                state.lastTime = now
                state.frames = 0
                state.loudest = 0
            }
            state.quality.soundLevel = Double(state.loudest) / Double(Int16.max)
            if let time = totals.roundTrip, time > 0 { state.quality.roundTrip = time }
            guard state.lastTime > 0, now > state.lastTime else { return }
            let seconds = Double(now - state.lastTime) / 1e9
            func rate(_ new: UInt64, _ old: UInt64) -> Double { new >= old ? Double(new - old) * 8 / seconds : 0 }
            state.quality.receivedBitrate = rate(totals.receivedBytes, state.last.receivedBytes)
            state.quality.sentBitrate = rate(totals.sentBytes, state.last.sentBytes)
            state.quality.frameRate = Double(state.frames) / seconds
            let lost = Double(max(0, totals.lostPackets - state.last.lostPackets))
            let came = totals.receivedPackets &- state.last.receivedPackets
            let all = lost + Double(totals.receivedPackets >= state.last.receivedPackets ? came : 0)
            state.quality.loss = all > 0 ? lost / all : nil
        }
    }
}

extension PeerCore {
    /// Asks `webrtcbin` for its statistics. On the queue.
    func measure() {
        guard let peer else { return }
        shim_get_stats(
            peer,
            promise { core, reply in
                guard let reply else { return }
                let totals = PeerMeter.Totals(reply)
                core.meter.note(totals, at: Pacer.now())
                core.queue.async { [weak core] in core?.adapt(to: totals) }
            })
    }
}

extension PeerMeter.Totals {
    /// Adds up GStreamer's reply: one structure a stream and direction, told apart by their names.
    fileprivate init(_ reply: UnsafePointer<GstStructure>) {
        for index in 0..<max(0, gst_structure_n_fields(reply)) {
            guard let field = gst_structure_nth_field_name(reply, guint(index)),
                let value = gst_structure_get_value(reply, field), let part = gst_value_get_structure(value)
            else { continue }
            let name = String(cString: field)
            if name.hasPrefix("rtp-inbound-stream-stats") {
                receivedBytes &+= Self.number(part, "bytes-received")
                receivedPackets &+= Self.number(part, "packets-received")
                lostPackets &+= Self.lost(part)
            } else if name.hasPrefix("rtp-outbound-stream-stats") {
                sentBytes &+= Self.number(part, "bytes-sent")
                if Self.isVideo(part) { sentPackets &+= Self.number(part, "packets-sent") }
            } else if name.hasPrefix("rtp-remote-inbound-stream-stats") {
                var time: gdouble = 0
                if gst_structure_get_double(part, "round-trip-time", &time) != 0, time > 0 { roundTrip = time }
                if Self.isVideo(part) { missedPackets &+= Self.signed(part, "packets-lost") }
            } else if name.hasPrefix("ice-candidate-remote"),
                let host = gst_structure_get_string(part, "address").map({ String(cString: $0) }),
                let port = UInt16(exactly: Self.small(part, "port"))
            {
                addresses.insert(PeerAddress(host: host, port: port))
            }
        }
    }

    /// By the numbers of the packets: what the buffer says is of another stream where several share a session.
    private static func lost(_ part: UnsafePointer<GstStructure>) -> Int64 {
        guard let value = gst_structure_get_value(part, "gst-rtpsource-stats"),
            let source = gst_value_get_structure(value)
        else { return signed(part, "packets-lost") }
        return max(0, signed(source, "packets-lost"))
    }

    private static func isVideo(_ part: UnsafePointer<GstStructure>) -> Bool {
        gst_structure_get_string(part, "kind").map { String(cString: $0) == "video" } ?? false
    }

    private static func small(_ part: UnsafePointer<GstStructure>, _ name: String) -> UInt32 {
        var number: guint = 0
        return gst_structure_get_uint(part, name, &number) != 0 ? number : 0
    }

    private static func number(_ part: UnsafePointer<GstStructure>, _ name: String) -> UInt64 {
        var number: guint64 = 0
        return gst_structure_get_uint64(part, name, &number) != 0 ? UInt64(number) : 0
    }

    private static func signed(_ part: UnsafePointer<GstStructure>, _ name: String) -> Int64 {
        var number: gint64 = 0
        if gst_structure_get_int64(part, name, &number) != 0 { return Int64(number) }
        var small: gint = 0
        return gst_structure_get_int(part, name, &small) != 0 ? Int64(small) : 0
    }
}
