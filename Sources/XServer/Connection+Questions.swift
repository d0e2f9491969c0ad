import CX11
import Geometry
import Glibc

/// Questions over XCB on Xlib's own connection: sent now, answered when the server gets to it.
extension Connection {
    /// Asks about a window, without waiting. Send with `flushQuestions`, fetch with `answer`.
    public func ask(_ aspects: WindowAspects, of window: WindowID) -> WindowQuestion {
        var question = WindowQuestion(window: window)
        guard !isBroken else { return question }
        let (xcb, id) = (XGetXCBConnection(display), UInt32(truncatingIfNeeded: window.rawValue))
        func property(_ part: WindowQuestion.Part, _ name: CX11.Atom, longs: UInt32) {
            let cookie = xcb_get_property(xcb, 0, id, UInt32(truncatingIfNeeded: name), 0, 0, longs)
            question.requests.append((part, cookie.sequence))
        }
        if aspects.contains(.attributes) {
            question.requests.append((.attributes, xcb_get_window_attributes(xcb, id).sequence))
        }
        if aspects.contains(.place) { question.requests.append((.geometry, xcb_get_geometry(xcb, id).sequence)) }
        if aspects.contains(.clientState) { property(.clientState, atom(.wmState), longs: 2) }
        if aspects.contains(.types) { property(.types, atom(.wmWindowType), longs: 16) }
        if aspects.contains(.children) { question.requests.append((.tree, xcb_query_tree(xcb, id).sequence)) }
        if aspects.contains(.look) {
            property(.opacity, atom(.wmWindowOpacity), longs: 1)
            if let sequence = ShapeExtension.ask(xcb, id) { question.requests.append((.shape, sequence)) }
        }
        if aspects.contains(.names) {
            property(.className, XA_WM_CLASS, longs: 64)
            property(.name, XA_WM_NAME, longs: 64)
            property(.nameEWMH, atom(.wmName), longs: 64)
        }
        outstandingQuestions += 1
        return question
    }

    /// Fetches an answer. Never waits; ask after the events have been dealt with, which are older.
    ///
    /// - Returns: nil while it is on its way. Once it was given the question is used up.
    public func answer(to question: WindowQuestion) -> WindowAnswer? {
        var answer = WindowAnswer()
        guard !isBroken, let last = question.requests.last else {
            answer.isGone = true
            return answer
        }
        // Answers come in order: with the last one all are there.
        let end = reply(last.sequence)
        guard end.hasArrived else { return nil }
        outstandingQuestions -= 1
        for (part, sequence) in question.requests.dropLast() {
            let data = reply(sequence).data
            defer { free(data) }
            read(part, data, into: &answer)
        }
        defer { free(end.data) }
        read(last.part, end.data, into: &answer)
        return answer
    }

    /// Asks who has the keyboard, without waiting. Also a fence: with its answer, all requests before it are done.
    public func askFocus() -> FocusQuestion {
        guard !isBroken else { return FocusQuestion(sequence: nil) }
        outstandingQuestions += 1
        return FocusQuestion(sequence: xcb_get_input_focus(XGetXCBConnection(display)).sequence)
    }

    /// Fetches who had the keyboard: `.none` for nobody, or whatever the pointer is over; nil while it is on its way.
    public func answer(to question: FocusQuestion) -> WindowID? {
        guard !isBroken, let sequence = question.sequence else { return WindowID.none }
        let (hasArrived, data) = reply(sequence)
        guard hasArrived else { return nil }
        outstandingQuestions -= 1
        defer { free(data) }
        let focus = data?.assumingMemoryBound(to: xcb_get_input_focus_reply_t.self).pointee.focus ?? 0
        // 1 is PointerRoot.
        return focus > 1 ? WindowID(UInt(focus)) : WindowID.none
    }

    /// Asks for the numbers of a property, without waiting.
    public func askNumbers(_ name: AtomName, of window: WindowID) -> NumberQuestion {
        guard !isBroken else { return NumberQuestion(sequence: nil) }
        outstandingQuestions += 1
        let (id, property) = (UInt32(truncatingIfNeeded: window.rawValue), UInt32(truncatingIfNeeded: atom(name)))
        return NumberQuestion(
            sequence: xcb_get_property(XGetXCBConnection(display), 0, id, property, 0, 0, 16).sequence)
    }

    /// Fetches the numbers, at most 16; empty without such a property, nil while they are on their way.
    public func answer(to question: NumberQuestion) -> [UInt]? {
        guard !isBroken, let sequence = question.sequence else { return [] }
        let (hasArrived, data) = reply(sequence)
        guard hasArrived else { return nil }
        outstandingQuestions -= 1
        defer { free(data) }
        return numbers(data)
    }

    /// Gives up a question whose answer nobody wants any more.
    public func forget(_ question: WindowQuestion) {
        for (_, sequence) in question.requests { forget(sequence) }
        if !question.requests.isEmpty { outstandingQuestions -= 1 }
    }
    /// Gives up a question whose answer nobody wants any more.
    public func forget(_ question: FocusQuestion) {
        if let sequence = question.sequence { forget(sequence) }
        if question.sequence != nil { outstandingQuestions -= 1 }
    }

    private func forget(_ sequence: UInt32) {
        if !isBroken { xcb_discard_reply(XGetXCBConnection(display), sequence) }
    }

    /// Sends questions; other requests go with them.
    public func flushQuestions() {
        guard !isBroken else { return }
        xcb_flush(XGetXCBConnection(display))
        flush()
    }

    /// Asks for other events of a window, as `select`, but sent with the questions: no write of its own.
    public func selectWithQuestions(_ events: EventInterest, on window: WindowID) {
        guard !isBroken else { return }
        var mask = UInt32(truncatingIfNeeded: events.rawValue)
        xcb_change_window_attributes(
            XGetXCBConnection(display), xcb_window_t(window.rawValue), XCB_CW_EVENT_MASK.rawValue, &mask)
    }

    // MARK: Reading

    private func reply(_ sequence: UInt32) -> (hasArrived: Bool, data: UnsafeMutableRawPointer?) {
        var data: UnsafeMutableRawPointer?
        var error: UnsafeMutablePointer<xcb_generic_error_t>?
        let hasArrived = xcb_poll_for_reply(XGetXCBConnection(display), sequence, &data, &error) != 0
        free(error)
        return (hasArrived, data)
    }

    private func read(_ part: WindowQuestion.Part, _ data: UnsafeMutableRawPointer?, into answer: inout WindowAnswer) {
        guard let data else {
            // No property gives a reply without a value; an error means that there is no window.
            if part != .shape { answer.isGone = true }
            return
        }
        switch part {
        case .attributes:
            let reply = data.assumingMemoryBound(to: xcb_get_window_attributes_reply_t.self).pointee
            answer.isMapped = Int32(reply.map_state) != IsUnmapped
            answer.isOverrideRedirect = reply.override_redirect != 0
            answer.hasPixels = Int32(reply._class) == InputOutput
        case .geometry:
            let reply = data.assumingMemoryBound(to: xcb_get_geometry_reply_t.self).pointee
            let border = 2 * Int(reply.border_width)
            answer.depth = Int(reply.depth)
            answer.rect = Rect(
                x: Int(reply.x), y: Int(reply.y), width: Int(reply.width) + border, height: Int(reply.height) + border)
        case .clientState:
            answer.hasClientState =
                data.assumingMemoryBound(to: xcb_get_property_reply_t.self).pointee.type != 0
        case .types:
            let values = Set(numbers(data))
            answer.types = atoms.filter { values.contains(UInt($0.value)) }.map(\.key)
        case .tree:
            let tree = data.assumingMemoryBound(to: xcb_query_tree_reply_t.self)
            let count = Int(xcb_query_tree_children_length(tree))
            answer.children = UnsafeBufferPointer(start: xcb_query_tree_children(tree), count: count).map {
                WindowID(UInt($0))
            }
        case .opacity: answer.isTranslucent = numbers(data).first.map { $0 < UInt(UInt32.max) } ?? false
        // ShapeQueryExtents: byte 8 of the reply tells whether the bounding region is shaped.
        case .shape: answer.isShaped = data.load(fromByteOffset: 8, as: UInt8.self) != 0
        case .className, .name, .nameEWMH: answer.names += texts(data)
        }
    }

    func numbers(_ data: UnsafeMutableRawPointer?) -> [UInt] {
        guard let reply = data?.assumingMemoryBound(to: xcb_get_property_reply_t.self), reply.pointee.format == 32,
            let value = xcb_get_property_value(reply)
        else { return [] }
        let count = Int(xcb_get_property_value_length(reply)) / 4
        return (0..<count).map { UInt(value.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)) }
    }

    private func texts(_ data: UnsafeMutableRawPointer) -> [String] {
        let reply = data.assumingMemoryBound(to: xcb_get_property_reply_t.self)
        guard reply.pointee.format == 8, let value = xcb_get_property_value(reply) else { return [] }
        let bytes = UnsafeRawBufferPointer(start: value, count: Int(xcb_get_property_value_length(reply)))
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// A question for the keyboard's window that is on its way.
public struct FocusQuestion: Sendable {
    let sequence: UInt32?
}

/// A question for a property's numbers that is on its way.
public struct NumberQuestion: Sendable {
    let sequence: UInt32?
}
