import Geometry
import XServer

/// The shared images of one window, and what they travel by. Owned by a presenter's thread.
///
/// An image is drawn into while it is free, and free again when the server has read it. When the server refuses a way
/// to travel, the ring goes down one rung of the ladder, for good: it would refuse again.
nonisolated final class ImageRing<Memo> {
    /// One image, and what its drawer remembers of it.
    final class Slot {
        let image: PresentImage
        /// As good as new after each change of size.
        var memo: Memo

        init(_ image: PresentImage, _ memo: Memo) {
            self.image = image
            self.memo = memo
        }
    }

    /// What pictures travel by, and why by nothing better.
    private(set) var choice: TransportChoice
    private(set) var slots: [Slot] = []
    private let connection: Connection
    private let count: Int
    private let ladder: [ImageTransport]
    private let depth: PixelDepth
    private let blank: () -> Memo
    /// Told after a step down: what windows show has to be sent again as a whole.
    var onFallBack: ((TransportChoice) -> Void)?

    /// A ring of `count` images; none is allocated yet.
    init(
        _ connection: Connection, count: Int, ladder: [ImageTransport], depth: PixelDepth = .opaque,
        blank: @escaping () -> Memo
    ) {
        self.connection = connection
        self.count = count
        self.ladder = ladder
        self.depth = depth
        self.blank = blank
        choice = connection.chooseTransport(ladder)
    }

    /// Images that the server still reads.
    var busyCount: Int { slots.count { $0.image.isBusy } }

    /// A free image of the right size; nil while the server still reads all of them.
    func free(_ size: Size) -> Slot? {
        while true {
            do throws(ImageError) {
                if slots.isEmpty {
                    for _ in 0..<count {
                        let image = try PresentImage(connection, choice.transport, size: size, depth: depth)
                        slots.append(Slot(image, blank()))
                    }
                }
                guard let slot = slots.first(where: { !$0.image.isBusy }) else { return nil }
                if slot.image.size != size {
                    try slot.image.reshape(size)
                    slot.memo = blank()
                }
                return slot
            } catch {
                guard choice.transport != .socket, !connection.isBroken else { return nil }
                fallBack(error)
            }
        }
    }

    /// Takes a completion: the image that the server has read; nil when it was of no image of this ring.
    func complete(segment: UInt) -> Slot? { slots.first { $0.image.complete(segment: segment) } }

    /// Takes an error: the image whose put met it, as blank as new; nil when it was about something else.
    func fail(_ error: XError) -> Slot? {
        guard let slot = slots.first(where: { $0.image.fail(error) }) else { return nil }
        slot.memo = blank()
        // A window that has just died is no reason to distrust the transport.
        if error.code != .badDrawable, error.code != .badWindow {
            fallBack(.refused(choice.transport, code: error.code.rawValue))
        }
        return slot
    }

    private func fallBack(_ error: ImageError) {
        guard choice.transport != .socket else { return }
        let below = ladder.drop { $0 != choice.transport }.dropFirst()
        slots = []
        let next = connection.chooseTransport(Array(below))
        choice = TransportChoice(next.transport, reasons: choice.reasons + [error] + next.reasons)
        onFallBack?(choice)
    }
}
