import Foundation
import PortholeKit

nonisolated extension PeerQuality {
    /// One JSON object; null for what is not known. Seconds, shares, bits a second, pixels.
    var json: String {
        JSONText.object([
            ("rtt", Self.number(roundTrip, 6)), ("loss", Self.number(loss, 4)),
            ("received", Self.number(receivedBitrate, 0)), ("sent", Self.number(sentBitrate, 0)),
            ("fps", Self.number(frameRate, 1)), ("codec", codec.map(JSONText.string) ?? "null"),
            ("size", size.map { JSONText.array(["\($0.width)", "\($0.height)"]) } ?? "null"),
            ("jitter-buffer", Self.number(waiting, 3)), ("freezes", freezeCount.map { "\($0)" } ?? "null"),
            ("frozen", Self.number(freezesDuration, 3)), ("standing", Self.number(standing, 1)),
            ("level", Self.number(soundLevel, 3)), ("connected-after", Self.number(connectedAfter, 3)),
            ("first-frame-after", Self.number(firstFrameAfter, 3)),
        ])
    }

    /// A number with so many decimals, or null.
    static func number(_ value: Double?, _ digits: Int) -> String {
        guard let value, value.isFinite else { return "null" }
        return String(format: "%.\(digits)f", locale: Locale(identifier: "en_US_POSIX"), value)
    }
}
