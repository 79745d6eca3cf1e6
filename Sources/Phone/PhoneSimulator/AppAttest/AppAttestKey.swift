// SPDX-License-Identifier: EUPL-1.2

package import Crypto
package import DeviceAttestation
package import Foundation
import X509

/// A device key of a simulated iPhone for one app in one environment. It produces the same structures as `DCAppAttestService`.
///
/// The key is a stateless value: the caller keeps the counter and stores the next value before it releases an assertion.
package struct AppAttestKey: Sendable {
    package let appID: AppID
    package let environment: AppAttestEnvironment
    private let privateKey: P256.Signing.PrivateKey

    /// The validity of a credential certificate before and after its creation: one day before and two days after, as in Apple's
    /// certificates.
    private static let validity: (before: TimeInterval, after: TimeInterval) = (86_400, 2 * 86_400)

    package init(privateKey: P256.Signing.PrivateKey, appID: AppID, environment: AppAttestEnvironment) {
        self.privateKey = privateKey
        self.appID = appID
        self.environment = environment
    }

    package var publicKey: P256.Signing.PublicKey { privateKey.publicKey }

    /// Apple's identifier of the key: SHA-256 of the public key as an uncompressed point, 32 bytes.
    package var keyID: [UInt8] { publicKey.appAttestKeyID }

    /// Makes an attestation object with counter 0, as `DCAppAttestService.attestKey` does. Its receipt is an empty byte string, since
    /// Apple's receipts are for Apple's servers.
    ///
    /// - Parameters:
    ///   - clientDataHash: SHA-256 of the challenge, 32 bytes.
    ///   - authority: signs the credential certificate in Apple's place.
    ///   - now: the certificate is valid from one day before to two days after this time.
    ///   - generator: supplies the certificate's serial number.
    /// - Returns: the object in CBOR.
    /// - Throws: the error of X509 when the certificate cannot be made.
    package func attestation(
        clientDataHash: [UInt8], by authority: DevelopmentAppleCA, now: Date, using generator: inout some RandomNumberGenerator
    ) throws -> [UInt8] {
        let credential = AttestedCredential(aaguid: environment.aaguid, id: keyID, publicKey: publicKey)
        let data = AuthenticatorData(relyingPartyIDHash: appID.relyingPartyIDHash, counter: 0, credential: credential).encode()
        let nonce = try AppAttestNonce(authenticatorData: data, clientDataHash: clientDataHash).makeExtension()
        let certificate = try Certificate(
            version: .v3,
            serialNumber: .random(using: &generator),
            publicKey: Certificate.PublicKey(publicKey),
            notValidBefore: now.addingTimeInterval(-Self.validity.before),
            notValidAfter: now.addingTimeInterval(Self.validity.after),
            issuer: authority.intermediate.subject,
            subject: DistinguishedName {
                CommonName(keyID.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
                OrganizationalUnitName("AAA Certification")
                OrganizationName("Development")
            },
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true, nonRepudiation: true, keyEncipherment: true, dataEncipherment: true))
                nonce
            },
            issuerPrivateKey: Certificate.PrivateKey(authority.intermediateKey))
        return AppAttestAttestation(
            certificates: [try certificate.derEncoded(), try authority.intermediate.derEncoded()],
            receipt: [],
            authenticatorData: data
        ).encode()
    }

    /// Makes an assertion, as `DCAppAttestService.generateAssertion` does.
    ///
    /// - Parameters:
    ///   - clientData: the data to sign, of any length; this method takes its SHA-256.
    ///   - counter: the number of signatures including this signature: at least 1, and higher than any earlier number.
    /// - Returns: the assertion in CBOR.
    /// - Throws: the error of Crypto when signing fails.
    package func assertion(clientData: [UInt8], counter: UInt32) throws -> [UInt8] {
        let data = AuthenticatorData(relyingPartyIDHash: appID.relyingPartyIDHash, counter: counter).encode()
        let nonce = AppAttestNonce(authenticatorData: data, clientDataHash: Array(SHA256.hash(data: clientData)))
        let signature = try privateKey.signature(for: nonce.bytes)
        return AppAttestAssertion(signature: Array(signature.derRepresentation), authenticatorData: data).encode()
    }
}
