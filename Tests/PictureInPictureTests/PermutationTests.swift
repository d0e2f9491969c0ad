import Geometry
import PictureInPicture
import Testing

/// Every order of any three events, from every state that a session can be in.
@Suite(.timeLimit(.minutes(10))) struct PermutationTests {
    /// The events of the list, by the name that a failure prints.
    enum Happening: String, CaseIterable, Sendable {
        case enter, mapped, firstFrame, sourceSizeChange, minimise, leaveApp, returns, close, restore, restoreAnswered
        case sessionEnded, failed, displayLost

        func event(in state: PictureInPictureState) -> PictureInPictureEvent {
            switch self {
            case .enter: .start(.byHand, obstacle: nil)
            case .mapped: .windowMapped
            case .firstFrame: .firstFrameShown
            case .sourceSizeChange: .sourceSizeChanged(Size(360, 640))
            case .minimise: .minimised
            case .leaveApp: .leftApp(floats: state.kind.floatsOnLeaving)
            case .returns: .returned
            case .close: .closePressed
            case .restore: .restorePressed
            case .restoreAnswered: .restoreAnswered(id: state.restoreID, true)
            case .sessionEnded: .sessionEnded
            case .failed: .windowFailed("lost")
            case .displayLost: .displayLost
            }
        }
    }

    /// How the session stands before the three events.
    static let beginnings: [(String, [PictureInPictureEvent])] = [
        ("idle", []),
        ("tile", [.minimised]),
        ("starting", [.start(.byHand, obstacle: nil)]),
        ("mapped", [.start(.byHand, obstacle: nil), .windowMapped]),
        ("floating", [.start(.byHand, obstacle: nil), .windowMapped, .firstFrameShown]),
        ("floating by itself", [.leftApp(floats: true), .windowMapped, .firstFrameShown]),
        ("restoring", [.start(.byHand, obstacle: nil), .windowMapped, .firstFrameShown, .restorePressed]),
        (
            "handing back",
            [
                .start(.byHand, obstacle: nil), .windowMapped, .firstFrameShown, .restorePressed,
                .restoreAnswered(id: 1, true),
            ]
        ),
        ("closing", [.start(.byHand, obstacle: nil), .windowMapped, .firstFrameShown, .closePressed]),
        ("stopping", [.start(.byHand, obstacle: nil), .windowMapped, .firstFrameShown, .stop]),
        ("dismissed", [.start(.byHand, obstacle: nil), .windowMapped, .firstFrameShown, .dismissed, .windowClosed]),
    ]

    @Test(
        "every order of any three events ends in a consistent state",
        arguments: [.call, .live, .view(1)] as [SessionKind])
    func everyOrder(_ kind: SessionKind) {
        var orders = 0
        for (name, beginning) in Self.beginnings {
            for first in Happening.allCases {
                for second in Happening.allCases {
                    for third in Happening.allCases {
                        orders += 1
                        let order = [first, second, third]
                        let found = Self.run(kind, beginning, order)
                        if !found.isEmpty {
                            Issue.record("\(name): \(order.map(\.rawValue).joined(separator: ", ")): \(found[0])")
                        }
                    }
                }
            }
        }
        #expect(orders == Self.beginnings.count * 13 * 13 * 13)
    }

    /// What went wrong in one order; nothing when all is well.
    static func run(_ kind: SessionKind, _ beginning: [PictureInPictureEvent], _ order: [Happening]) -> [String] {
        var run = MachineRun(kind)
        for event in beginning { run.send(event) }
        for happening in order { run.send(happening.event(in: run.state)) }
        run.settle()
        var wrong = run.violations
        if !run.state.isSessionRunning, run.state.hasWindow { wrong.append("a window without a session") }
        if kind.closeMeaning.endsSession, run.carriedOut.count > 1 { wrong.append("a session was told twice") }
        run.send(.sessionEnded)
        run.settle()
        wrong += run.violations
        if run.state.phase != .idle { wrong.append("it is \(run.state.phase) after the end") }
        if !run.deadlines.isEmpty { wrong.append("\(run.deadlines) still run after the end") }
        if run.willStarts != run.endings { wrong.append("\(run.willStarts) starts, \(run.endings) endings") }
        if run.state.stage != .nothing { wrong.append("the stage shows \(run.state.stage) after the end") }
        return wrong
    }
}
