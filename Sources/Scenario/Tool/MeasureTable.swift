/// What was measured, a line a run. Pure.
enum MeasureTable {
    private static let heads = ["floating s", "covers", "covered ms", "longest ms", "restacks", "a second"]

    /// A table for people; empty when nothing was measured.
    static func text(of results: [ScenarioResult]) -> String {
        let rows = results.compactMap { result in result.measurement.map { (result, $0) } }
        guard !rows.isEmpty else { return "" }
        let names = max(9, rows.map { $0.0.name.count }.max() ?? 0)
        let managers = max(7, rows.map { $0.0.manager.count }.max() ?? 0)
        func row(_ name: String, _ manager: String, _ cells: [String]) -> String {
            let filled = name.padded(to: names) + "  " + manager.padded(to: managers)
            return filled
                + zip(cells, heads).map { "  " + String(repeating: " ", count: max(0, $1.count - $0.count)) + $0 }
                .joined()
        }
        let lines = rows.map { result, measured in
            row(
                result.name, result.manager,
                [
                    fixed(measured.floating, 1), "\(measured.covers)", fixed(measured.covered * 1000, 1),
                    fixed(measured.longest * 1000, 1), "\(measured.restacks)",
                    measured.rate.map { fixed($0, 1) } ?? "-",
                ])
        }
        return ([row("behaviour", "manager", heads)] + lines).joined(separator: "\n") + "\n"
    }

    /// A number that is not negative, with one or two digits after the point.
    static func fixed(_ value: Double, _ digits: Int) -> String {
        let factor = digits == 1 ? 10 : 100
        let number = Int((max(0, value) * Double(factor)).rounded())
        let rest = String(number % factor)
        return "\(number / factor).\(String(repeating: "0", count: digits - rest.count))\(rest)"
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
