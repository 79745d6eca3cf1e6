// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import NIOSSL
import SwiftASN1
import X509

/// A server's TLS certificate and key.
package struct TLSIdentity: Sendable {
    let certificates: [NIOSSLCertificate]
    let key: NIOSSLPrivateKey

    /// Creates an identity from PEM texts: the certificate chain, the server's own certificate first, and the unencrypted key.
    ///
    /// - Throws: an error of NIOSSL for an invalid certificate or key.
    package init(certificatePEM: String, keyPEM: String) throws {
        certificates = try NIOSSLCertificate.fromPEMBytes(Array(certificatePEM.utf8))
        key = try NIOSSLPrivateKey(bytes: Array(keyPEM.utf8), format: .pem)
    }

    init(certificates: [NIOSSLCertificate], key: NIOSSLPrivateKey) {
        self.certificates = certificates
        self.key = key
    }

    /// The server's own certificate; nil if it cannot be parsed.
    var leaf: Certificate? {
        guard let leaf = certificates.first, let bytes = try? leaf.toDERBytes() else { return nil }
        return try? Certificate(derEncoded: bytes)
    }

    /// The expiry of the server's own certificate; nil if it cannot be parsed.
    package var expiry: Date? { leaf?.notValidAfter }

    /// The TLS 1.3 configuration of a server with this identity, without client certificates.
    package var serverConfiguration: TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv13
        return configuration
    }
}
