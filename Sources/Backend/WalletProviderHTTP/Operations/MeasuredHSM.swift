// SPDX-License-Identifier: EUPL-1.2

package import HSM

/// An HSM that measures the duration of each call to the HSM behind it.
package struct MeasuredHSM: HSM {
    private let base: any HSM
    private let metrics: ProviderMetrics

    package init(_ base: any HSM, _ metrics: ProviderMetrics) {
        self.base = base
        self.metrics = metrics
    }

    /// Forwards the call and measures its duration.
    package func publicKeys(for purpose: SigningPurpose) async throws(HSMError) -> [HSMPublicKey] {
        try await metrics.hsm(.publicKeys) { () async throws(HSMError) in try await base.publicKeys(for: purpose) }
    }

    /// Forwards the call and measures its duration.
    package func publicKey(withID keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> HSMPublicKey? {
        try await metrics.hsm(.publicKey) { () async throws(HSMError) in try await base.publicKey(withID: keyID, for: purpose) }
    }

    /// Forwards the call and measures its duration.
    package func sign(_ bytes: [UInt8], with keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> [UInt8] {
        try await metrics.hsm(.sign) { () async throws(HSMError) in try await base.sign(bytes, with: keyID, for: purpose) }
    }

    /// Forwards the call and measures its duration.
    package func seal(_ plaintext: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8]) async throws(HSMError) -> [UInt8] {
        try await metrics.hsm(.seal) { () async throws(HSMError) in
            try await base.seal(plaintext, for: purpose, associatedData: associatedData)
        }
    }

    /// Forwards the call and measures its duration.
    package func open(_ sealed: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8]) async throws(HSMError) -> [UInt8] {
        try await metrics.hsm(.open) { () async throws(HSMError) in
            try await base.open(sealed, for: purpose, associatedData: associatedData)
        }
    }

    /// Forwards the call and measures its duration.
    package func openAndAuthenticate(
        _ sealed: [UInt8], for purpose: EncryptionPurpose, associatedData: [UInt8], authenticatingFor authentication: AuthenticationPurpose
    ) async throws(HSMError) -> (plaintext: [UInt8], code: [UInt8]) {
        try await metrics.hsm(.openAndAuthenticate) { () async throws(HSMError) in
            try await base.openAndAuthenticate(sealed, for: purpose, associatedData: associatedData, authenticatingFor: authentication)
        }
    }

    /// Forwards the call and measures its duration.
    package func authenticationCode(over bytes: [UInt8], for purpose: AuthenticationPurpose) async throws(HSMError) -> [UInt8] {
        try await metrics.hsm(.authenticationCode) { () async throws(HSMError) in
            try await base.authenticationCode(over: bytes, for: purpose)
        }
    }

    /// Forwards the call and measures its duration.
    package func makeWalletKey(boundTo binding: [UInt8]) async throws(HSMError) -> WrappedKey {
        try await metrics.hsm(.makeWalletKey) { () async throws(HSMError) in try await base.makeWalletKey(boundTo: binding) }
    }

    /// Forwards the call and measures its duration.
    package func sign(digest: [UInt8], withWrapped wrapped: [UInt8], boundTo binding: [UInt8]) async throws(HSMError) -> [UInt8] {
        try await metrics.hsm(.signWithWalletKey) { () async throws(HSMError) in
            try await base.sign(digest: digest, withWrapped: wrapped, boundTo: binding)
        }
    }
}
