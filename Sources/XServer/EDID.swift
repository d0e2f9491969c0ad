/// What a monitor says of itself (VESA E-EDID 1.4, 3.4): only what tells it from others.
enum EDID {
    /// Maker, product, serial number and, where it has one, serial text: `DEL-A0F1-0000002A-7XK2B`.
    ///
    /// - Returns: nil for what is no EDID.
    static func identity(_ bytes: [UInt8]) -> String? {
        guard bytes.count >= 128, bytes.starts(with: [0, 255, 255, 255, 255, 255, 255, 0]) else { return nil }
        let maker = UInt16(bytes[8]) << 8 | UInt16(bytes[9])
        let letters = [maker >> 10 & 31, maker >> 5 & 31, maker & 31].map { letter -> Character in
            (1...26).contains(letter) ? Character(UnicodeScalar(UInt8(64 + letter))) : "?"
        }
        func hex(_ bytes: some Sequence<UInt8>) -> String {
            bytes.map { $0 < 16 ? "0\(String($0, radix: 16))" : String($0, radix: 16) }.joined().uppercased()
        }
        var parts = [String(letters), hex([bytes[11], bytes[10]]), hex(bytes[12...15].reversed())]
        for start in [54, 72, 90, 108] where bytes[start] == 0 && bytes[start + 1] == 0 && bytes[start + 3] == 0xff {
            // Text up to a line feed, padded with spaces.
            let text = bytes[(start + 5)..<(start + 18)].prefix { $0 != 10 }.filter { (33...126).contains($0) }
            if !text.isEmpty { parts.append(String(decoding: text, as: UTF8.self)) }
        }
        return parts.joined(separator: "-")
    }
}
