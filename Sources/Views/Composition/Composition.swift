public import Frames
public import Geometry

/// What a window shows, as planes from bottom to top: drawn bitmaps, and places for video between them.
///
/// An immutable value that the main actor makes and a presenter's thread reads. All coordinates are device pixels.
/// Video is not in the bitmaps: for a new frame the presenter draws the planes again where they meet the video's clip,
/// so that overlays ride on the frame and the main actor has no part in it.
public struct Composition: Sendable {
    /// A corner-rounded cut.
    public struct Rounding: Sendable, Hashable {
        /// The rectangle whose corners are round.
        public var rect: Rect
        /// In device pixels.
        public var radius: Double
    }

    /// A place for a display layer.
    public struct Video: Sendable {
        /// Tells one place from another through all compositions of a window.
        public let id: UInt64
        /// What is shown.
        public let layer: DisplayLayer
        /// The view's rectangle; the picture is fitted into it or covers it.
        public let rect: Rect
        /// What can be seen of it: inside the window and inside the views around.
        public let clip: Rect
        /// A rounded cut, of the view or of one around it.
        public let rounding: Rounding?
        /// Whether the picture is fitted into `rect` or covers it.
        public let gravity: VideoGravity
        /// How much of it is seen, 0 to 255.
        public let alpha: UInt8
        /// Beside a fitted picture and before the first one, as 0xRRGGBB; nil shows what is below.
        public let background: UInt32?
        /// True when a drawn plane or another video is above a part of it.
        public let isCovered: Bool

        /// Where a picture of some shape goes: inside `rect`, or around it and to be cut by `clip`.
        public func place(of picture: Size) -> Rect { gravity.place(of: picture, in: rect) }
    }

    /// One layer of the picture.
    public enum Plane: Sendable {
        /// Something drawn; the first plane of a composition is opaque and as large as the window.
        case drawing(Overlay)
        /// Something that moves.
        case video(Video)
    }

    /// The window's size.
    public let size: Size
    /// From bottom to top.
    public let planes: [Plane]
    /// What differs from the composition before; where only video differs, nothing.
    public let damage: DamageRegion

    /// The places for video, from bottom to top. Stored: presenters ask at every frame.
    public let videos: [Video]

    init(size: Size, planes: [Plane], damage: DamageRegion) {
        self.size = size
        self.planes = planes
        self.damage = damage
        videos = planes.compactMap { plane in
            if case .video(let video) = plane { return video }
            return nil
        }
    }

    /// The drawn planes above the first, from bottom to top: what rides on video.
    public var overlays: [Overlay] {
        planes.dropFirst().compactMap { plane in
            if case .drawing(let overlay) = plane { return overlay }
            return nil
        }
    }
}
