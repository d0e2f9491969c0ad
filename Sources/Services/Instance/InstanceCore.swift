import EventLoop

/// What is behind an `InstanceServer`: the objects on the bus, and who waits for the end of what.
///
/// GLib thread only, except for `bus`.
final class InstanceCore: @unchecked Sendable {
    private struct Entry {
        let attachment: Attachment
        let watching: UInt32
    }
    let bus: Bus
    private let control: InstanceServer.Control
    private let open: InstanceServer.Open
    private var objects: [UInt32] = []
    private var group: ActionGroup?
    private var entries: [UInt32: Entry] = [:]
    private var lastToken: UInt32 = 0
    /// Actions that are being carried out, and who waits for their answers to be on their way.
    private var unanswered = 0
    private var onAnswered: (() -> Void)?

    /// A core that is not on the bus yet.
    init(_ bus: Bus, control: @escaping InstanceServer.Control, open: @escaping InstanceServer.Open) {
        self.bus = bus
        self.control = control
        self.open = open
    }

    /// Puts everything on the bus. The objects hold the core until `stop()`.
    ///
    /// - Returns: whether all paths were free.
    func export(actions: [String], applicationPath: String) -> Bool {
        group = ActionGroup(actions, on: bus, path: InstanceWire.path) { [self] action, text in
            carryOut(ControlRequest(action: action, text: text)) { _ in }
        }
        let own = bus.export(InstanceWire.path, xml: InstanceWire.description) { [self] in take($0) }
        let application = bus.export(applicationPath, xml: InstanceWire.applicationDescription) { [self] in
            activate($0)
        }
        objects = [own, application].compactMap { $0 }
        return group != nil && objects.count == 2
    }

    /// Calls `then` when no action is unanswered any more, or after so many seconds.
    func whenAnswered(within seconds: Double, then: @escaping () -> Void) {
        guard unanswered > 0 else { return then() }
        var then: (() -> Void)? = then
        let end = {
            then?()
            then = nil
        }
        let limit = GLibTimer(after: seconds, end)
        onAnswered = {
            limit.cancel()
            end()
        }
    }

    /// Takes everything off the bus; callers that wait find the instance gone when the connection closes.
    func stop() {
        for object in objects { bus.unexport(object) }
        objects = []
        group = nil
        for entry in entries.values { bus.unwatch(entry.watching) }
        entries = [:]
    }

    /// Sends a signal to the caller of a command, and forgets him with the last one.
    func send(_ signal: InstanceWire.Signal, to attachment: Attachment) {
        guard let entry = entries[attachment.token], entry.attachment === attachment else { return }
        bus.emit(
            signal.name, [.count(attachment.token), signal.value], to: attachment.caller, path: InstanceWire.path,
            interface: InstanceWire.interface)
        if case .done = signal { forget(attachment.token) }
    }

    // MARK: Calls

    private func take(_ call: BusCall) {
        switch (call.method, call.arguments) {
        case ("Control", let arguments) where arguments.count == 3:
            guard case .text(let action) = arguments[0], case .texts(let words) = arguments[1],
                case .text(let session) = arguments[2]
            else { return }
            let request = ControlRequest(action: action, arguments: words, session: session.isEmpty ? nil : session)
            carryOut(request) { call.answer([.number($0.code), .text($0.text)]) }
        case ("Open", let arguments) where arguments.count == 2:
            guard case .texts(let words) = arguments[0], case .text(let folder) = arguments[1] else { return }
            begin(OpenRequest(words: words, folder: folder), for: call)
        case ("Cancel", let arguments):
            guard case .count(let token)? = arguments.first, let entry = entries[token],
                entry.attachment.caller == call.sender
            else { return call.refuse("no such command of yours is running") }
            call.answer([])
            entry.attachment.leave()
        default: call.refuse("\(call.method) is not known here")
        }
    }

    private func activate(_ call: BusCall) {
        guard call.arguments.count == 3, case .text(let action) = call.arguments[0],
            case .list(let parameters) = call.arguments[1]
        else { return }
        var text = ""
        if case .text(let parameter)? = parameters.first { text = parameter }
        carryOut(ControlRequest(action: action, text: text)) { reply in
            if reply.code == 0 { call.answer([]) } else { call.refuse(reply.text) }
        }
    }

    private func carryOut(_ request: ControlRequest, answer: @escaping @Sendable (ControlReply) -> Void) {
        unanswered += 1
        Task { [control] in
            answer(await control(request))
            GLibThread.shared.perform { [self] in
                unanswered -= 1
                guard unanswered == 0 else { return }
                onAnswered?()
                onAnswered = nil
            }
        }
    }

    private func begin(_ request: OpenRequest, for call: BusCall) {
        repeat { lastToken &+= 1 } while entries[lastToken] != nil
        let token = lastToken
        let attachment = Attachment(token: token, caller: call.sender)
        let watching = bus.watch(call.sender) { [weak self] in
            guard let self, let entry = entries[token], entry.attachment === attachment else { return }
            forget(token)
            attachment.leave()
        }
        entries[token] = Entry(attachment: attachment, watching: watching)
        call.answer([.count(token)])
        open(request, InstanceCaller(attachment, core: self))
    }

    private func forget(_ token: UInt32) {
        if let entry = entries.removeValue(forKey: token) { bus.unwatch(entry.watching) }
    }
}
