// SPDX-License-Identifier: EUPL-1.2

package import Crypto
package import DeviceAttestation
package import Foundation
import X509

/// A device key of a simulated iPhone: makes what `DCAppAttestService` makes on a real one, for one app in one environment.
///
/// It is a value without a memory: the counter is the caller's, who stores the next one before an assertion leaves the phone.
package struct AppAttestKey: Sendable {
    /// The app that made the key.
    package let appID: AppID
    /// The environment for which the key was made.
    package let environment: AppAttestEnvironment
    private let privateKey: P256.Signing.PrivateKey

    /// How long a credential's certificate is valid before and after it is made: one day and two, as Apple's.
    private static let validity: (before: TimeInterval, after: TimeInterval) = (86_400, 2 * 86_400)

    /// The key of an app in an environment.
    package init(privateKey: P256.Signing.PrivateKey, appID: AppID, environment: AppAttestEnvironment) {
        self.privateKey = privateKey
        self.appID = appID
        self.environment = environment
    }

    /// The public key.
    package var publicKey: P256.Signing.PublicKey { privateKey.publicKey }

    /// Apple's name for the key: SHA-256 of the public key as an uncompressed point, 32 bytes.
    package var keyID: [UInt8] { publicKey.appAttestKeyID }

    /// What `DCAppAttestService.attestKey` returns: an attestation object with counter 0. It has no receipt (Apple's would be for Apple's own
    /// servers): its byte string is empty.
    ///
    /// - Parameters:
    ///   - clientDataHash: SHA-256 of the challenge, 32 bytes.
    ///   - authority: signs the credential's certificate in Apple's place.
    ///   - now: the certificate is valid from one day before to two days after it.
    ///   - generator: gives the certificate's serial number.
    /// - Returns: the object in CBOR.
    /// - Throws: what X509 throws when the certificate cannot be made.
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

    /// What `DCAppAttestService.generateAssertion` returns.
    ///
    /// - Parameters:
    ///   - clientData: the data to vouch for, any length; its SHA-256 is taken here.
    ///   - counter: how often the key has signed with this one, at least 1, more than ever before.
    /// - Returns: the assertion in CBOR.
    /// - Throws: what Crypto throws when signing fails.
    package func assertion(clientData: [UInt8], counter: UInt32) throws -> [UInt8] {
        let data = AuthenticatorData(relyingPartyIDHash: appID.relyingPartyIDHash, counter: counter).encode()
        let nonce = AppAttestNonce(authenticatorData: data, clientDataHash: Array(SHA256.hash(data: clientData)))
        let signature = try privateKey.signature(for: nonce.bytes)
        return AppAttestAssertion(signature: Array(signature.derRepresentation), authenticatorData: data).encode()
    }
}
