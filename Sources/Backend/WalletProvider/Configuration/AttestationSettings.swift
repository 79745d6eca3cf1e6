// SPDX-License-Identifier: EUPL-1.2

/// The content of a provider's wallet attestations (OpenID4VCI appendix E).
package struct AttestationSettings: Sendable {
    /// `sub`: the `client_id` shared by all wallets of this provider.
    package let clientID: String
    /// `wallet_name`, for display; nil omits it.
    package let walletName: String?
    /// The time from `iat` to `exp`, in seconds.
    package let lifetime: Int64
    /// `key_storage` of key attestations: the HSM's assessed attack resistance, such as `iso_18045_high` (OpenID4VCI appendix D.2). If
    /// empty, the claim is omitted.
    package let keyStorage: [String]
    /// `user_authentication` of key attestations: the PIN's assessed attack resistance. If empty, the claim is omitted.
    package let userAuthentication: [String]
    /// The maximum number of status list entries per wallet. Each attestation occupies an entry until one hour after its expiry.
    package let maximumPerWallet: Int
    /// Returns `x5c` for a signing key: its certificate first, in DER, without the root (HAIP §4.4.1). Called for each attestation. A key
    /// without certificates signs no attestations.
    package let certificates: @Sendable (_ keyID: String) -> [[UInt8]]

    /// - Parameters:
    ///   - clientID: 1 to 512 visible ASCII characters.
    ///   - walletName: 1 to 256 bytes.
    ///   - lifetime: 60 to 86,400 seconds. Limits how long a revoked wallet is accepted by issuers that do not check the status.
    ///   - maximumPerWallet: 1 to 1,000. A wallet has one attestation for each issuer, and replaces it shortly before its expiry.
    ///   - keyStorage, userAuthentication: up to 8 values each, of 1 to 256 visible ASCII characters.
    /// - Throws: `ConfigurationError` naming the first violated rule.
    package init(
        clientID: String, walletName: String? = nil, lifetime: Int64 = 3600, maximumPerWallet: Int = 64,
        keyStorage: [String] = [], userAuthentication: [String] = [],
        certificates: @escaping @Sendable (_ keyID: String) -> [[UInt8]]
    ) throws {
        guard (1...512).contains(clientID.utf8.count) else { throw ConfigurationError("the client id has 1 to 512 bytes") }
        guard (60...86_400).contains(lifetime) else { throw ConfigurationError("an attestation lives 60 to 86,400 seconds") }
        guard (keyStorage + userAuthentication).allSatisfy(Self.isValue), keyStorage.count <= 8, userAuthentication.count <= 8 else {
            throw ConfigurationError("what keys and users withstand is said in up to 8 values of 1 to 256 visible ASCII characters each")
        }
        guard (1...1000).contains(maximumPerWallet) else { throw ConfigurationError("a wallet has 1 to 1,000 attestations at a time") }
        guard clientID.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ConfigurationError("the client id is of visible ASCII characters")
        }
        if let walletName, !(1...256).contains(walletName.utf8.count) { throw ConfigurationError("the wallet's name has 1 to 256 bytes") }
        self.clientID = clientID
        self.walletName = walletName
        self.lifetime = lifetime
        self.maximumPerWallet = maximumPerWallet
        self.keyStorage = keyStorage
        self.userAuthentication = userAuthentication
        self.certificates = certificates
    }

    private static func isValue(_ text: String) -> Bool {
        (1...256).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
