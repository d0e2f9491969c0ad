import Frames
import Geometry

@testable import PictureInPicture

/// A drawing that counts how often it is drawn.
@MainActor final class FakeContent: PipifyContent {
    var pixelSize = Size(100, 60)
    var frameOnScreen: Rect?
    var onChange: (@MainActor () -> Void)?
    private(set) var drawings: [Int] = []
    private(set) var appearances = 0
    private(set) var disappearances = 0
    /// What it would show; frames carry the state of the moment they are drawn.
    var shade: UInt8 = 0 { didSet { onChange?() } }

    func draw(magnified factor: Int) -> Bitmap {
        drawings.append(factor)
        let size = Size(pixelSize.width * factor, pixelSize.height * factor)
        return Bitmap(size: size) { target in
            target.base.update(repeating: shade, count: target.stride * size.height)
        }
    }

    func appear() { appearances += 1 }
    func disappear() { disappearances += 1 }
}
