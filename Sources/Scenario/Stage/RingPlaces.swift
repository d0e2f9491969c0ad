import Foundation
import PortholeKit

/// Where the buttons of a ringing call are: as its view lays them out itself.
@MainActor enum RingPlaces {
    /// Where a button is, in device pixels from the window's upper left corner; nil when there is no such button.
    static func rect(of title: String, in size: Size, scale: Double) -> Rect? {
        let view = RingView()
        // Every caller has a name of one line, and an address of one.
        view.model.caller = Person("x")
        view.model.detail = "y"
        view.frame = CGRect(x: 0, y: 0, width: Double(size.width) / scale, height: Double(size.height) / scale)
        view.layoutSubviews()
        guard let frame = view.subviews.first(where: { ($0 as? Button)?.title == title })?.frame else { return nil }
        return Rect(
            x: Int(frame.minX * scale), y: Int(frame.minY * scale), width: Int(frame.width * scale),
            height: Int(frame.height * scale))
    }

    /// Whether a pixel, 0xRRGGBB, is of the red that the button has which does not take a call: in either theme, also under
    /// the pointer.
    nonisolated static func isRed(_ pixel: UInt32) -> Bool {
        let (red, green, blue) = (pixel >> 16 & 0xff, pixel >> 8 & 0xff, pixel & 0xff)
        return red > 0xb0 && green < 0x80 && blue < 0x80
    }
}
