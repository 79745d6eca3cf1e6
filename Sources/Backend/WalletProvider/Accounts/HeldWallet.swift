// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// A wallet whose PID has a given recovery code.
package struct HeldWallet: Sendable, Hashable {
    package let walletID: WalletID
    /// The wallet's own revocation; nil if it was not revoked.
    package let revocation: Revocation?

    package init(walletID: WalletID, revocation: Revocation?) {
        self.walletID = walletID
        self.revocation = revocation
    }
}
