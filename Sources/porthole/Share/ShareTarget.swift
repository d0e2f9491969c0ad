import PortholeKit

/// What of the screen is meant, in the words of `ctl share` and `--share`: `monitor NAME`, `window ID`, `region WxH+X+Y`, with
/// a blank or a colon between. Pure.
nonisolated enum ShareTarget: Sendable, Equatable {
    /// The monitor of that name (RandR's, which is the output's); nil: the primary one.
    case monitor(String?)
    /// The window of that number; nil: the one that is clicked.
    case window(UInt?)
    /// That part, in device pixels; nil: the one that is dragged over.
    case region(Rect?)

    /// What may be written.
    static let expected = "monitor NAME, window ID or region WxH+X+Y"
    private static let kinds = ["monitor", "window", "region"]

    /// Reads the words.
    ///
    /// - Throws: what was perhaps meant, if anything is near.
    init(_ text: String) throws(Flag.ValueRefused) {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: true) { $0 == " " || $0 == ":" }.map(
            String.init)
        let rest = parts.count == 2 ? parts[1] : nil
        switch parts.first?.lowercased() {
        case "monitor": self = .monitor(rest)
        case "window":
            guard let rest else {
                self = .window(nil)
                return
            }
            guard let id = ScreenArea.windowNumber(rest) else { throw Flag.ValueRefused() }
            self = .window(id)
        case "region":
            guard let rest else {
                self = .region(nil)
                return
            }
            guard let rect = ScreenArea.rectangle(rest) else { throw Flag.ValueRefused() }
            self = .region(rect)
        case let word?:
            // The value alone says of which kind it is.
            if let rect = ScreenArea.rectangle(text) {
                throw Flag.ValueRefused(nearest: "region \(ScreenArea.region(rect).text)")
            }
            if let id = ScreenArea.windowNumber(text) {
                throw Flag.ValueRefused(nearest: "window \(ScreenArea.window(id).text)")
            }
            throw Flag.ValueRefused(
                nearest: nearestWord(to: word, in: Self.kinds).map { rest == nil ? $0 : "\($0) \(parts[1])" })
        case nil: throw Flag.ValueRefused()
        }
    }
}
