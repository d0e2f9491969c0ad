import CYUV

extension ColorSpace {
    /// libyuv's constants for it.
    var constants: UnsafePointer<YuvConstants>? {
        switch (matrix, range) {
        case (.bt601, .limited): shim_bt601_limited()
        case (.bt601, .full): shim_bt601_full()
        case (.bt709, .limited): shim_bt709_limited()
        case (.bt709, .full): shim_bt709_full()
        case (.bt2020, .limited): shim_bt2020_limited()
        case (.bt2020, .full): shim_bt2020_full()
        }
    }
}
