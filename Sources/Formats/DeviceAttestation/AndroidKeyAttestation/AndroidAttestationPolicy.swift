// SPDX-License-Identifier: EUPL-1.2

public import Foundation

/// Requirements on an attested Android key.
public struct AndroidAttestationPolicy: Hashable, Sendable {
    /// The certificates of a chain whose dates are checked.
    ///
    /// Google's own verifier (github.com/android/keyattestation) checks only the certificates between leaf and root. The device sets the
    /// leaf's dates, often starting in 1970 and with a wrong clock. The root is trusted by configuration; one of Google's roots expired on
    /// 2026-05-24 and is still sent. Factory certificates are typically valid for ten years and never replaced, so Google's verifier
    /// ignores their expiry. Newer devices fetch short-lived certificates from Google instead.
    @nonexhaustive public enum CertificateValidity: String, Hashable, Sendable, CaseIterable {
        /// All certificates, including leaf and root.
        case all
        /// The certificates between leaf and root.
        case issuers
        /// The certificates between leaf and root; the expiry of factory certificates is ignored. Google's rule.
        case issuersUnlessFromFactory = "issuers_unless_from_factory"
    }

    /// The accepted package names of the app. Every package in an attestation must be accepted, because packages with a common user id
    /// share their keys. A wallet has one package.
    public var packageNames: Set<String>
    /// SHA-256 of the accepted app-signing certificates, 32 bytes each. Every certificate in an attestation must be accepted.
    public var signingCertificateDigests: Set<[UInt8]>
    /// The accepted security levels of the key and of the code that attests it; both must be accepted.
    public var securityLevels: Set<AndroidKeyDescription.SecurityLevel>
    /// True if the boot loader must be locked and the operating system signed by the device's maker.
    public var requiresVerifiedBoot: Bool
    /// The accepted signing keys (`RootOfTrust.verifiedBootKey`) of the operating system; empty accepts any maker's. Checked only if
    /// verified boot is required.
    public var verifiedBootKeys: Set<[UInt8]>
    /// The accepted keys (`RootOfTrust.verifiedBootKey`) of operating systems that no device maker signs, such as GrapheneOS. A locked
    /// device in state SelfSigned with one of these keys is accepted. Empty, the default, accepts no such device. Checked only if verified
    /// boot is required.
    public var selfSignedBootKeys: Set<[UInt8]>
    /// The oldest accepted security patch level of the operating system.
    public var minimumOSPatchLevel: PatchLevel
    /// The certificates whose dates are checked.
    public var certificateValidity: CertificateValidity
    /// Maximum age of the revocation list in seconds.
    public var maximumRevocationListAge: TimeInterval

    /// A policy whose defaults are the strictest that genuine devices with a locked boot loader meet.
    ///
    /// - Parameters:
    ///   - packageNames: the accepted package names of the app.
    ///   - signingCertificateDigests: SHA-256 of the accepted app-signing certificates.
    ///   - minimumOSPatchLevel: the oldest accepted security patch level.
    ///   - securityLevels: TEE and StrongBox by default.
    ///   - requiresVerifiedBoot: true by default.
    ///   - verifiedBootKeys: any maker's by default.
    ///   - selfSignedBootKeys: none by default.
    ///   - certificateValidity: Google's rule by default.
    ///   - maximumRevocationListAge: one day by default.
    public init(
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
