// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import NIOSSL
import SwiftASN1
import X509

/// The certificate with which a server shows who it is, and its key.
package struct TLSIdentity: Sendable {
    let certificates: [NIOSSLCertificate]
    let key: NIOSSLPrivateKey

    /// An identity from PEM texts: the server's certificate first, then what leads to its root; the key unencrypted.
    ///
    /// - Throws: what NIOSSL throws for a text that is no certificate or no key.
    package init(certificatePEM: String, keyPEM: String) throws {
        certificates = try NIOSSLCertificate.fromPEMBytes(Array(certificatePEM.utf8))
        key = try NIOSSLPrivateKey(bytes: Array(keyPEM.utf8), format: .pem)
    }

    init(certificates: [NIOSSLCertificate], key: NIOSSLPrivateKey) {
        self.certificates = certificates
        self.key = key
    }

    /// The server's own certificate; nil when it cannot be read.
    var leaf: Certificate? {
        guard let leaf = certificates.first, let bytes = try? leaf.toDERBytes() else { return nil }
        return try? Certificate(derEncoded: bytes)
    }

    /// When the server's own certificate ends; nil when that cannot be read.
    package var expiry: Date? { leaf?.notValidAfter }

    /// A server's TLS 1.3 with this identity; clients are not asked for a certificate.
    package var serverConfiguration: TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv13
        return configuration
    }
}
