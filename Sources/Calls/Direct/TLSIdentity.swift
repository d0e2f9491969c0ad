import CGnuTLS
import Foundation
import Glibc

/// A certificate and its key, as PEM (RFC 7468), with the fingerprint by which others know it.
struct TLSIdentity: Sendable, Hashable {
    /// The certificate, or a chain that begins with it.
    let certificate: String
    /// Its private key.
    let key: String
    /// SHA-256 of the public key (SubjectPublicKeyInfo, as RFC 7469 has it), 64 hexadecimal digits.
    let fingerprint: String

    /// Reads certificate and key, and checks that they belong together.
    ///
    /// - Throws: `AnswerError`, in words that name the file.
    init(certificateFile: String, keyFile: String) throws(AnswerError) {
        let certificate = try Self.read(certificateFile)
        let key = certificateFile == keyFile ? certificate : try Self.read(keyFile)
        let mine = Self.keyID(ofCertificate: certificate)
        guard let mine else {
            throw AnswerError(
                "can't use the certificate \(certificateFile)", why: "it holds none in PEM form",
                remedy: "Name a file that begins with -----BEGIN CERTIFICATE-----")
        }
        guard let other = Self.keyID(ofKey: key) else {
            throw AnswerError(
                "can't use the key \(keyFile)", why: "it holds no private key in PEM form without a password",
                remedy: "Name a file with -----BEGIN PRIVATE KEY-----")
        }
        guard mine == other else {
            throw AnswerError(
                "can't use the certificate \(certificateFile)", why: "the key \(keyFile) is another one's",
                remedy: "Name the key that it was made with")
        }
        self.certificate = certificate
        self.key = key
        fingerprint = mine
    }

    /// Makes a certificate that nobody has signed but itself: ECDSA on P-256, valid for ten years.
    ///
    /// - Returns: certificate and key in one text; nil when GnuTLS can't.
    static func make() -> String? {
        var key: gnutls_x509_privkey_t?
        guard gnutls_x509_privkey_init(&key) == 0, let key else { return nil }
        defer { gnutls_x509_privkey_deinit(key) }
        guard gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, shim_tls_p256(), 0) == 0 else { return nil }
        var made: gnutls_x509_crt_t?
        guard gnutls_x509_crt_init(&made) == 0, let made else { return nil }
        defer { gnutls_x509_crt_deinit(made) }
        var serial = (0..<16).map { _ in UInt8.random(in: 0...255) }
        serial[0] = serial[0] & 0x7f | 1
        let name = "Porthole"
        let now = time(nil)
        let steps = [
            gnutls_x509_crt_set_version(made, 3), gnutls_x509_crt_set_serial(made, serial, serial.count),
            // A clock that is a day behind is no reason to refuse it.
            gnutls_x509_crt_set_activation_time(made, now - 86_400),
            gnutls_x509_crt_set_expiration_time(made, now + 3650 * 86_400),
            gnutls_x509_crt_set_dn_by_oid(made, shim_tls_common_name(), 0, name, UInt32(name.utf8.count)),
            gnutls_x509_crt_set_basic_constraints(made, 0, -1), gnutls_x509_crt_set_key(made, key),
            gnutls_x509_crt_sign2(made, made, key, GNUTLS_DIG_SHA256, 0),
        ]
        guard steps.allSatisfy({ $0 == 0 }) else { return nil }
        var first = gnutls_datum_t()
        var second = gnutls_datum_t()
        defer {
            free(first.data)
            free(second.data)
        }
        guard gnutls_x509_crt_export2(made, GNUTLS_X509_FMT_PEM, &first) == 0,
            gnutls_x509_privkey_export2(key, GNUTLS_X509_FMT_PEM, &second) == 0
        else { return nil }
        return text(first) + text(second)
    }

    private static func text(_ datum: gnutls_datum_t) -> String {
        String(decoding: UnsafeBufferPointer(start: datum.data, count: Int(datum.size)), as: UTF8.self)
    }

    private static func read(_ path: String) throws(AnswerError) -> String {
        guard let handle = FileHandle(forReadingAtPath: path),
            let data = try? handle.read(upToCount: 256 * 1024), let text = String(bytes: data, encoding: .utf8)
        else {
            let why = errno == 0 ? "it is no text" : String(cString: strerror(errno))
            throw AnswerError("can't read \(path)", why: why, remedy: "Check the name and who may read it")
        }
        return text
    }

    private static func keyID(ofCertificate pem: String) -> String? {
        var certificate: gnutls_x509_crt_t?
        guard gnutls_x509_crt_init(&certificate) == 0, let certificate else { return nil }
        defer { gnutls_x509_crt_deinit(certificate) }
        let code = withDatum(pem) { gnutls_x509_crt_import(certificate, $0, GNUTLS_X509_FMT_PEM) }
        return code == 0 ? id { gnutls_x509_crt_get_key_id(certificate, $0, $1, $2) } : nil
    }

    private static func keyID(ofKey pem: String) -> String? {
        var key: gnutls_x509_privkey_t?
        guard gnutls_x509_privkey_init(&key) == 0, let key else { return nil }
        defer { gnutls_x509_privkey_deinit(key) }
        let code = withDatum(pem) { gnutls_x509_privkey_import2(key, $0, GNUTLS_X509_FMT_PEM, nil, 0) }
        return code == 0 ? id { gnutls_x509_privkey_get_key_id(key, $0, $1, $2) } : nil
    }

    private static func id(_ ask: (UInt32, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<Int>) -> Int32) -> String?
    {
        var bytes = [UInt8](repeating: 0, count: 32)
        var count = bytes.count
        guard ask(UInt32(GNUTLS_KEYID_USE_SHA256.rawValue), &bytes, &count) == 0, count == 32 else { return nil }
        return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func withDatum<Result>(_ text: String, _ body: (UnsafePointer<gnutls_datum_t>) -> Result) -> Result {
        var bytes = Array(text.utf8)
        return bytes.withUnsafeMutableBufferPointer { buffer in
            var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
            return body(&datum)
        }
    }
}
