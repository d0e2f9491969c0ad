import CX11
import Geometry

extension Connection {
    /// Has the fingers that come down on a window told as `touch` (XInput 2.2, XI_TouchBegin to XI_TouchEnd). The server
    /// makes no buttons and motions of them for the window then; it still moves the pointer there.
    ///
    /// - Returns: false when the server lacks XInput 2.2: fingers press button 1 then. A round trip the first time.
    @discardableResult
    public func selectTouches(on window: WindowID) -> Bool {
        guard hasInput(2, 2) else { return false }
        selectInput([XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd], on: window.rawValue)
        return true
    }

    /// A finger, as its event tells.
    func touch(_ event: inout XEvent, _ phase: ServerEvent.Touch.Phase) -> ServerEvent? {
        guard XGetEventData(display, &event.xcookie) != 0 else { return nil }
        defer { XFreeEventData(display, &event.xcookie) }
        guard let data = event.xcookie.data else { return nil }
        let told = data.assumingMemoryBound(to: XIDeviceEvent.self).pointee
        func pixel(_ x: Double, _ y: Double) -> Point { Point(Int(x.rounded(.down)), Int(y.rounded(.down))) }
        return .touch(
            ServerEvent.Touch(
                window: WindowID(told.event), id: UInt(UInt32(bitPattern: told.detail)), phase: phase,
                position: pixel(told.event_x, told.event_y), rootPosition: pixel(told.root_x, told.root_y),
                movesPointer: told.flags & Int32(XITouchEmulatingPointer) != 0, time: UInt(told.time)))
    }
}
