import CGStreamer
import Geometry

/// What a peer does about the network that it has: carries out what `SendingPolicy` and `WaitingPolicy` decide. On the
/// peer's queue.
final class PeerAdaptation {
    private var sending: SendingPolicy
    private var waiting: WaitingPolicy
    private var last: PeerMeter.Totals?
    private var applied: Applied?
    private var seconds = 0
    /// Where the other side is.
    private(set) var addresses: Set<PeerAddress> = []

    private struct Applied: Equatable {
        var target: SendingPolicy.Target
        var size: Size
    }

    init(_ options: PeerOptions) {
        sending = SendingPolicy(limit: options.videoBitrate)
        waiting = WaitingPolicy(shortest: options.jitterBuffer)
    }

    /// The share of what was sent that did not arrive, as the other side said last.
    private(set) var missed: Double?
    /// What is sent now.
    var target: SendingPolicy.Target { sending.target }
    /// How long missing packets are waited for, in milliseconds.
    var waitingTime: Int { waiting.time }

    /// Takes the figures of one more second.
    ///
    /// - Parameter quality: what came from the other side in this second.
    func take(_ totals: PeerMeter.Totals, _ quality: PeerQuality) {
        if !totals.addresses.isEmpty { addresses = totals.addresses }
        waiting = WaitingPolicy.reduce(waiting, loss: quality.loss, roundTrip: totals.roundTrip ?? quality.roundTrip)
        // The other side reports every second or two (RTCP): what lies between two looks may hold no report.
        seconds += 1
        guard seconds % 2 == 0 else { return }
        defer { last = totals }
        guard let last else { return }
        let sent = totals.sentPackets > last.sentPackets ? Double(totals.sentPackets - last.sentPackets) : 0
        let lost = Double(max(0, totals.missedPackets - last.missedPackets))
        missed = sent > 0 ? min(1, lost / sent) : nil
        // Nothing was tried, nothing was learnt.
        guard sent > 0 else { return }
        let report = SendingPolicy.Report(loss: missed, roundTrip: totals.roundTrip)
        sending = SendingPolicy.reduce(sending, report)
    }

    /// What is between now and the next figures is no loss: the network was away.
    func forget() { last = nil }

    /// Has the elements do what was decided.
    func apply(
        to peer: UnsafeMutablePointer<GstElement>, in pipeline: UnsafeMutablePointer<GstElement>, _ feed: VideoFeed?
    ) {
        if shim_get_int(peer, "latency") != waiting.time { shim_set_int(peer, "latency", Int32(waiting.time)) }
        guard let feed, !feed.size.isEmpty else { return }
        let wanted = Applied(target: sending.target, size: feed.size)
        guard wanted != applied else { return }
        let old = applied
        applied = wanted
        set(pipeline, "encoder") { shim_set_int($0, "target-bitrate", Int32(wanted.target.bitrate)) }
        feed.set(frameRate: wanted.target.frameRate < SendingPolicy.steps[0].frameRate ? wanted.target.frameRate : 0)
        guard
            wanted.target.divisor != (old?.target.divisor ?? 1)
                || (wanted.size != old?.size && wanted.target.divisor > 1)
        else { return }
        set(pipeline, "shape") { element in
            var text = "video/x-raw,format=I420"
            if wanted.target.divisor > 1 {
                // Even, as the format wants it; the height follows by the shape of a pixel.
                func side(_ value: Int) -> Int { max(16, Int(Double(value) / wanted.target.divisor) / 2 * 2) }
                text += ",width=\(side(wanted.size.width)),height=\(side(wanted.size.height))"
            }
            guard let caps = gst_caps_from_string(text) else { return }
            shim_set_caps(element, "caps", caps)
            gst_caps_unref(caps)
        }
    }

    private func set(
        _ pipeline: UnsafeMutablePointer<GstElement>, _ name: String, _ body: (UnsafeMutablePointer<GstElement>) -> Void
    ) {
        guard let element = gst_bin_get_by_name(shim_bin(pipeline), name) else { return }
        body(element)
        gst_object_unref(element)
    }
}

extension PeerCore {
    /// Takes the figures of one more second, and does what they ask for. On the queue.
    func adapt(to totals: PeerMeter.Totals) {
        // Figures of a network that is away say nothing about it.
        guard let peer, let pipeline, state.phase == .connected else { return adaptation.forget() }
        adaptation.take(totals, meter.quality)
        meter.note(allowed: adaptation.target, missed: adaptation.missed, waiting: adaptation.waitingTime)
        adaptation.apply(to: peer, in: pipeline, feed)
    }
}
