import PortholeKit

nonisolated extension SessionEvent {
    /// The word in the field `event`.
    var name: String {
        switch change {
        case .listening: "answer.listening"
        case .ringing: "call.ringing"
        case .missed: "call.missed"
        case .connected: "session.connected"
        case .ended: "session.ended"
        case .pipWillStart: "pip.will-start"
        case .pipDidStart: "pip.did-start"
        case .pipWillStop: "pip.will-stop"
        case .pipDidStop: "pip.did-stop"
        case .pipFailed: "pip.failed"
        case .pipRestore: "pip.restore"
        case .pipContested: "pip.contested"
        case .sharing: "session.sharing"
        case .frames: "frames"
        }
    }

    /// One JSON object in one line, without the line break: `event`, `time` and `session` first.
    ///
    /// - Parameter time: monotonic nanoseconds; written as seconds with six decimals.
    func json(at time: Int64) -> String {
        var fields = [("event", JSONText.string(name)), ("time", JSONText.seconds(time))]
        fields.append(("session", JSONText.string(session)))
        switch change {
        case .listening(let invitation):
            fields.append(("address", JSONText.string(invitation.address)))
            fields.append(("site", JSONText.string(invitation.site)))
            fields.append(("token", JSONText.string(invitation.pass.text)))
            fields.append(("fingerprint", invitation.fingerprint.map(JSONText.string) ?? "null"))
        case .ringing(let name, let address), .missed(let name, let address):
            fields.append(("name", JSONText.string(name)))
            fields.append(("address", JSONText.string(address)))
        case .ended(let reason): fields.append(("reason", JSONText.string(reason.rawValue)))
        case .sharing(let title): fields.append(("what", title.map(JSONText.string) ?? "null"))
        case .pipDidStart(let window): fields.append(("window", "\(window)"))
        case .pipFailed(let error): fields.append(("error", JSONText.string(error)))
        case .frames(let hosts, let quality):
            fields.append(("hosts", Self.json(hosts)))
            if let quality { fields.append(("quality", quality.json)) }
        case .connected, .pipWillStart, .pipWillStop, .pipDidStop, .pipRestore, .pipContested: break
        }
        return JSONText.object(fields)
    }

    private static func json(_ hosts: [FrameHost: FrameCounts]) -> String {
        JSONText.object(
            FrameHost.allCases.compactMap { host in
                hosts[host].map { counts in
                    let numbers = [
                        ("shown", counts.shown), ("dropped", counts.dropped), ("converted", counts.converted),
                    ]
                    return (host.rawValue, JSONText.object(numbers.map { ($0, "\($1)") }))
                }
            })
    }
}
