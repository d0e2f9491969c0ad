/// The one clock of the views: time, frames to animate on, and alarms. Nobody else asks what time it is.
///
/// `ManualClock` is stepped by tests, `DisplayClock` follows real time.
@MainActor public protocol FrameClock: AnyObject {
    /// Seconds, monotonic, from an origin of the clock's own.
    var now: Double { get }
    /// Calls `tick` with the time of each frame, until the ticket is cancelled or let go. The clock rests while nobody
    /// wants frames.
    func onFrame(_ tick: @escaping @MainActor (Double) -> Void) -> ClockTicket
    /// Calls `body` once, `seconds` from now, unless the ticket is cancelled or let go before.
    func after(_ seconds: Double, _ body: @escaping @MainActor () -> Void) -> ClockTicket
}

/// A claim on a clock's frames or alarm; letting go of it ends the claim.
@MainActor public final class ClockTicket {
    private var onCancel: (@MainActor () -> Void)?

    /// A claim that `onCancel` ends.
    public init(onCancel: @escaping @MainActor () -> Void) { self.onCancel = onCancel }

    isolated deinit { cancel() }

    /// Ends the claim. Ending it twice changes nothing.
    public func cancel() {
        let body = onCancel
        onCancel = nil
        body?()
    }
}
