import Foundation
import PortholeKit

/// Follows how the windows lie, event by event, on a thread and a connection of its own: how long mini windows were
/// below managed ones, and how often they were put elsewhere in the stack.
///
/// Times are those at which the server's events were read. On a busy machine a cover and its end may be read at once, and
/// count as nothing: so whoever measures plays one scenario at a time.
final class StackingMeter: Sendable {
    private struct Mini {
        var rect = Rect.zero
        var mappedAt: Double?
        var coveredAt: Double?
    }

    private let total = Lock(ScenarioMeasurement())
    private let wakeup = Wakeup()
    private let isOver = Lock(false)
    private let hasEnded = Lock(false)

    /// Measures from now on.
    init(_ display: String, clock: any ScenarioClock) {
        let hasBegun = DispatchSemaphore(value: 0)
        let thread = Thread { [self] in
            defer { hasEnded.withLock { $0 = true } }
            guard let connection = try? Connection(display) else {
                hasBegun.signal()
                return
            }
            connection.select([.substructure], on: connection.rootWindow)
            var state = StackingState()
            _ = state.take(.listed(connection.rootChildren().map(\.rawValue)))
            place(&state, connection)
            hasBegun.signal()
            follow(connection, &state, clock)
        }
        thread.name = "meter"
        thread.start()
        hasBegun.wait()
    }

    /// Stops, and tells what was measured.
    func end(_ clock: any ScenarioClock) async -> ScenarioMeasurement {
        isOver.withLock { $0 = true }
        wakeup.signal()
        _ = await clock.wait(5) { self.hasEnded.withLock { $0 } }
        return total.withLock { $0 }
    }

    // MARK: On its thread

    private func follow(_ connection: Connection, _ state: inout StackingState, _ clock: any ScenarioClock) {
        let reader = ScreenReader(connection, StageScene())
        var minis: [WindowID: Mini] = [:]
        var managed: Set<WindowID> = []
        while !connection.isBroken {
            let isLast = isOver.withLock { $0 }
            while let event = connection.nextEvent() {
                guard case .rootChange(let change) = event else { continue }
                let now = clock.now
                note(change, in: &minis, at: now, connection)
                _ = state.take(StackingEvent(change))
                if case .joined = change { place(&state, connection) }
                if case .unmapped(let window) = change { managed.remove(window) }
                for (window, mini) in minis where mini.mappedAt != nil {
                    let isCovered = state.covers(of: window).contains { other in
                        if managed.contains(other) { return true }
                        guard minis[other] == nil, reader.isRival(other) else { return false }
                        managed.insert(other)
                        return true
                    }
                    cover(&minis[window, default: mini], isCovered, at: now)
                }
            }
            if isLast { break }
            // A round trip of ours may have read an event off the socket already.
            if !connection.hasQueuedEvents { wakeup.wait(orReadable: connection, milliseconds: 1000) }
        }
        for window in minis.keys { unmap(&minis[window, default: Mini()], at: clock.now) }
    }

    private func note(_ change: RootChange, in minis: inout [WindowID: Mini], at now: Double, _ connection: Connection)
    {
        switch change {
        case .mapped(let window, isOverrideRedirect: true):
            if minis[window] == nil, connection.text(.wmWindowRole, of: window) == "pip" {
                minis[window] = Mini(rect: connection.facts(of: window)?.rect ?? .zero)
            }
            minis[window]?.mappedAt = now
        case .unmapped(let window), .destroyed(let window):
            if var mini = minis[window] {
                unmap(&mini, at: now)
                minis[window] = mini
            }
        case .configured(let window, let rect, _, _):
            guard let mini = minis[window] else { return }
            // What leaves place and size as they were is a restack.
            if mini.rect == rect { total.withLock { $0.restacks += 1 } }
            minis[window]?.rect = rect
        default: break
        }
    }

    private func cover(_ mini: inout Mini, _ isCovered: Bool, at now: Double) {
        if isCovered {
            mini.coveredAt = mini.coveredAt ?? now
        } else if let start = mini.coveredAt {
            total.withLock { $0.add(cover: now - start) }
            mini.coveredAt = nil
        }
    }

    private func unmap(_ mini: inout Mini, at now: Double) {
        cover(&mini, false, at: now)
        if let start = mini.mappedAt { total.withLock { $0.floating += now - start } }
        mini.mappedAt = nil
    }

    /// Asks where the windows are of which nothing but the place in the stack is known.
    private func place(_ state: inout StackingState, _ connection: Connection) {
        for case .glance(let id) in state.take(.settled(at: 0)) {
            let facts = connection.facts(of: WindowID(id))
            let glance = facts.map {
                WindowGlance($0.rect, isMapped: $0.isMapped, isOverrideRedirect: $0.isOverrideRedirect)
            }
            _ = state.take(.glanced(id, glance))
        }
    }
}

extension StackingState {
    /// The mapped windows above one, where it is, lowest first.
    fileprivate func covers(of window: WindowID) -> [WindowID] {
        guard let place = windows.lastIndex(where: { $0.id == window.rawValue }) else { return [] }
        let rect = windows[place].rect
        return windows[(place + 1)...].filter { $0.isMapped && $0.rect.intersects(rect) }.map { WindowID($0.id) }
    }
}
