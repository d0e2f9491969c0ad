import Foundation
import PortholeKit

// snippet: pipify
/// A level that can float.
final class Meter: View {
    @State var isFloating = false
    var level = 0.0 { didSet { setNeedsDisplay() } }

    override var isDrawn: Bool { true }

    override func draw(in canvas: Canvas) {
        canvas.fill(bounds, .black)
        var bar = bounds
        bar.size.width *= level
        canvas.fill(bar, Color(0x30C060))
    }

    /// From now on `isFloating` and the mini window follow each other.
    func makeFloatable(in environment: PictureInPictureEnvironment) {
        pipify(isPresented: $isFloating, environment: environment)
    }
}
// end
