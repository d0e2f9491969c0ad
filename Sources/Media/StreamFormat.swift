import CGStreamer
import Frames
import Geometry

/// What GStreamer's caps and tags say of pictures, in the words of Frames.
enum StreamFormat {
    /// The raw formats that are shown as they are. `videoconvert` passes them through and converts all others.
    static let caps = "video/x-raw,format=(string){I420,YV12,NV12,BGRx,BGRA,I420_10LE,P010_10LE}"

    /// Nil for formats that `caps` does not have.
    ///
    /// BGRA counts only when it is premultiplied, as GStreamer's normally is not: else the alpha is left out.
    static func pixelFormat(_ info: inout GstVideoInfo) -> PixelFormat? {
        switch shim_video_format(&info) {
        case GST_VIDEO_FORMAT_I420, GST_VIDEO_FORMAT_YV12: .i420
        case GST_VIDEO_FORMAT_NV12: .nv12
        case GST_VIDEO_FORMAT_BGRx: .bgrx
        case GST_VIDEO_FORMAT_BGRA: shim_is_premultiplied(&info) != 0 ? .bgra : .bgrx
        case GST_VIDEO_FORMAT_I420_10LE: .i420p10
        case GST_VIDEO_FORMAT_P010_10LE: .p010
        default: nil
        }
    }

    static func color(_ info: GstVideoInfo) -> ColorSpace {
        var color = ColorSpace.unspecified(for: Size(Int(info.width), Int(info.height)))
        switch info.colorimetry.matrix {
        case GST_VIDEO_COLOR_MATRIX_BT601, GST_VIDEO_COLOR_MATRIX_FCC: color.matrix = .bt601
        case GST_VIDEO_COLOR_MATRIX_BT709, GST_VIDEO_COLOR_MATRIX_SMPTE240M: color.matrix = .bt709
        case GST_VIDEO_COLOR_MATRIX_BT2020: color.matrix = .bt2020
        default: break
        }
        if info.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255 { color.range = .full }
        return color
    }

    /// The `image-orientation` tag, which flips first and turns then, while `Orientation` turns first.
    static func orientation(_ tag: String) -> Orientation? {
        switch tag {
        case "rotate-0": Orientation(.none)
        case "rotate-90": Orientation(.clockwise90)
        case "rotate-180": Orientation(.half)
        case "rotate-270": Orientation(.clockwise270)
        case "flip-rotate-0": Orientation(.none, mirrored: true)
        case "flip-rotate-90": Orientation(.clockwise270, mirrored: true)
        case "flip-rotate-180": Orientation(.half, mirrored: true)
        case "flip-rotate-270": Orientation(.clockwise90, mirrored: true)
        default: nil
        }
    }
}
