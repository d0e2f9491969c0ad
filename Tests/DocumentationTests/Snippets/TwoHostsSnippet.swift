import PortholeKit

/// One track, shown twice.
func showTwice() -> (stage: CountingHost, mini: CountingHost) {
    // snippet: two-hosts
    let track = VideoTrack()
    let bridge = FrameBridge()
    bridge.attach(to: track)
    let stage = CountingHost(bridge.layer)
    let mini = CountingHost(bridge.layer)

    for number in 0..<3 {
        track.push(MemoryFrame(solid: 0x2050A0, size: Size(640, 360), timestamp: Int64(number) * 33_000_000))
        stage.draw()
    }
    // Busy until now, it finds the newest picture and has missed two. The stage has waited for nobody.
    mini.draw()
    // end
    return (stage, mini)
}
