import Glibc

/// Whether a file of the ISO base media format (MP4, MOV; ISO/IEC 14496-12, 4.2) still has what tells where its pictures
/// are: a recording or download that was cut off lacks it, and GStreamer may then say nothing at all for ever.
enum MovieIndex {
    /// True when the file begins as one of the format and has neither a whole index (`moov`) nor fragments (`moof`).
    ///
    /// Reads the headers of the boxes at the top of the file and nothing else. False for files of other formats, and for
    /// what can't be read.
    static func isMissing(in path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let length = Int64(lseek(descriptor, 0, SEEK_END))
        var offset: Int64 = 0
        // A file of rubbish can't keep us long.
        for index in 0..<4096 {
            guard let box = Box(descriptor, at: offset) else { return index > 0 }
            if index == 0, box.type != "ftyp" { return false }
            if box.type == "moof" { return false }
            // One that goes on after the end of the file is no index any more.
            if box.type == "moov" { return box.size > length - offset }
            // A box without a size is the last.
            guard box.size > 0, offset <= Int64.max - box.size else { return true }
            offset += box.size
        }
        return false
    }

    /// The header of a box.
    private struct Box {
        let type: String
        /// In bytes, with the header; 0 to the end of the file.
        let size: Int64

        init?(_ descriptor: Int32, at offset: Int64) {
            var bytes = [UInt8](repeating: 0, count: 16)
            let count = pread(descriptor, &bytes, bytes.count, Int(offset))
            guard count >= 8 else { return nil }
            func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
            let letters = bytes[4..<8]
            guard letters.allSatisfy({ 0x20...0x7e ~= $0 }) else { return nil }
            type = String(decoding: letters, as: UTF8.self)
            let short = number(0..<4)
            // A size of 1 stands for a long one after the type.
            guard short != 1 || count == 16 else { return nil }
            let long = short == 1 ? number(8..<16) : short
            guard long == 0 || long >= 8, let size = Int64(exactly: long) else { return nil }
            self.size = size
        }
    }
}
