// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
package import Foundation
import NIOSSL
import X509

/// A server's certificate and key in two PEM files.
package struct TLSFiles: Sendable {
    /// A chain of certificates in PEM has a few kilobytes.
    private static let maximumBytes = 1 << 20

    private let certificate: String
    private let key: String

    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// Reads and checks both files.
    ///
    /// - Throws: `TLSFilesError` naming the file, if a file is unreadable or not PEM, key and certificate do not match, or the certificate
    ///   is not valid at this time.
    package func identity(at now: Date) throws -> TLSIdentity {
        let identity = TLSIdentity(
            certificates: try read(certificate, "certificates") { try NIOSSLCertificate.fromPEMBytes(Array($0.utf8)) },
            key: try read(key, "a key without a password") { try NIOSSLPrivateKey(bytes: Array($0.utf8), format: .pem) })
        guard let leaf = identity.leaf else { throw TLSFilesError("\(certificate) cannot be read as certificates in PEM") }
        // The TLS library compares key and certificate when it creates a context.
        guard (try? NIOSSLContext(configuration: identity.serverConfiguration)) != nil else {
            throw TLSFilesError(
                "\(key) is not the key of the certificate \(certificate), in which the server's own certificate must come first")
        }
        guard leaf.notValidAfter > now else {
            throw TLSFilesError("\(certificate) has expired on \(leaf.notValidAfter.ISO8601Format())")
        }
        guard leaf.notValidBefore <= now else {
            throw TLSFilesError("\(certificate) is not valid before \(leaf.notValidBefore.ISO8601Format())")
        }
        return identity
    }

    private func read<Value>(_ path: String, _ kind: String, _ parse: (String) throws -> Value) throws -> Value {
        let text: String
        do {
            text = try BoundedRead.text(of: path, atMost: Self.maximumBytes)
        } catch {
            throw TLSFilesError(error.reason)
        }
        do {
            return try parse(text)
        } catch {
            throw TLSFilesError("\(path) cannot be read as \(kind) in PEM")
        }
    }
}

/// An error of the TLS files. It names a file but never contains its content.
package struct TLSFilesError: Error, Sendable, CustomStringConvertible {
    /// The reason, in one sentence.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
