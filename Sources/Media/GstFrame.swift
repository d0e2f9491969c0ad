import CGStreamer
import Frames
import Geometry

/// A decoded frame mapped where the decoder wrote it. One object a frame; no pixel is copied.
final class GstFrame: VideoFrame, @unchecked Sendable {
    private var mapped: GstVideoFrame

    /// The formats that pass without conversion, by GStreamer's names.
    static let formats = "{ I420, NV12, BGRx, BGRA, I420_10LE, P010_10LE }"

    /// Nil when the buffer can't be mapped or its format is none of `formats`.
    init?(buffer: UnsafeMutablePointer<GstBuffer>, info: inout GstVideoInfo, orientation: Orientation) {
        mapped = GstVideoFrame()
        guard let format = PixelFormat(info.finfo), gst_video_frame_map(&mapped, &info, buffer, GST_MAP_READ) != 0
        else {
            return nil
        }
        let (data, strides) = (mapped.data, mapped.info.stride)
        func plane(_ base: gpointer?, _ stride: gint) -> Plane? {
            base.map { Plane(base: UnsafePointer($0.assumingMemoryBound(to: UInt8.self)), stride: Int(stride)) }
        }
        guard let first = plane(data.0, strides.0) else {
            gst_video_frame_unmap(&mapped)
            return nil
        }
        let size = Size(Int(info.width), Int(info.height))
        let second = format.planeCount > 1 ? plane(data.1, strides.1) : nil
        let third = format.planeCount > 2 ? plane(data.2, strides.2) : nil
        let duration = buffer.pointee.duration
        super.init(
            size: size, format: format, planes: (first, second, third),
            color: ColorSpace(info.colorimetry, size: size),
            pixelAspect: Ratio(Int(info.par_n), Int(info.par_d)), orientation: orientation,
            timestamp: Int64(clamping: buffer.pointee.pts == .max ? 0 : buffer.pointee.pts),
            duration: duration == .max ? nil : Int64(clamping: duration))
    }

    deinit { gst_video_frame_unmap(&mapped) }
}

extension PixelFormat {
    init?(_ info: UnsafePointer<GstVideoFormatInfo>?) {
        switch info?.pointee.format {
        case GST_VIDEO_FORMAT_I420: self = .i420
        case GST_VIDEO_FORMAT_NV12: self = .nv12
        case GST_VIDEO_FORMAT_BGRx: self = .bgrx
        case GST_VIDEO_FORMAT_BGRA: self = .bgra
        case GST_VIDEO_FORMAT_I420_10LE: self = .i420p10
        case GST_VIDEO_FORMAT_P010_10LE: self = .p010
        default: return nil
        }
    }
}

extension ColorSpace {
    /// What GStreamer says; what is left open is guessed by size.
    init(_ colorimetry: GstVideoColorimetry, size: Size) {
        let guess = ColorSpace.unspecified(for: size)
        let matrix: Matrix =
            switch colorimetry.matrix {
            case GST_VIDEO_COLOR_MATRIX_BT601: .bt601
            case GST_VIDEO_COLOR_MATRIX_BT709, GST_VIDEO_COLOR_MATRIX_SMPTE240M: .bt709
            case GST_VIDEO_COLOR_MATRIX_BT2020: .bt2020
            default: guess.matrix
            }
        self.init(matrix, colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255 ? .full : .limited)
    }
}

extension Orientation {
    /// From GStreamer's `image-orientation` tag.
    init(tag: String) {
        switch tag {
        case "rotate-90": self.init(.clockwise90)
        case "rotate-180": self.init(.half)
        case "rotate-270": self.init(.clockwise270)
        case "flip-rotate-0": self.init(.none, mirrored: true)
        case "flip-rotate-90": self.init(.clockwise270, mirrored: true)
        case "flip-rotate-180": self.init(.half, mirrored: true)
        case "flip-rotate-270": self.init(.clockwise90, mirrored: true)
        default: self.init()
        }
    }
}
