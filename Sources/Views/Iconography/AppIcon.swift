import Foundation
public import Frames
import Geometry

/// The program's own icon: a window in a window, round like a porthole.
public enum AppIcon {
    /// It in the sizes that task bars and switchers ask for.
    public static var bitmaps: [Bitmap] { [16, 32, 48, 64, 128].map { bitmap(side: $0) } }

    /// It in one size, in pixels.
    public static func bitmap(side: Int) -> Bitmap {
        Bitmap(size: Size(side, side), scale: 1) { canvas in
            let unit = Double(side) / 64
            func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> CGRect {
                CGRect(x: x * unit, y: y * unit, width: width * unit, height: height * unit)
            }
            let theme = Theme.dark
            canvas.fill(box(2, 2, 60, 60), theme.raised, radius: 16 * unit)
            canvas.fillOval(in: box(10, 10, 44, 44), theme.accent)
            canvas.fillOval(in: box(15, 15, 34, 34), theme.background)
            canvas.fill(box(30, 32, 26, 20), theme.raised, radius: 6 * unit)
            canvas.fill(box(32, 34, 22, 16), .white, radius: 4 * unit)
        }
    }
}
