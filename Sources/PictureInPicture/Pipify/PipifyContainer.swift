import Foundation
import Frames
import Geometry
import Views

/// Holds a view off screen while it floats: it is laid out, moves and changes there, and gets no input (spec P8).
///
/// A view of the app is moved in here, and a stand-in keeps its place. Main actor.
@MainActor final class PipifyContainer: View {
    /// What the view inside may know; nil for one that carries the modifier itself (spec P5).
    let controller: PipifyController?

    init(controller: PipifyController?) {
        self.controller = controller
        super.init()
        isUserInteractionEnabled = false
        // Far from the root's one pixel: nothing is drawn there in vain.
        frame.origin = CGPoint(x: 1_000_000, y: 1_000_000)
    }
}
