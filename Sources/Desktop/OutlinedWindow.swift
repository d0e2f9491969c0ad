import Frames
import Geometry
import XServer

/// The place, the shape and the shadow of a window on the server. Owned by a presenter's thread.
nonisolated final class OutlinedWindow {
    private let connection: Connection
    private let window: WindowID
    /// Where the window is, as we told the server last.
    private(set) var rect: Rect
    /// What the server was told last; nil for nothing yet.
    private var outline: WindowOutline?
    private var shapedSize: Size?
    private var shadowRect: Rect?
    private var patch: NinePatch?

    /// A window that is at `rect` and has no shape yet.
    init(_ connection: Connection, _ window: WindowID, at rect: Rect) {
        self.connection = connection
        self.window = window
        self.rect = rect
    }

    /// The window has another size: whoever manages it gave it that.
    func noteSize(_ size: Size) { rect.size = size }

    /// Whoever manages the window has put it elsewhere: it has no shape for another size.
    func follow(_ rect: Rect) {
        if rect.size != self.rect.size { shapedSize = nil }
        self.rect = rect
    }

    /// The server does not have its shape or its shadow yet.
    func needsForm(_ size: Size, _ outline: WindowOutline?) -> Bool {
        size != rect.size || outline != self.outline || outline != nil && shapedSize == nil
    }

    /// Moves, sizes and shapes the window, and moves and sizes its shadow. Does not flush, and sends nothing that the
    /// server has.
    func apply(_ rect: Rect, _ outline: WindowOutline?) {
        if rect.size != self.rect.size {
            connection.configure(window, rect)
        } else if rect.origin != self.rect.origin {
            connection.move(window, to: rect.origin)
        }
        self.rect = rect
        shape(rect.size, outline)
        shade(outline?.shadow)
        self.outline = outline
    }

    /// Several requests are needed: nobody may see one without the others.
    func apply(inGrab rect: Rect, _ outline: WindowOutline?, then finish: () -> Void = {}) {
        connection.grabServer()
        apply(rect, outline)
        finish()
        connection.releaseServer()
    }

    private func shape(_ size: Size, _ outline: WindowOutline?) {
        let (new, old) = (outline, self.outline)
        let isSame =
            new?.frame == old?.frame && new?.isBlended == old?.isBlended && new?.isHidden == old?.isHidden
            && new?.isVeiled == old?.isVeiled && shapedSize == size
        guard !isSame, new != nil || shapedSize != nil else { return }
        shapedSize = new == nil ? nil : size
        connection.setShape(new?.spans(size: size), .bounding, of: window)
    }

    private func shade(_ shadow: WindowOutline.Shadow?) {
        guard let shadow else { return (shadowRect, patch) = (nil, nil) }
        if shadow != outline?.shadow || patch == nil {
            let (pixels, size, corner) = shadow.look.picture()
            patch = NinePatch(connection, pixels: pixels, size: size, corners: (corner, corner, corner, corner))
            shadowRect = nil
        }
        let place = shadow.look.place(around: rect)
        guard place != shadowRect else { return }
        if place.size == shadowRect?.size {
            connection.move(shadow.window, to: place.origin)
        } else {
            connection.configure(shadow.window, place)
            patch?.setBackground(of: shadow.window, size: place.size)
        }
        shadowRect = place
    }
}
