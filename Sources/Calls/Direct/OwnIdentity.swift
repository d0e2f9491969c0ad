import Foundation
import Glibc

/// The certificate that this user's answering side made for itself: once, kept in a file of theirs alone.
struct OwnIdentity: Sendable {
    /// Where it is kept: certificate and key in one file, so that they never get apart.
    let path: String

    /// In the state folder of a user or profile.
    init(folder: String) { path = folder + "/answer.pem" }

    /// The certificate; made when there is none yet.
    ///
    /// - Throws: `AnswerError`; a file that is there and makes no sense is left alone.
    func load() throws(AnswerError) -> TLSIdentity {
        if access(path, F_OK) != 0 { try make() }
        // Whoever could read it could answer in this user's name.
        var info = Glibc.stat()
        if stat(path, &info) == 0, info.st_mode & 0o077 != 0 { chmod(path, 0o600) }
        do {
            return try TLSIdentity(certificateFile: path, keyFile: path)
        } catch {
            throw AnswerError(
                error.what, why: error.why, remedy: "Move \(path) away: a new one is made, with a new fingerprint")
        }
    }

    private func make() throws(AnswerError) {
        guard let text = TLSIdentity.make() else {
            throw AnswerError(
                "can't make a certificate", why: "GnuTLS refuses", remedy: "Name one with --tls-cert and --tls-key")
        }
        let folder = (path as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // Written beside and linked: two that start at once agree on one, and nobody reads half of it.
        let draft = "\(path).\(getpid()).\(UInt32.random(in: 0 ... .max))"
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw unwritable(errno) }
        let bytes = Array(text.utf8)
        let count = write(file, bytes, bytes.count)
        let isWhole = fsync(file) == 0 && count == bytes.count
        let code = errno
        close(file)
        defer { unlink(draft) }
        guard isWhole else { throw unwritable(code) }
        if link(draft, path) != 0, errno != EEXIST { throw unwritable(errno) }
    }

    private func unwritable(_ code: Int32) -> AnswerError {
        AnswerError(
            "can't keep the certificate in \(path)", why: String(cString: strerror(code)),
            remedy: "Check who owns the folder, or name a certificate with --tls-cert and --tls-key")
    }
}
