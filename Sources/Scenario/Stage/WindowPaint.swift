import Foundation
import PortholeKit

/// What test windows of demos show instead of one colour: something to recognise from afar, and nothing to read.
///
/// Drawn once, as large as the screen; a window shows the upper left part of it, as documents do. Pure.
struct WindowPaint {
    /// What it looks like.
    let look: ClientLook
    /// Its ground, 0xRRGGBB.
    let color: UInt32

    /// Draws it.
    func bitmap(_ size: Size) -> Bitmap {
        Bitmap(size: size, scale: 1) { canvas in
            canvas.fill(canvas.bounds, Color(color))
            switch look {
            case .page: page(canvas)
            case .terminal: terminal(canvas)
            case .slide: slide(canvas)
            case .wallpaper: wallpaper(canvas)
            }
        }
    }

    private var isDark: Bool { (color >> 16 & 0xff) + (color >> 8 & 0xff) + (color & 0xff) < 384 }
    private var ink: Color { isDark ? Color(0xEEF1F5) : Color(0x14171C) }

    /// Bars as long as words, line by line; the same each time.
    private func words(
        _ canvas: Canvas, from: CGPoint, to right: Double, lines: Int, step: Double, _ color: Color, seed: UInt32
    ) {
        var state = seed
        func next(_ range: ClosedRange<Double>) -> Double {
            // Numerical Recipes' linear congruence: no two runs may differ.
            state = state &* 1_664_525 &+ 1_013_904_223
            return range.lowerBound + Double(state >> 8) / Double(1 << 24) * (range.upperBound - range.lowerBound)
        }
        for line in 0..<lines {
            let y = from.y + Double(line) * step
            // The last line of a paragraph is short.
            let end = line % 6 == 5 ? from.x + (right - from.x) * next(0.3...0.7) : right
            if line % 7 == 6 { continue }
            var x = from.x
            while x < end - 12 {
                let width = min(next(18...86), end - x)
                canvas.fill(CGRect(x: x, y: y, width: width, height: step * 0.36), color, radius: step * 0.18)
                x += width + 8
            }
        }
    }

    private func page(_ canvas: Canvas) {
        let text = ink.opacity(0.24)
        canvas.fill(CGRect(x: 36, y: 34, width: 270, height: 20), ink.opacity(0.82), radius: 5)
        canvas.fill(CGRect(x: 36, y: 68, width: 150, height: 9), Theme.dark.accent.opacity(0.9), radius: 4)
        words(canvas, from: CGPoint(x: 36, y: 102), to: 470, lines: 40, step: 22, text, seed: 7)
        canvas.fill(CGRect(x: 510, y: 102, width: 700, height: 250), ink.opacity(0.07), radius: 8)
        for (index, height) in [60.0, 96, 78, 140, 118, 172, 150, 196].enumerated() {
            canvas.fill(
                CGRect(x: 540 + Double(index) * 44, y: 330 - height, width: 28, height: height),
                Theme.dark.accent.opacity(0.3 + Double(index) * 0.08), radius: 4)
        }
        words(canvas, from: CGPoint(x: 510, y: 380), to: 1200, lines: 30, step: 22, text, seed: 11)
    }

    private func terminal(_ canvas: Canvas) {
        for line in 0..<60 {
            let y = 22 + Double(line) * 22
            let isPrompt = line % 5 == 0
            if isPrompt {
                canvas.fill(CGRect(x: 18, y: y, width: 54, height: 9), Theme.dark.ok, radius: 3)
                canvas.fill(CGRect(x: 80, y: y, width: 12, height: 9), Theme.dark.accent, radius: 3)
            }
            words(
                canvas, from: CGPoint(x: isPrompt ? 104 : 18, y: y), to: isPrompt ? 260 : 300 + Double(line * 83 % 240),
                lines: 1, step: 22, ink.opacity(isPrompt ? 0.8 : 0.42), seed: UInt32(line * 31 + 3))
        }
    }

    private func slide(_ canvas: Canvas) {
        let width = canvas.bounds.width
        let bar = width * 0.055
        canvas.fill(CGRect(x: bar, y: bar, width: width * 0.46, height: 40), ink.opacity(0.92), radius: 8)
        canvas.fill(CGRect(x: bar, y: bar + 60, width: width * 0.24, height: 14), ink.opacity(0.5), radius: 6)
        for index in 0..<4 {
            let y = bar + 150 + Double(index) * 84
            canvas.fillOval(in: CGRect(x: bar, y: y, width: 22, height: 22), Theme.dark.accent)
            let share = [0.34, 0.27, 0.38, 0.22][index]
            canvas.fill(
                CGRect(x: bar + 44, y: y + 3, width: width * share, height: 16), ink.opacity(0.62), radius: 6)
        }
        let side = width * 0.24
        for (share, alpha) in [(1.0, 0.16), (0.7, 0.3), (0.4, 0.6)] {
            canvas.fillOval(
                in: CGRect(
                    x: width * 0.76 - side * share / 2, y: canvas.bounds.height * 0.46 - side * share / 2,
                    width: side * share, height: side * share), Theme.dark.accent.opacity(alpha))
        }
    }

    private func wallpaper(_ canvas: Canvas) {
        let bounds = canvas.bounds
        canvas.fill(
            bounds,
            Gradient(
                from: CGPoint(x: 0, y: 0), to: CGPoint(x: bounds.width * 0.4, y: bounds.height),
                stops: [
                    Gradient.Stop(0, Color(0xFFFFFF, alpha: 0.16)), Gradient.Stop(1, Color(0x000000, alpha: 0.22)),
                ]))
    }
}
