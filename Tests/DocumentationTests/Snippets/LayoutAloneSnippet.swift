import PortholeKit

/// The mistake that the article warns of.
@MainActor func layOutOnly(_ call: CallSession) {
    // snippet: layout-alone
    // No tile, no window: the controls are gone, and that is all.
    call.enablePictureInPictureLayout()
    // end
}
