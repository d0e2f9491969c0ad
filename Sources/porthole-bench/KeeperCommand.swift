import Foundation
import PortholeKit

/// `keeper`: what keeping a mini window above all others costs while windows come and go over it, on an empty root and
/// among thousands of windows.
@MainActor final class KeeperCommand {
    /// What one run came to.
    private struct Run {
        /// Of a core, in percent.
        var share: Double
        var passes = 0
        var restacks = 0
        var appearances = 0
        /// Until the keeper knew all windows, in milliseconds.
        var learning = 0.0
    }
    /// What is allowed, in percent of a core.
    private static let limit = 1.0
    private static let place = Rect(x: 400, y: 300, width: 256, height: 144)

    private let seconds: Double
    private let rate: Double
    private let crowds: [Int]

    init(_ arguments: [String]) throws {
        let options = try Options(arguments, values: ["--seconds", "--rate", "--windows"], flags: [])
        seconds = try options.one("--seconds", or: 10) { Double($0).flatMap { $0 > 0 ? $0 : nil } }
        rate = try options.one("--rate", or: 50) { Double($0).flatMap { (1...1000).contains($0) ? $0 : nil } }
        crowds = try options.all("--windows", or: [0, 5000]) {
            Int($0).flatMap { (0...50_000).contains($0) ? $0 : nil }
        }
    }

    /// Runs all of it.
    ///
    /// - Throws: `BenchError` when the keeper was not right at the end, or costs more than it may.
    func run() async throws {
        print("windows come and go \(Int(rate)) times a second for \(fixed(seconds, 0)) s")
        print("on the root  keeper   of a core  passes  ms a pass  restacks  learnt in ms")
        var worst = 0.0
        for crowd in crowds {
            let idle = try await once(crowd, keeps: true, storms: false)
            let without = try await once(crowd, keeps: false, storms: true)
            let with = try await once(crowd, keeps: true, storms: true)
            row(crowd, "idle", idle)
            row(crowd, "none", without)
            row(crowd, "kept", with)
            let cost = max(0, with.share - without.share)
            // A busy machine brings fewer windows than were asked for: what so many of them would have cost.
            let came = max(1, Double(with.appearances)) / seconds
            let scaled = cost * max(1, rate / came)
            // A server that takes longer for each of thousands of windows sets the pace itself: no keeper ever sees more.
            let isServersPace = crowd > 0 && came < 0.9 * rate
            worst = max(worst, isServersPace ? cost : scaled)
            print(
                "             the keeper itself: \(fixed(cost, 2)) % of a core at the \(fixed(came, 0)) windows a second "
                    + "that came; \(fixed(scaled, 2)) % if \(Int(rate)) had")
        }
        guard worst < Self.limit else { throw BenchError("the keeper costs \(fixed(worst, 2)) % of a core") }
    }

    private func once(_ crowd: Int, keeps: Bool, storms: Bool) async throws -> Run {
        let desktop = try DesktopConnection()
        defer { desktop.close() }
        let storm = try WindowStorm(over: Self.place)
        storm.gather(crowd)
        defer { storm.scatter() }
        let keeper = StackingKeeper(desktop, clock: PictureInPictureEnvironment.shared.clock)
        defer { keeper.stop() }
        let window = desktop.server.createWindow(
            Self.place, overrideRedirect: true, background: .color(0xff00ff), events: [])
        defer { desktop.server.destroyWindow(window) }
        var run = Run(share: 0)
        let began = HostTime.now()
        if keeps { keeper.keep(window) }
        desktop.server.mapRaised(window)
        desktop.flush()
        if keeps {
            try await wait("the keeper never knew all windows") { keeper.isSettled }
            run.learning = Double(HostTime.now() - began) / 1e6
        }
        let meter = CPUMeter(desktop.server)
        let (before, passes, restacks, start) = (meter.client(), keeper.passes, keeper.restacks, HostTime.now())
        if storms { storm.start(rate: rate) }
        try await Task.sleep(for: .seconds(seconds))
        var spent = 0.0
        if storms { (run.appearances, spent) = await storm.stop() }
        let elapsed = Double(HostTime.now() - start) / 1e6
        run.share = (meter.client() - before - spent) / elapsed * 100
        run.passes = keeper.passes - passes
        run.restacks = keeper.restacks - restacks
        if keeps { try await check(keeper, storm, window) }
        return run
    }

    /// The keeper's list is the server's, and nothing that it is to be above is above.
    private func check(_ keeper: StackingKeeper, _ storm: WindowStorm, _ window: WindowID) async throws {
        try await wait("the keeper's list is not the server's") { keeper.isSettled && keeper.listed == storm.order }
        guard storm.order.last == window else { throw BenchError("the kept window is not on top") }
    }

    private func wait(_ complaint: String, _ done: () -> Bool) async throws {
        let limit = HostTime.now() + 20_000_000_000
        while !done() {
            guard HostTime.now() < limit else { throw BenchError(complaint) }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    private func row(_ crowd: Int, _ name: String, _ run: Run) {
        let cells: [(String, Int)] = [
            ("\(crowd)", 11), (name, 6), ("\(fixed(run.share, 2)) %", 10), ("\(run.passes)", 6),
            (run.passes > 0 ? fixed(run.share * seconds * 10 / Double(run.passes), 3) : "-", 9), ("\(run.restacks)", 8),
            (run.learning > 0 ? fixed(run.learning, 0) : "-", 12),
        ]
        print(cells.map { String(repeating: " ", count: max(0, $0.1 - $0.0.count)) + $0.0 }.joined(separator: "  "))
    }

    private func fixed(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
}
