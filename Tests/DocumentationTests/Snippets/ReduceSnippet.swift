import PortholeKit

/// One step of a life.
func startOfALife() -> (PictureInPictureState, [PictureInPictureEffect]) {
    // snippet: reduce
    let idle = PictureInPictureState(kind: .call)
    let (starting, effects) = PictureInPictureState.reduce(idle, .start(.byHand, obstacle: nil))
    // effects: [.enterActiveSet, .notify(.willStart), .openWindow, .schedule(.start)]
    // end
    return (starting, effects)
}
