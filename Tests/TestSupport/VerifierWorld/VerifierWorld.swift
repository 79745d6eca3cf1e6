// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The parties of a presentation, made once in a process: the authorities, two verifiers, the registrar, the issuer of the cards.
package enum VerifierWorld {
    /// The time of every test, in seconds since 1970.
    package static let now: Int64 = 1_800_000_000
    package static let time = Date(timeIntervalSince1970: 1_800_000_000)

    /// Certifies the verifiers.
    package static let accessRoot = made { try TestSigner.root("access root") }
    /// Has the name of ``accessRoot`` and a different key; it is not trusted.
    package static let falseAccessRoot = made { try TestSigner.root("access root") }
    /// Certifies the registrar.
    package static let registrarRoot = made { try TestSigner.root("registrar root") }
    /// Certifies the issuer of the cards.
    package static let issuerRoot = made { try TestSigner.root("issuer root") }

    /// The verifier that asks.
    package static let verifier = made {
        try TestVerifier(
            tradeName: "Boekwinkel", legalName: "Boekwinkel Voorbeeld B.V.", identifier: "NTRNL-12345678", host: "shop.example")
    }
    /// Another verifier under the same root.
    package static let otherVerifier = made {
        try TestVerifier(tradeName: "Garage", legalName: "Garage Voorbeeld B.V.", identifier: "NTRNL-87654321", host: "garage.example")
    }
    /// Signs registration certificates.
    package static let registrar = made { try registrarRoot.certify(TestCertificate(name: "registrar")) }
    /// Signs cards as SD-JWTs.
    package static let issuer = made { try issuerRoot.certify(TestCertificate(name: "issuer")) }
    /// Signs cards as mdocs.
    package static let documentSigner = made {
        var certificate = TestCertificate(name: "document signer")
        certificate.purposes = [TestCertificate.documentPurpose]
        certificate.isPurposeCritical = true
        return try issuerRoot.certify(certificate)
    }

    /// Random bytes, for salts.
    package static let random: @Sendable (Int) -> [UInt8] = { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } }

    /// A value made from constants and fresh keys, which therefore cannot fail.
    private static func made<Value>(_ body: () throws -> Value) -> Value {
        do { return try body() } catch { preconditionFailure("a party cannot be made: \(error)") }
    }
}
