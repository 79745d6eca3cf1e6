// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import SwiftASN1
import X509

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

    /// Certificate and key of that name; nil when neither file is there.
    func load(_ name: String) throws(DevelopmentCertificateError) -> Issued? {
        let certificatePath = path("\(name).pem")
        let keyPath = path("\(name)-key.pem")
        guard FileManager.default.fileExists(atPath: certificatePath) || FileManager.default.fileExists(atPath: keyPath) else { return nil }
        do {
            let certificate = try Certificate(pemEncoded: String(contentsOfFile: certificatePath, encoding: .utf8))
            let key = try P256.Signing.PrivateKey(pemRepresentation: String(contentsOfFile: keyPath, encoding: .utf8))
            guard certificate.publicKey == .init(key.publicKey) else { throw DevelopmentCertificateError("") }
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

    /// The directory is closed to others, so the moment before the permissions are set gives nothing away.
    private func write(_ text: String, to name: String, permissions: Int) throws {
        try Data(text.utf8).write(to: directory.appending(path: name), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path(name))
    }
}
