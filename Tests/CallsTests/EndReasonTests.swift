import Calls
import Testing

@Suite struct EndReasonTests {
    @Test("the reasons of session.ended are a contract")
    func names() {
        #expect(
            SessionEndReason.allCases.map(\.rawValue) == [
                "hang-up", "remote-hang-up", "declined", "missed", "stop-watching", "stop-floating", "end-of-stream",
                "failed",
                "peer-lost", "display-lost", "quit",
            ])
    }
}
