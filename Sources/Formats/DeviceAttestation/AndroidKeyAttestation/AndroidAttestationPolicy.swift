// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// What an attested Android key must be to be accepted. Everything is judged against these values, never against what an attestation merely
/// has.
package struct AndroidAttestationPolicy: Hashable, Sendable {
    /// Of which certificates the dates are judged.
    ///
    /// Google's own verifier (github.com/android/keyattestation) judges the certificates between the leaf and the root, and nothing else: the
    /// leaf's dates are set by the device, often from 1970 on and with a clock that may be wrong, and the root is trusted because it is
    /// configured; one of Google's own root certificates ended on 2026-05-24 and is still sent. What a device got in the factory is typically
    /// valid for ten years and never replaced, so Google's verifier ignores its end; devices of later years fetch short-lived certificates
    /// from Google instead.
    package enum CertificateValidity: String, Hashable, Sendable, CaseIterable {
        /// All, the leaf and the root included.
        case all
        /// Those between leaf and root, in every chain.
        case issuers
        /// Those between leaf and root; in chains from the factory only their beginning, not their end: Google's rule.
        case issuersUnlessFromFactory = "issuers_unless_from_factory"
    }

    /// The names that the app's packages may have. Every package that an attestation names must be among them, because packages that share a
    /// user id share their keys; a wallet has one.
    package var packageNames: Set<String>
    /// SHA-256 of the certificates that may have signed the app, 32 bytes each. Every one that an attestation names must be among them.
    package var signingCertificateDigests: Set<[UInt8]>
    /// Where the key and what attests it may live; both must live in one of them.
    package var securityLevels: Set<AndroidKeyDescription.SecurityLevel>
    /// Whether the boot loader must be locked and the operating system signed by the device's maker.
    package var requiresVerifiedBoot: Bool
    /// The keys (`RootOfTrust.verifiedBootKey`) one of which must have signed the operating system; empty when any maker's will do. Judged
    /// only where verified boot is required.
    package var verifiedBootKeys: Set<[UInt8]>
    /// The keys (`RootOfTrust.verifiedBootKey`) of operating systems that no device maker signs, such as GrapheneOS: a locked device that one of
    /// them started (state SelfSigned) is accepted. Empty, the default, accepts no such device. Judged only where verified boot is required.
    package var selfSignedBootKeys: Set<[UInt8]>
    /// The oldest security patches of the operating system that are accepted.
    package var minimumOSPatchLevel: PatchLevel
    /// Of which certificates the dates are judged.
    package var certificateValidity: CertificateValidity
    /// How old the list of revoked certificates may be, in seconds.
    package var maximumRevocationListAge: TimeInterval

    /// A policy; what is not given is the strictest that genuine devices with a locked boot loader pass.
    ///
    /// - Parameters:
    ///   - packageNames: the names that the app's packages may have.
    ///   - signingCertificateDigests: SHA-256 of the certificates that may have signed the app.
    ///   - minimumOSPatchLevel: the oldest security patches that are accepted.
    ///   - securityLevels: where the key may live; TEE and StrongBox by default.
    ///   - requiresVerifiedBoot: yes by default.
    ///   - verifiedBootKeys: any maker's by default.
    ///   - selfSignedBootKeys: none by default.
    ///   - certificateValidity: Google's rule by default.
    ///   - maximumRevocationListAge: a day by default.
    package init(
        packageNames: Set<String>, signingCertificateDigests: Set<[UInt8]>, minimumOSPatchLevel: PatchLevel,
        securityLevels: Set<AndroidKeyDescription.SecurityLevel> = [.trustedEnvironment, .strongBox], requiresVerifiedBoot: Bool = true,
        verifiedBootKeys: Set<[UInt8]> = [], selfSignedBootKeys: Set<[UInt8]> = [],
        certificateValidity: CertificateValidity = .issuersUnlessFromFactory,
        maximumRevocationListAge: TimeInterval = 86_400
    ) {
        self.packageNames = packageNames
        self.signingCertificateDigests = signingCertificateDigests
        self.minimumOSPatchLevel = minimumOSPatchLevel
        self.securityLevels = securityLevels
        self.requiresVerifiedBoot = requiresVerifiedBoot
        self.verifiedBootKeys = verifiedBootKeys
        self.selfSignedBootKeys = selfSignedBootKeys
        self.certificateValidity = certificateValidity
        self.maximumRevocationListAge = maximumRevocationListAge
    }
}
