// SPDX-License-Identifier: EUPL-1.2

package import Crypto
import Foundation
import JSON
package import OpenID4VP
import SwiftASN1
import X509

/// The certificate by which wallets know a party (ETSI TS 119 411-8).
package struct AccessCertificate: Sendable {
    /// The certificate in PEM.
    package let pem: String
    /// The identity that wallets read from it.
    package let identity: VerifierIdentity

    /// Maximum validity in days.
    package static let maximumDays = 366
    /// The extended key usage of access certificates.
    static let purpose: ASN1ObjectIdentifier = [0, 4, 0, 19411, 8, 1]

    /// The client identifier with the certificate's hash (OpenID4VP 1.0 §5.9.3): `x509_hash:` and SHA-256 in base64url.
    package var clientID: String { "x509_hash:" + Base64URL.encode(identity.certificateHash) }

    /// Reads a party's certificate: one certificate in PEM, the first if a chain follows.
    ///
    /// - Throws: `UnacceptableMember` with the member `access`.
    package init(pem: String) throws(UnacceptableMember) {
        guard let document = try? PEMDocument.parseMultiple(pemString: pem).first,
            let certificate = try? Certificate(pemDocument: document),
            let identity = VerifierIdentity(certificate, der: document.derBytes)
        else { throw UnacceptableMember("access", "not a certificate in PEM") }
        self.pem = pem
        self.identity = identity
    }

    /// Reads a public key in PEM.
    ///
    /// - Throws: `UnacceptableMember` with the member `public-key`.
    package static func publicKey(pem: String) throws(UnacceptableMember) -> P256.Signing.PublicKey {
        guard let key = try? P256.Signing.PublicKey(pemRepresentation: pem) else {
            throw UnacceptableMember("public-key", "not a P-256 public key in PEM")
        }
        return key
    }

    /// Reads the key of a certificate signing request (PKCS #10) in PEM. Its subject and its extensions are not used.
    ///
    /// - Throws: `UnacceptableMember` with the member `request`, also if the key has not signed the request.
    package static func publicKey(requestPEM pem: String) throws(UnacceptableMember) -> P256.Signing.PublicKey {
        guard let request = try? CertificateSigningRequest(pemEncoded: pem),
            let key = P256.Signing.PublicKey(request.publicKey), request.publicKey.isValidSignature(request.signature, for: request)
        else { throw UnacceptableMember("request", "not a certificate signing request in PEM, signed by its own P-256 key") }
        return key
    }
}
