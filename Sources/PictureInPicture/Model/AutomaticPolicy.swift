/// When a session floats by itself (spec B6). Pure; the losing of the focus is deliberately no departure.
public struct AutomaticPolicy: Sendable, Hashable {
    /// What takes the app from the user's sight.
    public enum Departure: Sendable, Hashable, CaseIterable {
        /// The main window is iconified.
        case iconified
        /// The user goes to another workspace.
        case workspaceChanged
        /// The main window is unmapped.
        case hidden
        /// Other windows cover all of it, judged by geometry.
        case covered
    }

    /// What is known of one session when the app is left.
    public struct Candidate: Sendable, Hashable {
        /// What it is.
        public var kind: SessionKind
        /// True while it goes on.
        public var isRunning: Bool
        /// True when it could float now.
        public var isPossible: Bool
        /// True when the user hid it before.
        public var isDismissed: Bool
        /// True when its controller may start by itself (`canStartPictureInPictureAutomaticallyFromInline`).
        public var startsAutomatically: Bool

        /// A session as it is.
        public init(
            kind: SessionKind, isRunning: Bool = true, isPossible: Bool = true, isDismissed: Bool = false,
            startsAutomatically: Bool = true
        ) {
            self.kind = kind
            self.isRunning = isRunning
            self.isPossible = isPossible
            self.isDismissed = isDismissed
            self.startsAutomatically = startsAutomatically
        }
    }

    /// The setting "float when I leave"; on by default.
    public var isOn: Bool
    /// The setting "also when covered"; off by default.
    public var floatsWhenCovered: Bool

    /// A policy; the default is the app's.
    public init(isOn: Bool = true, floatsWhenCovered: Bool = false) {
        self.isOn = isOn
        self.floatsWhenCovered = floatsWhenCovered
    }

    /// True when the app counts as left.
    public func countsAsLeaving(_ departure: Departure) -> Bool { departure != .covered || floatsWhenCovered }

    /// True when `candidate` has to float now.
    public func floats(_ candidate: Candidate, on departure: Departure) -> Bool {
        isOn && countsAsLeaving(departure) && candidate.isRunning && candidate.isPossible && !candidate.isDismissed
            && candidate.startsAutomatically
    }
}
