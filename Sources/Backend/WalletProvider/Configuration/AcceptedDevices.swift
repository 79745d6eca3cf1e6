// SPDX-License-Identifier: EUPL-1.2

package import DeviceAttestation
import X509

/// Which phones may register and speak, by kind; a kind that is nil is refused. What is here was checked against mistakes of the operator.
package struct AcceptedDevices: Sendable {
    /// What Android phones are judged by.
    package struct Android: Sendable {
        /// Trusted roots and policy.
        package let verifier: AndroidKeyAttestationVerifier
        /// Google's list of revoked certificates as it was last fetched; nil when it never was. Asked anew for every registration. Whether it is
        /// young enough is the policy's to say: without a young list no Android phone registers.
        package let revocationList: @Sendable () -> AndroidRevocationList?

        /// Android phones, judged by a verifier and a list.
        package init(
            verifier: AndroidKeyAttestationVerifier, revocationList: @escaping @Sendable () -> AndroidRevocationList?
        ) {
            self.verifier = verifier
            self.revocationList = revocationList
        }
    }

    /// What iPhones are judged by: trusted roots, app and environment.
    package let apple: AppAttestVerifier?
    /// What Android phones are judged by.
    package let android: Android?

    /// Devices of at least one kind.
    ///
    /// - Parameter allowsDevelopment: whether phones are accepted behind which no maker stands, for the demo and for tests: certificates marked as
    ///   development's, keys in software, unlocked boot loaders.
    /// - Throws: `ConfigurationError` with the first rule that is broken.
    package init(apple: AppAttestVerifier? = nil, android: Android? = nil, allowsDevelopment: Bool = false) throws(ConfigurationError) {
        guard apple != nil || android != nil else { throw ConfigurationError("at least one kind of device is to be accepted") }
        if let apple { try Self.check(apple.roots, of: "Apple", allowsDevelopment: allowsDevelopment) }
        if let android {
            try Self.check(android.verifier.roots, of: "Android", allowsDevelopment: allowsDevelopment)
            try Self.check(android.verifier.policy, allowsDevelopment: allowsDevelopment)
        }
        self.apple = apple
        self.android = android
    }

    private static func check(_ roots: [Certificate], of kind: String, allowsDevelopment: Bool) throws(ConfigurationError) {
        guard !roots.isEmpty else { throw ConfigurationError("at least one \(kind) attestation root is needed") }
        guard allowsDevelopment || !roots.contains(where: \.isForDevelopment) else {
            throw ConfigurationError(
                "one of the \(kind) attestation roots certifies simulated phones; only a development provider may trust it")
        }
    }

    private static func check(_ policy: AndroidAttestationPolicy, allowsDevelopment: Bool) throws(ConfigurationError) {
        guard !policy.packageNames.isEmpty, !policy.packageNames.contains("") else {
            throw ConfigurationError("at least one Android package name is needed")
        }
        guard !policy.signingCertificateDigests.isEmpty, policy.signingCertificateDigests.allSatisfy({ $0.count == 32 }) else {
            throw ConfigurationError("at least one signing digest of 32 bytes is needed for Android")
        }
        // A key of zeros is what a device without verification names.
        guard policy.selfSignedBootKeys.allSatisfy({ $0.count == 32 && $0.contains { $0 != 0 } }) else {
            throw ConfigurationError("a self-signed Android boot key is 32 bytes, not all of them zero")
        }
        guard !policy.securityLevels.isEmpty else { throw ConfigurationError("at least one Android security level is needed") }
        // A month: a list that is older says nothing of what was stolen since.
        guard (60...(31 * 86_400)).contains(policy.maximumRevocationListAge) else {
            throw ConfigurationError("the age limit of the Android revocation list is 60 s to 31 days")
        }
        guard allowsDevelopment || !policy.securityLevels.contains(.software) else {
            throw ConfigurationError("Android keys in software are for development only")
        }
        guard allowsDevelopment || policy.requiresVerifiedBoot else {
            throw ConfigurationError("Android phones with an unlocked boot loader are for development only")
        }
    }
}
