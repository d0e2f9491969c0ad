import PortholeKit

nonisolated extension SessionEvent {
    /// The word in the field `event`.
    var name: String {
        switch change {
        case .connected: "session.connected"
        case .ended: "session.ended"
        case .pipWillStart: "pip.will-start"
        case .pipDidStart: "pip.did-start"
        case .pipWillStop: "pip.will-stop"
        case .pipDidStop: "pip.did-stop"
        case .pipFailed: "pip.failed"
        case .pipRestore: "pip.restore"
        case .pipContested: "pip.contested"
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
        case .ended(let reason): fields.append(("reason", JSONText.string(reason.rawValue)))
        case .pipDidStart(let window): fields.append(("window", "\(window)"))
        case .pipFailed(let error): fields.append(("error", JSONText.string(error)))
        case .frames(let hosts): fields.append(("hosts", Self.json(hosts)))
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
