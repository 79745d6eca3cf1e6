// SPDX-License-Identifier: EUPL-1.2

package import Crypto
import JOSE
package import JSON
import SwiftASN1
package import X509

/// A key with its certificate: a root, an authority below it, or a signer of data.
package struct TestSigner: Sendable {
    package let key: P256.Signing.PrivateKey
    package let certificate: Certificate
    /// The value of `x5c`: DER certificates, this one first, without the root. Empty for a root.
    package let chain: [[UInt8]]

    private init(_ key: P256.Signing.PrivateKey, _ certificate: Certificate, chain: [[UInt8]]) {
        (self.key, self.certificate, self.chain) = (key, certificate, chain)
    }

    /// A new root.
    package static func root(_ name: String) throws -> TestSigner {
        var certificate = TestCertificate(name: name)
        certificate.isAuthority = true
        certificate.until = 10 * 365 * 86_400
        return try root(certificate)
    }

    /// A root with this certificate, which its own key signs.
    package static func root(_ certificate: TestCertificate) throws -> TestSigner {
        TestSigner(certificate.key, try certificate.made(by: nil), chain: [])
    }

    /// A signer or an authority that this one certifies.
    package func certify(_ certificate: TestCertificate) throws -> TestSigner {
        let made = try certificate.made(by: self)
        return TestSigner(certificate.key, made, chain: [try made.der] + chain)
    }

    /// Signs with ES256: r ‖ s.
    package func sign(_ input: [UInt8]) throws -> [UInt8] { Array(try key.signature(for: input).rawRepresentation) }

    /// Signs claims as a JWT of this type, with the chain as `x5c`.
    ///
    /// - Parameter change: changes the header before it is signed.
    package func jwt(_ type: String, _ claims: JSONObject, change: (inout JSONObject) -> Void = { _ in }) throws -> String {
        var header: JSONObject = ["alg": "ES256", "typ": .string(type), "x5c": X5C.encode(chain)]
        change(&header)
        return try CompactJWS.sign(header: header, payload: claims.encode(), with: key).serialized
    }
}

extension Certificate {
    /// The certificate's bytes.
    package var der: [UInt8] {
        get throws {
            var serializer = DER.Serializer()
            try serialize(into: &serializer)
            return serializer.serializedBytes
        }
    }
}
