// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import SwiftASN1
import X509

/// A root and its certificates.
struct TestAuthority: Sendable {
    private let key = P256.Signing.PrivateKey()
    private let time: Date
    let name: String

    /// Creates an authority whose certificates are valid for years around a time.
    init(_ name: String, at time: Date) {
        self.name = name
        self.time = time
    }

    /// The root, in DER.
    var root: [UInt8] { get throws { try certificate(for: key.publicKey, called: name, isAuthority: true) } }

    /// Returns a certificate in DER for a key.
    func certificate(for key: P256.Signing.PublicKey, called name: String, isAuthority: Bool = false) throws -> [UInt8] {
        try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key),
            notValidBefore: time.addingTimeInterval(-86_400 * 365), notValidAfter: time.addingTimeInterval(86_400 * 3650),
            issuer: DistinguishedName { CommonName(self.name) }, subject: DistinguishedName { CommonName(name) },
            extensions: Certificate.Extensions {
                Critical(isAuthority ? BasicConstraints.isCertificateAuthority(maxPathLength: 0) : .notCertificateAuthority)
                Critical(isAuthority ? KeyUsage(keyCertSign: true) : KeyUsage(digitalSignature: true))
            }, issuerPrivateKey: .init(self.key)
        ).serializeAsPEM().derBytes
    }
}
