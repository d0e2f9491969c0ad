import Glibc

/// What a look at a file tells before anything is opened.
enum FileCheck {
    /// - Throws: `MediaError` when `path` is missing, a folder, a device, not readable, empty, or cut off.
    static func check(_ path: String) throws(MediaError) {
        let what = "can't play \(path)"
        var info = stat()
        guard stat(path, &info) == 0 else {
            switch errno {
            case EACCES:
                throw MediaError(
                    .permission, what, why: "a folder on the way to it is closed to you",
                    remedy: "ask its owner, or copy the file elsewhere")
            case ENOENT, ENOTDIR:
                throw MediaError(.noSuchFile, what, why: "there is no such file", remedy: "check the path")
            case let code:
                throw MediaError(.failed, what, why: String(cString: strerror(code)))
            }
        }
        switch info.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR:
            throw MediaError(.unsupported, what, why: "it is a folder", remedy: "name a file in it")
        case S_IFCHR where path.hasPrefix("/dev/video"):
            throw MediaError(.unsupported, what, why: "it is a camera", remedy: "write camera:\(path)")
        default:
            throw MediaError(
                .unsupported, what, why: "it is a device, a pipe or a socket", remedy: "name a regular file or a URL")
        }
        guard access(path, R_OK) == 0 else {
            throw MediaError(
                .permission, what, why: "you may not read it", remedy: "change its permissions with chmod")
        }
        guard info.st_size > 0 else {
            throw MediaError(.empty, what, why: "the file is empty", remedy: "was its download or recording cut off?")
        }
        guard !MovieIndex.isMissing(in: path) else {
            throw MediaError(
                .damaged, what, why: "it is damaged or cut short: the index of its pictures is missing",
                remedy: "was its download or recording cut off?")
        }
    }
}
