import PictureInPicture
import XServer

/// Finds out what windows are, without ever waiting: questions go out, answers come in with later drains.
///
/// A manager's frame tells little itself; its client is looked for up to three levels down, which is where 24 managers
/// keep it.
final class WindowInspector {
    /// How deep a client is looked for, and among how many windows a frame.
    private static let depth = 3
    private static let breadth = 24

    fileprivate struct Inspection {
        let window: WindowID
        var findings = WindowFindings.nothing
        var questions: [WindowQuestion]
        var level = 0
        var isForeignClient = false
    }

    private let server: Connection
    private var glances: [WindowQuestion] = []
    private var inspections: [Inspection] = []
    /// Told what was found.
    var onAnswer: ((StackingEvent) -> Void)?

    init(_ server: Connection) { self.server = server }

    /// Answers are on their way.
    var isWaiting: Bool { !glances.isEmpty || !inspections.isEmpty }

    /// Asks where a window is.
    func glance(_ window: WindowID) { glances.append(server.ask([.attributes, .place], of: window)) }

    /// Asks what a window is.
    func inspect(_ window: WindowID) {
        let aspects: WindowAspects = [.attributes, .place, .clientState, .types, .children, .look, .names]
        inspections.append(Inspection(window: window, questions: [server.ask(aspects, of: window)]))
    }

    /// Gives up everything.
    func stop() {
        for question in glances + inspections.flatMap(\.questions) { server.forget(question) }
        glances = []
        inspections = []
    }

    /// Takes the answers that have arrived.
    ///
    /// - Returns: whether new questions were asked, which have to be sent.
    func fetch() -> Bool {
        while let question = glances.first, let answer = server.answer(to: question) {
            glances.removeFirst()
            let glance = WindowGlance(
                answer.rect, isMapped: answer.isMapped, isOverrideRedirect: answer.isOverrideRedirect)
            onAnswer?(.glanced(question.window.rawValue, answer.isGone ? nil : glance))
        }
        var hasAsked = false
        var index = 0
        while index < inspections.count {
            switch advance(&inspections[index]) {
            case .waits: index += 1
            case .asked:
                hasAsked = true
                index += 1
            case .done:
                let inspection = inspections.remove(at: index)
                onAnswer?(.inspected(inspection.window.rawValue, inspection.findings))
            }
        }
        return hasAsked
    }

    private enum Progress { case waits, asked, done }

    private func advance(_ inspection: inout Inspection) -> Progress {
        // In order: with the last one all have arrived.
        guard let last = inspection.questions.last else { return .done }
        guard let lastAnswer = server.answer(to: last) else { return .waits }
        let answers = inspection.questions.dropLast().compactMap { server.answer(to: $0) } + [lastAnswer]
        inspection.questions = []
        if inspection.level == 0 { inspection.begin(lastAnswer) } else { inspection.descend(answers) }
        guard inspection.wantsClient, inspection.level < Self.depth else { return .done }
        let children = answers.flatMap(\.children).suffix(Self.breadth)
        guard !children.isEmpty else { return .done }
        inspection.level += 1
        inspection.questions = children.map { server.ask([.place, .clientState, .types, .children, .look], of: $0) }
        return .asked
    }
}

extension WindowInspector.Inspection {
    /// A client has not been found, and there may be one.
    fileprivate var wantsClient: Bool { findings.hasPixels && !findings.hasClient && !isForeignClient }

    fileprivate mutating func begin(_ answer: WindowAnswer) {
        guard !answer.isGone else { return }
        findings = WindowFindings(
            hasPixels: answer.hasPixels, hasClient: answer.hasClientState, hasChildren: !answer.children.isEmpty,
            isOpaque: answer.depth != 32 && !answer.isTranslucent && !answer.isShaped,
            types: WindowTypes(answer.types), identity: WindowIdentity(names: answer.names))
        // A client that no manager put into a frame: no need to look inside.
        isForeignClient = !answer.isOverrideRedirect && !answer.names.isEmpty && !answer.types.isEmpty
    }

    fileprivate mutating func descend(_ answers: [WindowAnswer]) {
        for answer in answers where !answer.isGone {
            // Some managers map the frame before they say that it has a client: what that is counts at once.
            findings.types.formUnion(WindowTypes(answer.types))
            guard answer.hasClientState else { continue }
            findings.hasClient = true
            if answer.depth == 32 || answer.isTranslucent { findings.isOpaque = false }
        }
    }
}

extension WindowTypes {
    fileprivate init(_ names: [AtomName]) {
        self = []
        for name in names {
            switch name {
            case .windowTypeNotification: insert(.notification)
            case .windowTypeTooltip: insert(.tooltip)
            case .windowTypeMenu, .windowTypePopupMenu, .windowTypeDropdownMenu, .windowTypeCombo: insert(.menu)
            case .windowTypeDesktop: insert(.desktop)
            default: break
            }
        }
    }
}
