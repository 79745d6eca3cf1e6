// SPDX-License-Identifier: EUPL-1.2

package import Crypto
package import Foundation
package import X509

/// Verifies what the hardware of an Android device says about a key (developer.android.com, "Verify hardware-backed key pairs with key
/// attestation"), and what that key signs.
///
/// Nothing is remembered or fetched here: that a challenge is used once and that the list of revoked certificates is young is the caller's work.
package struct AndroidKeyAttestationVerifier: Sendable {
    /// The roots that are trusted, normally Google's hardware attestation roots. Their own dates are judged only by the policy that says so.
    package let roots: [Certificate]
    /// What a key must be.
    package let policy: AndroidAttestationPolicy

    /// A verifier for one policy.
    package init(roots: [Certificate], policy: AndroidAttestationPolicy) {
        self.roots = roots
        self.policy = policy
    }

    /// A verifier whose roots stand in a configuration.
    ///
    /// - Parameters:
    ///   - rootsPEM: one or more certificates in PEM, one behind the other, read by `CertificatesPEM`.
    ///   - policy: what a key must be.
    /// - Throws: `AttestationRejection` with `certificate_chain` when the text holds no certificate, or one that cannot be read.
    package init(rootsPEM: String, policy: AndroidAttestationPolicy) throws(AttestationRejection) {
        let certificates = try CertificatesPEM.decode(rootsPEM)
        let roots = certificates.compactMap { AttestationCertificate(der: $0)?.certificate }
        guard !roots.isEmpty, roots.count == certificates.count else { throw AttestationRejection(.certificateChain) }
        self.init(roots: roots, policy: policy)
    }

    /// Verifies an attestation.
    ///
    /// - Parameters:
    ///   - chain: the certificates in DER, the leaf first, the root last or left out.
    ///   - challenge: what the app had to give to the system when it made the key: SHA-256 of the provider's challenge, 32 bytes.
    ///   - revocationList: Google's list as it was last fetched; nil when it never was.
    ///   - time: the time for which certificates and list must be good.
    /// - Returns: the key that is attested.
    /// - Throws: `AttestationRejection`. The order of the checks is: certificates (`certificate_chain`), revocation (`revocation_unknown`,
    ///   `revoked`), form of the attestation (`malformed`; `certificate_chain` when it does not stand in the leaf alone), `challenge`,
    ///   `security_level`, `verified_boot`, `app_id`, `patch_level`, `key_properties`.
    package func verify(
        chain: [[UInt8]], challenge: [UInt8], revocationList: AndroidRevocationList?, at time: Date
    ) throws(AttestationRejection) -> AttestedAndroidKey {
        let chain = try AttestationCertificateChain(chain, roots: roots)
        guard chain.isValid(at: time, rule: policy.certificateValidity) else { throw AttestationRejection(.certificateChain) }
        try check(revocationOf: chain, by: revocationList, at: time)

        let description = try AndroidKeyDescription(in: chain)
        guard description.attestationChallenge == challenge else { throw AttestationRejection(.challenge) }
        guard policy.securityLevels.contains(description.attestationSecurityLevel),
            policy.securityLevels.contains(description.keyMintSecurityLevel)
        else { throw AttestationRejection(.securityLevel) }
        guard policy.accepts(description.hardwareEnforced.rootOfTrust) else { throw AttestationRejection(.verifiedBoot) }
        guard policy.accepts(description.softwareEnforced.applicationID) else { throw AttestationRejection(.appID) }
        guard let patchLevel = description.hardwareEnforced.osPatchLevel, patchLevel >= policy.minimumOSPatchLevel else {
            throw AttestationRejection(.patchLevel)
        }
        guard description.isOfSigningKey, let publicKey = chain.leafKey.flatMap({ P256.Signing.PublicKey($0) }) else {
            throw AttestationRejection(.keyProperties)
        }
        return AttestedAndroidKey(publicKey: publicKey, description: description)
    }

    /// Verifies a signature of a device key: the wire's `android_signature`.
    ///
    /// - Parameters:
    ///   - signature: ECDSA in ASN.1 DER.
    ///   - message: the bytes that were signed; their SHA-256 is taken here.
    ///   - publicKey: the device's attested key.
    /// - Throws: `AttestationRejection` with `malformed` when it is no signature in DER, with `signature` when it is not by this key over this
    ///   message.
    package static func verify(
        signature: [UInt8], over message: [UInt8], publicKey: P256.Signing.PublicKey
    ) throws(AttestationRejection) {
        guard let parsed = try? P256.Signing.ECDSASignature(derRepresentation: signature),
            Array(parsed.derRepresentation) == signature
        else { throw AttestationRejection(.malformed) }
        guard publicKey.isValidSignature(parsed, for: message) else { throw AttestationRejection(.signature) }
    }

    private func check(
        revocationOf chain: AttestationCertificateChain, by list: AndroidRevocationList?, at time: Date
    ) throws(AttestationRejection) {
        guard let list, list.isCurrent(at: time, maximumAge: policy.maximumRevocationListAge) else {
            throw AttestationRejection(.revocationUnknown)
        }
        let certificates = chain.sent.map(\.certificate) + [chain.root]
        guard !certificates.contains(where: { list.names($0.serialNumber) }) else { throw AttestationRejection(.revoked) }
    }
}

extension AndroidKeyDescription {
    /// The description in a chain's leaf.
    ///
    /// Of several, only the one nearest to the root is the secure hardware's: whoever has an attested key can put certificates of his own making
    /// below its certificate. So the one nearest to the root must be the leaf's, and there is no other.
    fileprivate init(in chain: AttestationCertificateChain) throws(AttestationRejection) {
        let bearers = chain.sent.indices.filter { chain.sent[$0].certificate.extensions[oid: Self.extensionID] != nil }
        guard let nearestToRoot = bearers.last, let value = chain.leaf.extensions[oid: Self.extensionID]?.value, nearestToRoot == 0 else {
            throw AttestationRejection(bearers.isEmpty ? .malformed : .certificateChain)
        }
        try self.init(decoding: Array(value))
    }

    /// Whether the hardware says that the key is a P-256 key that was made where it lives, that can sign and, at most, verify, and that belongs to
    /// the app alone.
    fileprivate var isOfSigningKey: Bool {
        let key = hardwareEnforced
        // Keymaster 4's StrongBox names the size and not the curve; the certified key is known to be a point of P-256 all the same.
        return key.number(.algorithm) == 3 && key.number(.keySize) ?? 256 == 256 && key.number(.ecCurve) ?? 1 == 1
            && (key.number(.keySize) != nil || key.number(.ecCurve) != nil)
            && key.number(.origin) == 0 && (key.numbers(.purpose) == [2] || key.numbers(.purpose) == [2, 3])
            && key[.allApplications] == nil && softwareEnforced[.allApplications] == nil
    }
}

extension AndroidAttestationPolicy {
    fileprivate func accepts(_ root: RootOfTrust?) -> Bool {
        guard requiresVerifiedBoot else { return true }
        // No key, no verification, whatever else is said.
        guard let root, root.isDeviceLocked, root.verifiedBootKey.contains(where: { $0 != 0 }) else { return false }
        switch root.verifiedBootState {
        case .verified: return verifiedBootKeys.isEmpty || verifiedBootKeys.contains(root.verifiedBootKey)
        case .selfSigned: return selfSignedBootKeys.contains(root.verifiedBootKey)
        case .unverified, .failed: return false
        }
    }

    fileprivate func accepts(_ application: AttestationApplicationID?) -> Bool {
        guard let application, !application.packages.isEmpty, !application.signatureDigests.isEmpty else { return false }
        return application.packages.allSatisfy { packageNames.contains($0.name) }
            && application.signatureDigests.allSatisfy { signingCertificateDigests.contains($0) }
    }
}
