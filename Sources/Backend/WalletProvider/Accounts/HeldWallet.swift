// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// A wallet whose PID has a certain recovery code.
package struct HeldWallet: Sendable, Hashable {
    /// Its name.
    package let walletID: WalletID
    /// Its own revocation; nil when it has none.
    package let revocation: Revocation?

    /// A wallet as it was read.
    package init(walletID: WalletID, revocation: Revocation?) {
        self.walletID = walletID
        self.revocation = revocation
    }
}
