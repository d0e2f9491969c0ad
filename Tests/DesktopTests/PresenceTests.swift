import PictureInPicture
import Testing

@testable import Desktop

@Suite("Whether the user is still there")
struct PresenceTests {
    @Test(
        "managers hide windows in different ways",
        arguments: [
            (Presence(isMapped: true, state: 1, isMarkedHidden: false), nil),
            (Presence(isMapped: false, state: 3, isMarkedHidden: true), .iconified),
            // A compositing manager keeps it mapped.
            (Presence(isMapped: true, state: 3, isMarkedHidden: false), .iconified),
            (Presence(isMapped: false, state: 1, isMarkedHidden: false), .hidden),
            (
                Presence(isMapped: true, state: 1, isMarkedHidden: false, workspace: 1, currentWorkspace: 0),
                .workspaceChanged
            ),
            (
                Presence(isMapped: true, state: 1, isMarkedHidden: false, workspace: 0xffff_ffff, currentWorkspace: 0),
                nil
            ),
            (Presence(isMapped: true, state: 1, isMarkedHidden: false, workspace: 1), nil),
            (Presence(isMapped: true, isMarkedHidden: true), .iconified),
        ] as [(Presence, AutomaticPolicy.Departure?)])
    func departures(presence: Presence, departure: AutomaticPolicy.Departure?) {
        #expect(presence.departure == departure)
    }

    @Test("a window that is back from its icon is there, though fvwm leaves _NET_WM_STATE_HIDDEN on it")
    func staleMark() {
        #expect(Presence(isMapped: true, state: 1, isMarkedHidden: true).departure == nil)
    }
}
