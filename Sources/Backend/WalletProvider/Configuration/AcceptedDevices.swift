// SPDX-License-Identifier: EUPL-1.2

package import DeviceAttestation
import X509

/// The phones that may register and send messages, by kind. A kind that is nil is rejected. The initializer checks the operator's settings.
package struct AcceptedDevices: Sendable {
    /// The settings by which Android phones are judged.
    package struct Android: Sendable {
        package let verifier: AndroidKeyAttestationVerifier
        /// Returns Google's list of revoked certificates as last fetched; nil if it was never fetched. Called for each registration. The
        /// policy limits the list's age: without a recent list no Android phone can register.
        package let revocationList: @Sendable () -> AndroidRevocationList?

        package init(
            verifier: AndroidKeyAttestationVerifier, revocationList: @escaping @Sendable () -> AndroidRevocationList?
        ) {
            self.verifier = verifier
            self.revocationList = revocationList
        }
    }

    /// Trusted roots, app and environment for iPhones.
    package let apple: AppAttestVerifier?
    package let android: Android?

    /// Creates the settings for at least one kind of device.
    ///
    /// - Parameter allowsDevelopment: true accepts phones without a manufacturer's guarantee, for the demo and for tests: development
    ///   certificates, software keys, unlocked boot loaders.
    /// - Throws: `ConfigurationError` naming the first violated rule.
    package init(apple: AppAttestVerifier? = nil, android: Android? = nil, allowsDevelopment: Bool = false) throws {
        guard apple != nil || android != nil else { throw ConfigurationError("at least one kind of device is to be accepted") }
        if let apple { try Self.check(apple.roots, of: "Apple", allowsDevelopment: allowsDevelopment) }
        if let android {
            try Self.check(android.verifier.roots, of: "Android", allowsDevelopment: allowsDevelopment)
            try Self.check(android.verifier.policy, allowsDevelopment: allowsDevelopment)
        }
        self.apple = apple
        self.android = android
    }

    private static func check(_ roots: [Certificate], of kind: String, allowsDevelopment: Bool) throws {
        guard !roots.isEmpty else { throw ConfigurationError("at least one \(kind) attestation root is needed") }
        guard allowsDevelopment || !roots.contains(where: \.isForDevelopment) else {
            throw ConfigurationError(
                "one of the \(kind) attestation roots certifies simulated phones; only a development provider may trust it")
        }
    }

    private static func check(_ policy: AndroidAttestationPolicy, allowsDevelopment: Bool) throws {
        guard !policy.packageNames.isEmpty, !policy.packageNames.contains("") else {
            throw ConfigurationError("at least one Android package name is needed")
        }
        guard !policy.signingCertificateDigests.isEmpty, policy.signingCertificateDigests.allSatisfy({ $0.count == 32 }) else {
            throw ConfigurationError("at least one signing digest of 32 bytes is needed for Android")
        }
        // A device without verified boot reports a key of zeros.
        guard policy.selfSignedBootKeys.allSatisfy({ $0.count == 32 && $0.contains { $0 != 0 } }) else {
            throw ConfigurationError("a self-signed Android boot key is 32 bytes, not all of them zero")
        }
        guard !policy.securityLevels.isEmpty else { throw ConfigurationError("at least one Android security level is needed") }
        // At most one month: an older list misses devices stolen since.
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
