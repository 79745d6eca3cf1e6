// SPDX-License-Identifier: EUPL-1.2

package import Crypto
package import Foundation
import SwiftASN1
@_spi(FixedExpiryValidationTime) package import X509

/// Verifies what Apple's App Attest service and a device's attested key say about one app in one environment: the steps of Apple's "Validating
/// apps that connect to your server", each of them.
///
/// Nothing is remembered here: that a challenge is used once and that the counter is stored is the caller's work.
package struct AppAttestVerifier: Sendable {
    /// The roots that are trusted, normally Apple's App Attestation Root CA only.
    package let roots: [Certificate]
    /// The app whose proofs are accepted.
    package let appID: AppID
    /// The environment whose keys are accepted.
    package let environment: AppAttestEnvironment

    /// A verifier for one app in one environment.
    package init(roots: [Certificate], appID: AppID, environment: AppAttestEnvironment) {
        self.roots = roots
        self.appID = appID
        self.environment = environment
    }

    /// Verifies an attestation.
    ///
    /// - Parameters:
    ///   - bytes: the attestation object.
    ///   - clientDataHash: SHA-256 of the challenge, 32 bytes, computed by the caller from its own challenge.
    ///   - time: the time for which the certificates must be valid.
    /// - Returns: the key that is attested.
    /// - Throws: `AttestationRejection`. The order of the checks is: form, certificates, nonce, key id, app id, counter, environment.
    package func verify(
        attestation bytes: [UInt8], clientDataHash: [UInt8], at time: Date
    ) async throws(AttestationRejection) -> AttestedAppleKey {
        let attestation = try AppAttestAttestation(decoding: bytes)
        let data = try AuthenticatorData(attestation: attestation.authenticatorData)
        guard let credential = data.credential else { throw AttestationRejection(.malformed) }

        let certificate = try await credentialCertificate(of: attestation, at: time)
        let nonce = AppAttestNonce(authenticatorData: attestation.authenticatorData, clientDataHash: clientDataHash)
        guard try AppAttestNonce(in: certificate) == nonce else { throw AttestationRejection(.nonce) }

        guard let publicKey = P256.Signing.PublicKey(certificate.publicKey), publicKey.appAttestKeyID == credential.id,
            publicKey.rawRepresentation == credential.publicKey.rawRepresentation
        else { throw AttestationRejection(.keyID) }
        guard data.relyingPartyIDHash == appID.relyingPartyIDHash else { throw AttestationRejection(.appID) }
        guard data.counter == 0 else { throw AttestationRejection(.counter) }
        guard credential.aaguid == environment.aaguid else { throw AttestationRejection(.environment) }
        return AttestedAppleKey(publicKey: publicKey, keyID: credential.id, counter: data.counter)
    }

    /// Verifies an assertion.
    ///
    /// - Parameters:
    ///   - bytes: the assertion object.
    ///   - clientData: the data that the device must have signed, any length; its SHA-256 is taken here.
    ///   - publicKey: the device's attested key.
    ///   - previousCounter: the counter of the last assertion that was accepted, 0 if there was none.
    /// - Returns: the new counter, greater than `previousCounter`, to be stored before the assertion has any effect.
    /// - Throws: `AttestationRejection`. The order of the checks is: form, signature, app id, counter.
    package func verify(
        assertion bytes: [UInt8], clientData: [UInt8], publicKey: P256.Signing.PublicKey, previousCounter: UInt32
    ) throws(AttestationRejection) -> UInt32 {
        let assertion = try AppAttestAssertion(decoding: bytes)
        let data = try AuthenticatorData(assertion: assertion.authenticatorData)
        let nonce = AppAttestNonce(
            authenticatorData: assertion.authenticatorData, clientDataHash: Array(SHA256.hash(data: clientData)))
        guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: assertion.signature),
            publicKey.isValidSignature(signature, for: nonce.bytes)
        else { throw AttestationRejection(.signature) }
        guard data.relyingPartyIDHash == appID.relyingPartyIDHash else { throw AttestationRejection(.appID) }
        guard data.counter > previousCounter else { throw AttestationRejection(.counter) }
        return data.counter
    }

    /// The credential's certificate, once the chain is exactly credential, intermediate, trusted root, and valid (RFC 5280) at the time.
    private func credentialCertificate(
        of attestation: AppAttestAttestation, at time: Date
    ) async throws(AttestationRejection) -> Certificate {
        let certificates = attestation.certificates.compactMap { try? Certificate(derEncoded: $0) }
        guard attestation.certificates.count == 2, certificates.count == 2 else { throw AttestationRejection(.certificateChain) }
        var verifier = Verifier(rootCertificates: CertificateStore(roots)) {
            RFC5280Policy(fixedExpiryValidationTime: time)
        }
        let result = await verifier.validate(leaf: certificates[0], intermediates: CertificateStore([certificates[1]]))
        // The library looks for any chain; here it must be the one that was sent, all of it.
        guard case .validCertificate(let chain) = result, chain.count == 3, Array(chain.prefix(2)) == certificates else {
            throw AttestationRejection(.certificateChain)
        }
        return certificates[0]
    }
}
