// SPDX-License-Identifier: EUPL-1.2

/// The wallet's status at its provider (PF2.10).
package protocol WalletStatusCalls: Sendable {
    /// Observes the wallet's status: the known status, then every change.
    func setWalletStatusStream() async throws -> AsyncStream<WalletStatus>
    /// Returns the stored status of the wallet at its provider (PF2.10/1.1).
    func determineWalletStatus() async throws -> WalletStatus
    /// Records that the user has seen why the wallet was deleted (PF2.10/2.1).
    func confirmRevocationShown() async throws
}
