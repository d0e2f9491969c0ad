import PortholeKit

/// Waits for calls and takes each: `began` gets its session.
func answerCalls(
    token: String, stateFolder: String, port: Int, began: @escaping @MainActor @Sendable (CallSession) -> Void
) async throws(AnswerError) -> AnswerServer {
    // snippet: answer
    var options = AnswerServer.Options(stateFolder: stateFolder)
    options.listen = ListenAddress(host: "127.0.0.1", port: port)
    options.token = AnswerPass(token: token)
    let server = try await AnswerServer.start(options) { event in
        switch event {
        // Here an app shows who calls; this one takes every call.
        case .ringing(let call): call.accept()
        case .accepted(let call):
            Task { @MainActor in
                let transport = WebRTCTransport(name: call.title, answering: call, options: { .loopback })
                began(CallSession(transport: transport))
            }
        case .stopped, .turnedAway, .invitation: break
        }
    }
    // server.invitation.address is what the others call.
    // end
    return server
}
