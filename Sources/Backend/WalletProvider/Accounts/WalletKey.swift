// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// A user's key for credentials, created in the HSM and stored wrapped by the HSM.
package struct WalletKey: Sendable, Hashable {
    /// The id by which the wallet refers to the key.
    package let id: WalletKeyID
    package let purpose: WalletKeyPurpose
    /// The public key: x ‖ y, 64 bytes.
    package let publicKey: [UInt8]
    /// The private key wrapped by the HSM, bound to the wallet and the purpose.
    package let wrapped: [UInt8]

    package init(id: WalletKeyID, purpose: WalletKeyPurpose, publicKey: [UInt8], wrapped: [UInt8]) {
        self.id = id
        self.purpose = purpose
        self.publicKey = publicKey
        self.wrapped = wrapped
    }
}

/// The purpose of a user's key. The HSM binds the wrapped key to it.
package enum WalletKeyPurpose: String, Sendable, Hashable, CaseIterable {
    /// Credentials: `perform_issuance` creates the key, `sign` uses it.
    case credential
    /// The PID that identifies the user of a PIN recovery. The key signs only its own proof of possession and is removed with the recovery.
    case recovery

    /// Returns the associated data of the wrapped key: the purpose and the wallet id, separated by a zero byte.
    package func binding(to walletID: WalletID) -> [UInt8] {
        Array("\(rawValue)\u{0}\(walletID.text)".utf8)
    }
}
