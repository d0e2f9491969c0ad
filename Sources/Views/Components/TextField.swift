import Foundation

/// A line of text to type into.
@MainActor public final class TextField: View {
    /// The text, caret and selection.
    public private(set) var editing = TextEditing() { didSet { if editing != oldValue { changed(from: oldValue) } } }
    /// Shown while there is no text.
    public var placeholder = "" { didSet { if placeholder != oldValue { setNeedsDisplay() } } }
    /// Told after each change of the text by the user.
    public var onChange: (@MainActor (String) -> Void)?
    /// Enter was pressed; true with shift.
    public var onSubmit: (@MainActor (_ isShifted: Bool) -> Void)?
    private let style = TextStyle(size: 16, lineHeight: 24)
    private var shift = 0.0

    /// An empty field.
    public init(placeholder: String = "") {
        self.placeholder = placeholder
        super.init()
        clipsToBounds = true
        accessibleName = placeholder
    }

    /// The text. Setting it puts the caret at its end and tells nobody.
    public var text: String {
        get { editing.text }
        set {
            guard newValue != editing.text else { return }
            isTelling = false
            editing = TextEditing(newValue)
            isTelling = true
        }
    }
    private var isTelling = true

    /// Inserts text at the caret, as a paste does.
    public func insert(_ text: String) { editing.insert(text) }

    /// Selects everything.
    public func selectAll() { editing.selectAll() }

    /// True: it draws itself.
    public override var isDrawn: Bool { true }
    /// The keyboard reaches it.
    public override var canBecomeFocused: Bool { true }

    /// Draws text, selection and caret.
    public override func draw(in canvas: Canvas) {
        let theme = theme
        if editing.text.isEmpty {
            canvas.draw(placeholder, in: bounds, style: style, color: theme.dim)
        }
        canvas.saved {
            canvas.translate(by: -shift, 0)
            if isFocused, !editing.selection.isEmpty {
                let start = place(of: editing.selection.lowerBound)
                let end = place(of: editing.selection.upperBound)
                canvas.fill(
                    CGRect(x: start, y: bounds.midY - 12, width: end - start, height: 24),
                    theme.accent.opacity(0.4), radius: 3)
            }
            let width = max(bounds.width, Canvas.measure(editing.text, style: style).width + 2)
            canvas.draw(
                editing.text, in: CGRect(x: 0, y: 0, width: width, height: bounds.height), style: style,
                color: theme.text)
            if isFocused, editing.selection.isEmpty {
                canvas.fill(
                    CGRect(x: place(of: editing.caret), y: bounds.midY - 10, width: 1.5, height: 20), theme.accent)
            }
        }
    }

    /// Puts the caret where it was pressed, and selects from there.
    public override func pointerDown(_ event: PointerEvent) -> PointerResponse {
        guard event.button == .primary else { return .ignored }
        editing.move(to: index(at: event), selecting: event.modifiers.contains(.shift))
        return .drag
    }

    /// Selects as far as the pointer.
    public override func pointerMoved(_ event: PointerEvent) { editing.move(to: index(at: event), selecting: true) }

    /// Types.
    public override func keyDown(_ event: KeyEvent) -> Bool {
        if event.key == .enter {
            onSubmit?(event.modifiers.contains(.shift))
            return true
        }
        return editing.handle(event)
    }

    /// The caret comes and goes with the focus.
    public override func focusDidChange() {
        setNeedsDisplay()
        superview?.setNeedsDisplay()
    }

    private func place(of index: Int) -> Double {
        index == 0 ? 0 : Canvas.measure(String(editing.text.prefix(index)), style: style).width
    }

    private func index(at event: PointerEvent) -> Int {
        let x = event.location.x - convert(bounds).minX + shift
        let distances = (0...editing.text.count).map { abs(place(of: $0) - x) }
        return distances.indices.min { distances[$0] < distances[$1] } ?? 0
    }

    private func changed(from old: TextEditing) {
        // The caret stays in sight.
        let caret = place(of: editing.caret)
        if bounds.width > 0 {
            shift = min(shift, max(0, caret - 2))
            shift = max(shift, caret + 4 - bounds.width)
            shift = max(0, shift)
        }
        setNeedsDisplay()
        if isTelling, editing.text != old.text { onChange?(editing.text) }
    }
}
