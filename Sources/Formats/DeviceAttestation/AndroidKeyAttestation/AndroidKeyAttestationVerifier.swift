// SPDX-License-Identifier: EUPL-1.2

public import Crypto
public import Foundation
public import X509

/// A verifier of Android key attestations (developer.android.com, "Verify hardware-backed key pairs with key attestation") and of
/// signatures by attested keys.
///
/// It keeps no state and fetches nothing. The caller ensures that a challenge is used only once and that the revocation list is recent.
public struct AndroidKeyAttestationVerifier: Sendable {
    /// Maximum number of certificates in a chain, including the root; real chains have up to five.
    public static let maximumCount = 8
    /// Maximum size of a certificate in bytes of DER.
    public static let maximumCertificateSize = 1 << 14

    /// The trusted roots, normally Google's hardware attestation roots. Their dates are checked only if the policy requires it.
    public let roots: [Certificate]
    /// The requirements on a key.
    public let policy: AndroidAttestationPolicy

    /// A verifier with parsed roots.
    public init(roots: [Certificate], policy: AndroidAttestationPolicy) {
        self.roots = roots
        self.policy = policy
    }

    /// A verifier with roots from a configuration.
    ///
    /// - Parameters:
    ///   - rootsPEM: one or more concatenated PEM certificates, read by `CertificatesPEM`.
    ///   - policy: the requirements on a key.
    /// - Throws: `AttestationRejection` with `certificate_chain` if the text has no certificate or an unreadable certificate.
    public init(rootsPEM: String, policy: AndroidAttestationPolicy) throws(AttestationRejection) {
        let certificates = try CertificatesPEM.decode(rootsPEM)
        let roots = certificates.compactMap { AttestationCertificate(der: $0)?.certificate }
        guard !roots.isEmpty, roots.count == certificates.count else { throw AttestationRejection(.certificateChain) }
        self.init(roots: roots, policy: policy)
    }

    /// Verifies an attestation.
    ///
    /// - Parameters:
    ///   - chain: DER certificates, the leaf first, with or without the root at the end.
    ///   - challenge: the attestation challenge given to the system at key creation: SHA-256 of the provider's challenge, 32 bytes.
    ///   - revocationList: Google's list as last fetched; nil if it has never been fetched.
    ///   - time: the time at which certificates and list must be valid.
    /// - Returns: the attested key.
    /// - Throws: `AttestationRejection`. The checks run in this order: certificates (`certificate_chain`), revocation
    ///   (`revocation_unknown`, `revoked`), form (`malformed`; `certificate_chain` unless the leaf alone has the extension), `challenge`,
    ///   `security_level`, `verified_boot`, `app_id`, `patch_level`, `key_properties`.
    public func verify(
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

    /// Verifies a signature by a device key: `android_signature` in the protocol.
    ///
    /// - Parameters:
    ///   - signature: ECDSA in ASN.1 DER.
    ///   - message: the signed bytes, not yet hashed.
    ///   - publicKey: the device's attested key.
    /// - Throws: `AttestationRejection` with `malformed` if it is not a DER signature, with `signature` if it is not valid for this key and
    ///   message.
    public static func verify(
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
    /// Reads the description in a chain's leaf.
    ///
    /// If several certificates have a key description, only the description nearest to the root comes from secure hardware, because the
    /// owner of an attested key can append certificates of his own. The description must therefore be in the leaf, and only there.
    fileprivate init(in chain: AttestationCertificateChain) throws(AttestationRejection) {
        let bearers = chain.sent.indices.filter { chain.sent[$0].certificate.extensions[oid: Self.extensionID] != nil }
        guard let nearestToRoot = bearers.last, let value = chain.leaf.extensions[oid: Self.extensionID]?.value, nearestToRoot == 0 else {
            throw AttestationRejection(bearers.isEmpty ? .malformed : .certificateChain)
        }
        try self.init(decoding: Array(value))
    }

    /// True if the hardware describes a P-256 key that was generated in the hardware, can sign and at most also verify, and belongs to the
    /// app alone.
    fileprivate var isOfSigningKey: Bool {
        let key = hardwareEnforced
        // Keymaster 4's StrongBox states the size but not the curve; the certified key has already been checked to be a P-256 point.
        return key.number(.algorithm) == 3 && key.number(.keySize) ?? 256 == 256 && key.number(.ecCurve) ?? 1 == 1
            && (key.number(.keySize) != nil || key.number(.ecCurve) != nil)
            && key.number(.origin) == 0 && (key.numbers(.purpose) == [2] || key.numbers(.purpose) == [2, 3])
            && key[.allApplications] == nil && softwareEnforced[.allApplications] == nil
    }
}

extension AndroidAttestationPolicy {
    fileprivate func accepts(_ root: RootOfTrust?) -> Bool {
        guard requiresVerifiedBoot else { return true }
        // An all-zero key means that nothing was verified, whatever the state claims.
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
