// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// A user's key for credentials: made in the HSM, at rest only as the HSM wrapped it.
package struct WalletKey: Sendable, Hashable {
    /// The name under which the wallet uses it.
    package let id: WalletKeyID
    /// What it may be used for.
    package let purpose: WalletKeyPurpose
    /// Its public half: x ‖ y, 64 bytes.
    package let publicKey: [UInt8]
    /// The key as the HSM wrapped it, bound to the wallet and the purpose.
    package let wrapped: [UInt8]

    /// A key as it is stored.
    package init(id: WalletKeyID, purpose: WalletKeyPurpose, publicKey: [UInt8], wrapped: [UInt8]) {
        self.id = id
        self.purpose = purpose
        self.publicKey = publicKey
        self.wrapped = wrapped
    }
}

/// What a user's key may be used for; the HSM wraps it together with this.
package enum WalletKeyPurpose: String, Sendable, Hashable, CaseIterable {
    /// Credentials: `perform_issuance` makes it, `sign` uses it.
    case credential
    /// The one PID that proves who recovers a PIN. It signs nothing but its own proof of possession and goes with the recovery.
    case recovery

    /// What the HSM binds a key to: the purpose and the wallet, with a zero byte between.
    package func binding(to walletID: WalletID) -> [UInt8] {
        Array("\(rawValue)\u{0}\(walletID.text)".utf8)
    }
}
