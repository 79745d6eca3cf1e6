// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import SwiftASN1
import X509

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Certificates and their keys as PEM files in one directory.
struct CertificateFiles {
    let directory: URL

    func path(_ name: String) -> String { directory.appending(path: name).path }

    func makeDirectory() throws(DevelopmentCertificateError) {
        do {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw DevelopmentCertificateError("the directory \(directory.path) cannot be made")
        }
    }

    /// Whether there is a certificate or a key of that name.
    func has(_ name: String) -> Bool { hasCertificate(name) || hasKey(name) }

    /// Whether there is a certificate of that name.
    func hasCertificate(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path("\(name).pem")) }

    /// Whether there is a key of that name.
    func hasKey(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path("\(name)-key.pem")) }

    /// Certificate and key of that name; nil when neither file is there.
    ///
    /// - Parameter isReplaceable: nil also for one file without the other, and for two that do not belong together: `store` was ended
    ///   between them. A file that cannot be read is an error all the same.
    func load(_ name: String, isReplaceable: Bool = false) throws(DevelopmentCertificateError) -> Issued? {
        let certificatePath = path("\(name).pem")
        let keyPath = path("\(name)-key.pem")
        guard has(name) else { return nil }
        if isReplaceable, !(hasCertificate(name) && hasKey(name)) { return nil }
        do {
            let certificate = try Certificate(pemEncoded: String(contentsOfFile: certificatePath, encoding: .utf8))
            let key = try P256.Signing.PrivateKey(pemRepresentation: String(contentsOfFile: keyPath, encoding: .utf8))
            guard certificate.publicKey == .init(key.publicKey) else {
                if isReplaceable { return nil }
                throw DevelopmentCertificateError("")
            }
            return Issued(certificate: certificate, key: key)
        } catch {
            throw DevelopmentCertificateError(
                "\(certificatePath) and \(keyPath) are not a certificate and its key; remove both to make new ones")
        }
    }

    /// Writes both files, the key first, and gives back what was written.
    func store(_ issued: Issued, as name: String) throws(DevelopmentCertificateError) -> Issued {
        do {
            try write(issued.key.pemRepresentation, to: "\(name)-key.pem", permissions: 0o600)
            try write(issued.certificate.serializeAsPEM().pemString, to: "\(name).pem", permissions: 0o644)
            return issued
        } catch {
            throw DevelopmentCertificateError("\(path("\(name).pem")) cannot be written")
        }
    }

    /// By way of a file beside it that gets its name when it is on the disk; the next start writes over one that stayed.
    private func write(_ text: String, to name: String, permissions: mode_t) throws {
        let temporary = path(name + ".new")
        let file = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, permissions)
        guard file >= 0 else { throw DevelopmentCertificateError("") }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        try handle.write(contentsOf: Data(text.utf8))
        try handle.synchronize()
        try handle.close()
        guard unsafe rename(temporary, path(name)) == 0 else { throw DevelopmentCertificateError("") }
    }
}
