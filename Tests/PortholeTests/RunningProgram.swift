import Foundation
import PortholeKit
import TestSupport

/// The program with `--events`, read while it runs.
struct RunningProgram: Sendable {
    /// One line of its events.
    struct Event: Decodable, Sendable {
        struct Counts: Decodable, Sendable { let shown, dropped, converted: Int }
        let event: String
        let time: Double
        let session: String
        let reason: String?
        let error: String?
        let window: UInt?
        let hosts: [String: Counts]?

        /// `call session.ended hang-up`.
        var words: String { [session, event, reason].compactMap { $0 }.joined(separator: " ") }
    }

    let child: Child

    /// All its events so far.
    var events: [Event] {
        child.output.split(separator: "\n").compactMap {
            $0.hasPrefix("{") ? try? JSONDecoder().decode(Event.self, from: Data($0.utf8)) : nil
        }
    }

    /// What it wrote besides events.
    var complaints: [String] {
        child.output.split(separator: "\n").filter { !$0.hasPrefix("{") }.map(String.init)
    }

    /// What happened to a session, or to all, without the counts: `session.connected`, `pip.did-start`.
    func story(of session: String? = nil) -> [String] {
        events.filter { $0.event != "frames" && (session == nil || $0.session == session) }
            .map { session == nil ? $0.words : $0.words.split(separator: " ").dropFirst().joined(separator: " ") }
    }

    /// Waits for an event in words, `call pip.did-start`, to come for the `count`th time.
    ///
    /// - Throws: what came instead.
    @discardableResult func wait(for words: String, count: Int = 1) async throws -> Event {
        func found() -> Event? {
            let all = events.filter { $0.words == words }
            return all.count >= count ? all[count - 1] : nil
        }
        _ = await settle(30) { found() != nil }
        guard let event = found() else {
            throw Child.Failure("no \"\(words)\" for the \(count)th time from porthole, but: \(child.output)")
        }
        return event
    }

    /// How many frames of a session a host has shown, by the last count.
    func shown(_ session: String, on host: String) -> Int {
        events.last { $0.event == "frames" && $0.session == session }?.hosts?[host]?.shown ?? 0
    }

    /// Waits until a host shows more frames of a session than now.
    ///
    /// - Throws: when none comes.
    func waitForFrames(of session: String, on host: String) async throws {
        let before = shown(session, on: host)
        let count = events.count
        // Two counts later, so that frames of before are not taken for new ones.
        let goesOn = await settle(20) {
            let later = events.dropFirst(count).filter { $0.event == "frames" && $0.session == session }
                .map { $0.hosts?[host]?.shown ?? 0 }
            return later.count >= 2 && later[later.count - 1] > max(before, later[0])
        }
        guard goesOn else {
            throw Child.Failure("no more frames of \(session) on \(host): \(child.output)")
        }
    }
}
