import PortholeKit

// snippet: layer-host
/// Draws the newest picture of a layer, and counts those it was too slow for.
final class CountingHost: LayerHost {
    struct Counts: Equatable {
        var shown = 0
        var dropped = 0
    }
    private let layer: DisplayLayer
    private let state = Lock((sequence: UInt64(0), counts: Counts()))

    init(_ layer: DisplayLayer) {
        self.layer = layer
        layer.add(self)
    }

    /// Media thread: wake whoever draws, and return at once.
    func layerDidChange() {}

    /// Any thread, whenever this host is ready for another picture.
    func draw() {
        guard let sample = layer.newest else { return }
        state.withLock { state in
            guard sample.sequence > state.sequence else { return }
            // The layer counts without gaps: a gap is what this host has missed.
            state.counts.dropped += Int(sample.sequence - state.sequence) - 1
            state.counts.shown += 1
            state.sequence = sample.sequence
        }
    }

    var counts: Counts { state.withLock { $0.counts } }
}
// end
