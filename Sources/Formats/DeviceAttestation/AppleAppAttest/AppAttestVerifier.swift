// SPDX-License-Identifier: EUPL-1.2

public import Crypto
public import Foundation
import SwiftASN1
@_spi(FixedExpiryValidationTime) public import X509

/// A verifier of App Attest attestations and assertions of one app in one environment. It performs every step of Apple's "Validating apps
/// that connect to your server".
///
/// It keeps no state. The caller ensures that a challenge is used only once and stores the counter.
public struct AppAttestVerifier: Sendable {
    /// The trusted roots, normally only Apple's App Attestation Root CA.
    public let roots: [Certificate]
    /// The accepted app.
    public let appID: AppID
    /// The accepted environment.
    public let environment: AppAttestEnvironment

    /// A verifier with parsed roots.
    public init(roots: [Certificate], appID: AppID, environment: AppAttestEnvironment) {
        self.roots = roots
        self.appID = appID
        self.environment = environment
    }

    /// Verifies an attestation.
    ///
    /// - Parameters:
    ///   - bytes: the attestation object.
    ///   - clientDataHash: SHA-256 of the caller's own challenge, 32 bytes.
    ///   - time: the time at which the certificates must be valid.
    /// - Returns: the attested key.
    /// - Throws: `AttestationRejection`. The checks run in this order: form, certificates, nonce, key id, app id, counter, environment.
    public func verify(
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
    ///   - clientData: the data that the device must have signed, of any length, not yet hashed.
    ///   - publicKey: the device's attested key.
    ///   - previousCounter: the counter of the last accepted assertion, 0 before the first.
    /// - Returns: the new counter, greater than `previousCounter`. Store it before acting on the assertion.
    /// - Throws: `AttestationRejection`. The checks run in this order: form, signature, app id, counter.
    public func verify(
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

    /// The times at which certificates can be verified, in seconds since 1970: the years 1 to 9999 (RFC 5280, section 4.1.2.5). With any
    /// other time the X.509 library would end the program.
    package static let times: ClosedRange<TimeInterval> = -62_135_596_800...253_402_300_799

    /// The credential certificate, after verifying that the chain is exactly credential, intermediate, trusted root (RFC 5280).
    private func credentialCertificate(
        of attestation: AppAttestAttestation, at time: Date
    ) async throws(AttestationRejection) -> Certificate {
        guard attestation.certificates.count == AppAttestAttestation.certificateCount,
            Self.times.contains(time.timeIntervalSince1970)
        else { throw AttestationRejection(.certificateChain) }
        let certificates = attestation.certificates.compactMap { try? Certificate(derEncoded: $0) }
        guard certificates.count == AppAttestAttestation.certificateCount else { throw AttestationRejection(.certificateChain) }
        var verifier = Verifier(rootCertificates: CertificateStore(roots)) {
            RFC5280Policy(fixedExpiryValidationTime: time)
        }
        let result = await verifier.validate(leaf: certificates[0], intermediates: CertificateStore([certificates[1]]))
        // The library accepts any valid chain; here the chain must consist of exactly the certificates sent and a root.
        guard case .validCertificate(let chain) = result, chain.count == 3, Array(chain.prefix(2)) == certificates else {
            throw AttestationRejection(.certificateChain)
        }
        return certificates[0]
    }
}
