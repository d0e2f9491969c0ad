import Foundation
import Geometry
import Media
import Views

/// What is shown of a connection: its figures, and what came in each of the last sixty seconds. Pure.
struct QualityLog: Sendable, Hashable {
    /// Seconds that are remembered.
    static let memory = 60
    /// Whether the user wants to see it.
    var isShown = false
    /// The newest figures.
    private(set) var newest: PeerQuality?
    private var received: [Double?] = Array(repeating: nil, count: memory)

    /// A second has passed.
    mutating func note(_ quality: PeerQuality?) {
        newest = quality
        received.removeFirst()
        received.append(quality?.receivedBitrate)
    }

    /// Seconds that the picture has stood still for too long; nil when it moves.
    var standing: Double? { newest?.standing.flatMap { $0 >= Self.tooLong ? $0 : nil } }

    /// A shorter stop needs no words.
    static let tooLong = 3.0

    /// In words and figures; nil when nothing is known.
    var model: QualityModel? {
        guard let quality = newest else { return nil }
        var model = QualityModel()
        func add(_ name: String, _ value: String?, isBad: Bool = false) {
            model.rows.append(.init(name, value ?? "–", isBad: isBad))
        }
        add(
            "Round trip", quality.roundTrip.map { "\(Int(($0 * 1000).rounded())) ms" },
            isBad: quality.roundTrip ?? 0 > 0.3)
        add("Lost on the way here", quality.loss.map(Self.percent), isBad: quality.loss ?? 0 >= 0.05)
        add("Lost on the way there", quality.missed.map(Self.percent), isBad: quality.missed ?? 0 >= 0.05)
        add("Received", quality.receivedBitrate.map(Self.bits))
        add("Sent", quality.sentBitrate.map(Self.bits))
        add("Pictures a second", quality.frameRate.map { Self.number($0, 1) })
        let size = quality.size.map { "\($0.width)×\($0.height)" }
        let format = [quality.codec, size].compactMap(\.self).joined(separator: " ")
        add("Format", format.isEmpty ? nil : format)
        add("Jitter buffer", quality.waiting.map { "\(Int(($0 * 1000).rounded())) ms" })
        add("Stood still", Self.freezes(quality), isBad: standing != nil)
        let most = received.compactMap(\.self).max() ?? 0
        model.history = received.map { value in value.map { most > 0 ? $0 / most : 0 } }
        model.caption = "Last minute, up to \(Self.bits(most))"
        return model
    }

    private static func freezes(_ quality: PeerQuality) -> String? {
        guard let count = quality.freezeCount else { return nil }
        if count == 0 { return "never" }
        return "\(count == 1 ? "once" : "\(count) times"), \(number(quality.freezesDuration ?? 0, 1)) s"
    }

    private static func percent(_ share: Double) -> String { "\(number(share * 100, 1)) %" }

    private static func bits(_ rate: Double) -> String {
        rate < 1_000_000 ? "\(Int((rate / 1000).rounded())) kbit/s" : "\(number(rate / 1_000_000, 2)) Mbit/s"
    }

    private static func number(_ value: Double, _ digits: Int) -> String {
        String(format: "%.\(digits)f", locale: Locale(identifier: "en_US_POSIX"), value)
    }
}
