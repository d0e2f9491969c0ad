import Foundation
import Frames
import Geometry
import Views

/// A window without a display: a tree, a clock that is stepped, and hands to touch it with.
@MainActor final class Harness: ViewHost {
    let clock = ManualClock()
    let root: RootView
    private(set) var calls = 0

    init(_ width: Int = 400, _ height: Int = 300, scale: Double = 1, reduced: Bool = false) {
        let animator = Animator(clock: clock, isMotionReduced: reduced)
        root = RootView(
            size: Size(Int(Double(width) * scale), Int(Double(height) * scale)), scale: scale, animator: animator)
        root.host = self
    }

    func rootViewNeedsComposition(_ root: RootView) { calls += 1 }

    func add<V: View>(_ view: V, _ x: Double, _ y: Double, _ width: Double, _ height: Double) -> V {
        view.frame = CGRect(x: x, y: y, width: width, height: height)
        root.addSubview(view)
        return view
    }

    func down(_ x: Double, _ y: Double) { send(.down, x, y) }
    func move(_ x: Double, _ y: Double, after seconds: Double = 0.01) {
        clock.advance(by: seconds)
        send(.moved, x, y)
    }
    func up(_ x: Double, _ y: Double, after seconds: Double = 0.01) {
        clock.advance(by: seconds)
        send(.up, x, y)
    }
    func click(_ x: Double, _ y: Double) {
        down(x, y)
        up(x, y)
    }
    func send(_ phase: PointerEvent.Phase, _ x: Double = 0, _ y: Double = 0) {
        root.handle(PointerEvent(phase, at: CGPoint(x: x, y: y), time: clock.now))
    }
    @discardableResult func key(_ key: KeyEvent.Key, _ text: String = "", _ modifiers: Modifiers = []) -> Bool {
        root.handle(KeyEvent(key, text: text, modifiers: modifiers, time: clock.now))
    }

    /// The window as its presenter would show it.
    func picture(_ composition: Composition) -> Bitmap {
        Bitmap(size: root.size) { CompositionRenderer().render(composition, into: $0) }
    }
}

/// A frame in memory of its own.
final class TestFrame: VideoFrame, @unchecked Sendable {
    private let memory: UnsafeMutablePointer<UInt8>

    /// One grey or coloured picture: `color` gives Y, U, V at a place from 0 to 1.
    init(_ size: Size, _ color: (Double, Double) -> (UInt8, UInt8, UInt8)) {
        let (cw, ch) = ((size.width + 1) / 2, (size.height + 1) / 2)
        memory = .allocate(capacity: size.area + 2 * cw * ch)
        let (y, u, v) = (memory, memory + size.area, memory + size.area + cw * ch)
        for row in 0..<size.height {
            for column in 0..<size.width {
                let sample = color(Double(column) / Double(size.width), Double(row) / Double(size.height))
                y[row * size.width + column] = sample.0
                u[row / 2 * cw + column / 2] = sample.1
                v[row / 2 * cw + column / 2] = sample.2
            }
        }
        super.init(
            size: size, format: .i420,
            planes: (
                Plane(base: y, stride: size.width), Plane(base: u, stride: cw), Plane(base: v, stride: cw)
            ))
    }

    /// All of one brightness, from 16 (black) to 235 (white).
    convenience init(_ size: Size, luma: UInt8) { self.init(size) { _, _ in (luma, 128, 128) } }

    /// The picture of a bitmap, BT.709.
    convenience init(_ bitmap: Bitmap) {
        self.init(bitmap.size) { x, y in
            let place = Point(
                Int(x * Double(bitmap.size.width) + 0.5), Int(y * Double(bitmap.size.height) + 0.5))
            let r = Double(bitmap.byte(2, at: place))
            let g = Double(bitmap.byte(1, at: place))
            let b = Double(bitmap.byte(0, at: place))
            let luma = 0.2126 * r + 0.7152 * g + 0.0722 * b
            func byte(_ value: Double) -> UInt8 { UInt8(min(255, max(0, value.rounded()))) }
            return (
                byte(16 + luma * 219 / 255), byte(128 + (b - luma) / 1.8556 * 224 / 255),
                byte(128 + (r - luma) / 1.5748 * 224 / 255)
            )
        }
    }

    deinit { memory.deallocate() }
}

extension DisplayLayer {
    /// A layer that shows one brightness.
    static func filled(_ luma: UInt8, _ size: Size = Size(64, 36)) -> DisplayLayer {
        let layer = DisplayLayer()
        layer.enqueue(TestFrame(size, luma: luma))
        return layer
    }
}

/// Notes what happens, in order.
@MainActor final class Diary {
    var lines: [String] = []
    func note(_ line: String) { lines.append(line) }
}

extension View {
    /// A view of one colour.
    @MainActor static func colored(_ rgb: UInt32) -> View {
        let view = View()
        view.background = Color(rgb)
        return view
    }
}
