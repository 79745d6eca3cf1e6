// SPDX-License-Identifier: EUPL-1.2

/// What wallet attestations of a provider say (OpenID4VCI appendix E).
package struct AttestationSettings: Sendable {
    /// `sub`: the `client_id` of all wallets of this provider.
    package let clientID: String
    /// `wallet_name`, to show; nil for none.
    package let walletName: String?
    /// From `iat` to `exp`, in seconds.
    package let lifetime: Int64
    /// `x5c`: the certificate of the newest attestation key first, in DER, without the root (HAIP §4.4.1). Asked for at each attestation, with
    /// the id of the key that signs.
    package let certificates: @Sendable (_ keyID: String) -> [[UInt8]]

    /// Settings for attestations.
    ///
    /// - Parameter lifetime: 60 to 86,400 seconds. It bounds how long a wallet that was revoked is still let in by issuers.
    /// - Throws: `ConfigurationError` with the first rule that is broken.
    package init(
        clientID: String, walletName: String? = nil, lifetime: Int64 = 3600,
        certificates: @escaping @Sendable (_ keyID: String) -> [[UInt8]]
    ) throws(ConfigurationError) {
        guard (1...512).contains(clientID.utf8.count) else { throw ConfigurationError("the client id has 1 to 512 bytes") }
        guard (60...86_400).contains(lifetime) else { throw ConfigurationError("an attestation lives 60 to 86,400 seconds") }
        self.clientID = clientID
        self.walletName = walletName
        self.lifetime = lifetime
        self.certificates = certificates
    }
}
