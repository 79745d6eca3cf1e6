// SPDX-License-Identifier: EUPL-1.2

/// What wallet attestations of a provider say (OpenID4VCI appendix E).
package struct AttestationSettings: Sendable {
    /// `sub`: the `client_id` of all wallets of this provider.
    package let clientID: String
    /// `wallet_name`, to show; nil for none.
    package let walletName: String?
    /// From `iat` to `exp`, in seconds.
    package let lifetime: Int64
    /// `key_storage` of key attestations: what the HSM was found to withstand, such as `iso_18045_high` (OpenID4VCI appendix D.2); empty says
    /// nothing.
    package let keyStorage: [String]
    /// `user_authentication` of key attestations: what the PIN was found to withstand; empty says nothing.
    package let userAuthentication: [String]
    /// The most entries of status lists that a wallet has at a time. It has one for each attestation, until an hour after that is over.
    package let maximumPerWallet: Int
    /// `x5c`: the certificate of the newest attestation key first, in DER, without the root (HAIP §4.4.1). Asked for at each attestation, with
    /// the id of the key that signs; nothing is attested by a key that has none.
    package let certificates: @Sendable (_ keyID: String) -> [[UInt8]]

    /// Settings for attestations.
    ///
    /// - Parameters:
    ///   - clientID: 1 to 512 visible ASCII characters.
    ///   - walletName: 1 to 256 bytes.
    ///   - lifetime: 60 to 86,400 seconds. It bounds how long a wallet that was revoked is let in by issuers that look up no status.
    ///   - maximumPerWallet: 1 to 1,000. A wallet has one attestation for each issuer, and a new one when the last is nearly over.
    ///   - keyStorage, userAuthentication: up to 8 values each, of 1 to 256 visible ASCII characters.
    /// - Throws: `ConfigurationError` with the first rule that is broken.
    package init(
        clientID: String, walletName: String? = nil, lifetime: Int64 = 3600, maximumPerWallet: Int = 64,
        keyStorage: [String] = [], userAuthentication: [String] = [],
        certificates: @escaping @Sendable (_ keyID: String) -> [[UInt8]]
    ) throws(ConfigurationError) {
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
