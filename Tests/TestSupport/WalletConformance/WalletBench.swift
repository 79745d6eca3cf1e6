// SPDX-License-Identifier: EUPL-1.2

package import WalletInterface

/// A maker of wallets for the conformance suite.
package protocol WalletBench: Sendable {
    /// The states that this kind of wallet can be in.
    var states: [CoreState] { get }
    /// The PIN of the wallets that have one. The policy accepts it and the other one.
    var pin: PIN { get }
    /// A PIN that is not in force.
    var otherPIN: PIN { get }
    /// A link back from a login that no session waits for.
    var foreignLink: LoginLink { get }

    /// Makes a new wallet in a state.
    func wallet(in state: CoreState) async throws -> any Wallet & UnlockedWallet
}
