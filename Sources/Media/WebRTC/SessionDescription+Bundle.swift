extension SessionDescription {
    /// A description that gives away no address but those of relays: the addresses behind them are blanked (RFC 8829, 3.5.3).
    static func relayedOnly(_ text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline).compactMap { line -> String? in
            guard line.hasPrefix("a=candidate:") else { return String(line) }
            guard line.contains(" typ relay") else { return nil }
            var words = line.split(separator: " ").map(String.init)
            for (name, blank) in [("raddr", "0.0.0.0"), ("rport", "0")] {
                if let index = words.firstIndex(of: name), index + 1 < words.count { words[index + 1] = blank }
            }
            return words.joined(separator: " ")
        }
        return lines.joined(separator: "\r\n") + "\r\n"
    }

    /// What belongs to the way that streams take, not to the streams (RFC 8859, category TRANSPORT).
    private static let ofTransport: Set<String> = [
        "ice-ufrag", "ice-pwd", "ice-options", "fingerprint", "setup", "candidate", "end-of-candidates", "tls-id",
    ]

    /// The same offer with one way for all streams of its bundle: that of the first, as an answer chooses it anyway
    /// (RFC 9143, 7.3).
    ///
    /// An offer may name a way of its own for each stream, for those who bundle none; `webrtcbin` 1.22 refuses it.
    func bundled() throws(PeerError) -> SessionDescription {
        let lines = text.split(whereSeparator: \.isNewline)
        guard let group = lines.first(where: { $0.hasPrefix("a=group:BUNDLE ") }) else { return self }
        let names = group.split(separator: " ").dropFirst()
        var sections: [[Substring]] = [[]]
        for line in lines {
            if line.hasPrefix("m=") { sections.append([]) }
            sections[sections.count - 1].append(line)
        }
        func name(_ section: [Substring]) -> Substring? { section.first { $0.hasPrefix("a=mid:") }?.dropFirst(6) }
        func isOfTransport(_ line: Substring) -> Bool {
            line.hasPrefix("a=") && Self.ofTransport.contains(String(line.dropFirst(2).prefix { $0 != ":" }))
        }
        func credentials(_ section: [Substring]) -> Substring? { section.first { $0.hasPrefix("a=ice-ufrag:") } }
        guard let first = sections.dropFirst().first(where: { name($0) == names.first }),
            let wanted = credentials(first)
        else { return self }
        let way = first.filter { isOfTransport($0) && !$0.hasPrefix("a=candidate") && $0 != "a=end-of-candidates" }
        var isChanged = false
        for index in sections.indices.dropFirst() {
            guard let own = name(sections[index]), names.contains(own), let mine = credentials(sections[index]),
                mine != wanted
            else { continue }
            sections[index] = sections[index].filter { !isOfTransport($0) } + way
            isChanged = true
        }
        guard isChanged else { return self }
        return try SessionDescription(sections.joined().map { $0 + "\r\n" }.joined())
    }
}
