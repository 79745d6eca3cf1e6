// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DurableFiles
import Foundation
import SwiftASN1
import X509

/// Certificates and their keys as PEM files in one directory.
struct CertificateFiles {
    /// The development authorities' files have about a kilobyte.
    private static let maximumBytes = 64 << 10

    let directory: URL

    func path(_ name: String) -> String { directory.appending(path: name).path }

    func makeDirectory() throws {
        do {
            try LockedDirectory.make(directory.path)
        } catch {
            throw DevelopmentCertificateError(error.reason)
        }
    }

    /// Returns true if a certificate or a key with this name exists.
    func has(_ name: String) -> Bool { hasCertificate(name) || hasKey(name) }

    func hasCertificate(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path("\(name).pem")) }

    func hasKey(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path("\(name)-key.pem")) }

    /// Returns the certificate and key with this name; nil if neither file exists.
    ///
    /// - Parameter isReplaceable: true returns nil also for a single file, and for two that do not match, because `store` was interrupted
    ///   between them. An unreadable file is an error in any case.
    func load(_ name: String, isReplaceable: Bool = false) throws -> Issued? {
        let certificatePath = path("\(name).pem")
        let keyPath = path("\(name)-key.pem")
        guard has(name) else { return nil }
        if isReplaceable, !(hasCertificate(name) && hasKey(name)) { return nil }
        let noPair = DevelopmentCertificateError(
            "\(certificatePath) and \(keyPath) are not a certificate and its key; remove both to make new ones")
        let found: Issued
        do {
            found = Issued(
                certificate: try Certificate(pemEncoded: BoundedRead.text(of: certificatePath, atMost: Self.maximumBytes)),
                key: try P256.Signing.PrivateKey(pemRepresentation: BoundedRead.text(of: keyPath, atMost: Self.maximumBytes)))
        } catch {
            throw noPair
        }
        guard found.certificate.publicKey == .init(found.key.publicKey) else {
            if isReplaceable { return nil }
            throw noPair
        }
        return found
    }

    /// Writes both files, the key first, and returns them.
    func store(_ issued: Issued, as name: String) throws -> Issued {
        do {
            try DurableFile(path("\(name)-key.pem")).replace(with: Data(issued.key.pemRepresentation.utf8))
            let certificate = try issued.certificate.serializeAsPEM().pemString
            try DurableFile(path("\(name).pem")).replace(with: Data(certificate.utf8), permissions: 0o644)
            return issued
        } catch {
            throw DevelopmentCertificateError((error as? FileError)?.reason ?? "\(path("\(name).pem")) cannot be written")
        }
    }
}
