import CYUV
import Geometry

/// An orientation as libyuv does it in one pass: a rotation of the picture, which is first put upside down if
/// `isFlipped` (a negative height there).
struct Turn {
    /// The clockwise rotation.
    let mode: RotationMode
    /// The source is read from its lowest row up.
    let isFlipped: Bool
    /// The stored picture's columns end up in reversed order, along whichever axis.
    let reversesColumns: Bool
    /// The stored picture's rows end up in reversed order, along whichever axis.
    let reversesRows: Bool

    /// What brings a picture stored in `orientation` upright.
    init(_ orientation: Orientation) {
        // A mirror image after a half turn is the picture upside down; and so on round.
        switch (orientation.rotation, orientation.isMirrored) {
        case (.none, false): (mode, isFlipped, reversesColumns, reversesRows) = (kRotate0, false, false, false)
        case (.none, true): (mode, isFlipped, reversesColumns, reversesRows) = (kRotate180, true, true, false)
        case (.half, false): (mode, isFlipped, reversesColumns, reversesRows) = (kRotate180, false, true, true)
        case (.half, true): (mode, isFlipped, reversesColumns, reversesRows) = (kRotate0, true, false, true)
        case (.clockwise90, false): (mode, isFlipped, reversesColumns, reversesRows) = (kRotate90, false, false, true)
        case (.clockwise90, true): (mode, isFlipped, reversesColumns, reversesRows) = (kRotate90, true, false, false)
        case (.clockwise270, false): (mode, isFlipped, reversesColumns, reversesRows) = (kRotate270, false, true, false)
        case (.clockwise270, true): (mode, isFlipped, reversesColumns, reversesRows) = (kRotate270, true, true, true)
        }
    }

    /// True when nothing changes but perhaps the order of the rows.
    var keepsColumns: Bool { mode == kRotate0 }
    /// True when width and height change places.
    var isTransposed: Bool { mode == kRotate90 || mode == kRotate270 }

    /// The height of a source as libyuv wants to be told.
    func height(_ height: Int) -> Int32 { Int32(isFlipped ? -height : height) }

    /// True when a side of `size` that is odd gets reversed: chroma samples, two pixels wide, then do not fall on
    /// chroma samples, and only whole pixels can be turned exactly.
    func splitsChroma(_ size: Size) -> Bool {
        reversesColumns && size.width % 2 == 1 || reversesRows && size.height % 2 == 1
    }
}
