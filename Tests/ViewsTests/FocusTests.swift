import Foundation
import Geometry
import Testing

@testable import Views

@Suite(.timeLimit(.minutes(10))) @MainActor struct FocusTests {
    private func buttons(_ h: Harness, _ count: Int, _ diary: Diary = Diary()) -> [Button] {
        (0..<count).map { index in
            h.add(Button("\(index)") { diary.note("\(index)") }, Double(index) * 60, 0, 48, 48)
        }
    }

    @Test("Tab goes through the tree in order and around; Shift+Tab goes back")
    func order() {
        let h = Harness()
        let all = buttons(h, 3)
        h.key(.tab)
        #expect(h.root.focused === all[0] && h.root.isFocusVisible)
        h.key(.tab)
        h.key(.tab)
        h.key(.tab)
        #expect(h.root.focused === all[0])
        h.key(.tab, "", .shift)
        #expect(h.root.focused === all[2])
    }

    @Test("what is hidden, clear, disabled or without input is left out")
    func skipped() {
        let h = Harness()
        let all = buttons(h, 5)
        all[0].isHidden = true
        all[1].isEnabled = false
        all[2].alpha = 0
        all[3].isUserInteractionEnabled = false
        #expect(h.root.focusOrder.count == 1 && h.root.focusOrder.first === all[4])
        all[4].isHidden = true
        #expect(!h.key(.tab))
    }

    @Test("Space and Enter press what has the focus; Escape gives it up")
    func activate() {
        let h = Harness()
        let diary = Diary()
        _ = buttons(h, 2, diary)
        #expect(!h.key(.space))
        h.key(.tab)
        h.key(.tab)
        #expect(h.key(.space) && h.key(.enter))
        #expect(diary.lines == ["1", "1"])
        #expect(h.key(.escape) && h.root.focused == nil)
        #expect(!h.key(.escape))
    }

    @Test("the ring shows for the keyboard only, and is drawn around the button")
    func ring() {
        let h = Harness()
        let button = h.add(Button("A"), 20, 20, 48, 48)
        h.click(30, 30)
        #expect(h.root.focused === button && !h.root.isFocusVisible)
        _ = h.root.compose()
        h.root.focus(button, visibly: true)
        let composition = h.root.compose()
        #expect(composition.damage.rects.contains { $0.x <= 16 && $0.maxX >= 72 })
        let picture = h.picture(composition)
        #expect(picture.rgb(at: .init(44, 17)) == Theme.dark.accent.rgb)
    }

    @Test("a view that leaves, or is disabled, gives the focus up")
    func leaves() {
        let h = Harness()
        let all = buttons(h, 2)
        h.root.focus(all[0])
        all[0].removeFromSuperview()
        #expect(h.root.focused == nil)
        h.root.focus(all[1])
        all[1].isEnabled = false
        #expect(h.root.focused == nil)
    }

    @Test("a disabled button is not pressed and lets nothing through, but says why")
    func disabled() {
        let h = Harness()
        let diary = Diary()
        let below = h.add(View(), 0, 0, 100, 100)
        below.addGesture(TapGesture { _ in diary.note("below") })
        let button = h.add(Button("No picture in picture: no display") { diary.note("pressed") }, 0, 0, 48, 48)
        button.isEnabled = false
        h.click(10, 10)
        #expect(diary.lines.isEmpty)
        h.move(200, 200)
        h.move(11, 11)
        h.clock.advance(by: 1)
        #expect(h.root.tip.view?.accessibleName == "No picture in picture: no display")
    }

    @Test("letting go beside a button does not press it")
    func slipped() {
        let h = Harness()
        let diary = Diary()
        let button = h.add(Button("A") { diary.note("pressed") }, 0, 0, 48, 48)
        h.down(10, 10)
        h.move(100, 10)
        #expect(!button.isPressed)
        h.move(20, 10)
        #expect(button.isPressed)
        h.move(100, 10)
        h.up(100, 10)
        #expect(diary.lines.isEmpty)
    }

    @Test("a tool tip comes after a rest, and goes with the pointer, a press or a key")
    func tips() {
        let h = Harness()
        _ = h.add(Button("Hang up"), 0, 0, 48, 48)
        h.move(10, 10)
        h.clock.advance(by: 0.5)
        #expect(h.root.tip.view == nil)
        h.clock.advance(by: 0.2)
        #expect(h.root.tip.view != nil)
        h.move(200, 200)
        #expect(h.root.tip.view == nil)
        h.move(10, 10)
        h.clock.advance(by: 1)
        h.down(10, 10)
        #expect(h.root.tip.view == nil)
    }

    @Test("text editing does what keys say")
    func editing() {
        var text = TextEditing("rtsp://cam")
        func key(_ key: KeyEvent.Key, _ typed: String = "", _ modifiers: Modifiers = []) {
            _ = text.handle(KeyEvent(key, text: typed, modifiers: modifiers, time: 0))
        }
        key(.other, "X")
        #expect(text.text == "rtsp://camX" && text.caret == 11)
        key(.backspace)
        key(.home)
        key(.delete)
        #expect(text.text == "tsp://cam" && text.caret == 0)
        key(.backspace)
        #expect(text.text == "tsp://cam")
        key(.right, "", .shift)
        key(.right, "", .shift)
        #expect(text.selectedText == "ts")
        key(.other, "é\nß\u{7}")
        #expect(text.text == "é ßp://cam" && text.caret == 3)
        key(.other, "a", .control)
        #expect(text.selectedText == text.text)
        key(.left)
        #expect(text.caret == 0 && text.selection.isEmpty)
        let isCopyTaken = text.handle(KeyEvent(.other, text: "c", modifiers: .control, time: 0))
        #expect(!isCopyTaken)
        key(.end)
        key(.other, "e\u{301}")
        key(.other, "\u{301}")
        #expect(text.caret == text.text.count)
    }

    @Test("a text field types, submits, and keeps its caret in sight")
    func field() {
        let h = Harness()
        let field = h.add(TextField(placeholder: "Address"), 0, 0, 100, 32)
        var told: [String] = []
        field.onChange = { told.append($0) }
        field.onSubmit = { told.append("submit \($0)") }
        h.click(10, 10)
        #expect(h.root.focused === field)
        for letter in "hello" { h.key(.other, String(letter)) }
        h.key(.space, " ")
        h.key(.enter, "", .shift)
        #expect(field.text == "hello " && told.last == "submit true" && told.count == 7)
        for _ in 0..<60 { h.key(.other, "w") }
        let picture = h.picture(h.root.compose())
        let caret =
            (0..<32).contains { y in picture.rgb(at: .init(97, y)) == Theme.dark.accent.rgb }
            || (90..<100).contains { x in picture.rgb(at: .init(x, 16)) != Theme.dark.background.rgb }
        #expect(caret)
        field.text = ""
        #expect(told.count == 67)
        h.key(.tab)
        #expect(h.root.focused === field, "the only one there is")
    }
}
