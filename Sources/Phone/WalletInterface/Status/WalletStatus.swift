// SPDX-License-Identifier: EUPL-1.2

/// The status of the wallet at its provider, as PF2.10 distinguishes it.
///
/// A wallet whose PIN is blocked or being recovered is active here; the PIN's own screens report that (PF2.8/9).
package enum WalletStatus: Sendable, Hashable {
    /// PF2.10/1.1a; also a phone without a wallet.
    case active
    /// The wallet was revoked, permanently.
    case revoked(RevocationCause, canRegisterNewWallet: Bool)

    package var isRevoked: Bool { self != .active }
}

/// The revoker and the object of a revocation (PF2.10/1.1b to 1.1e).
package enum RevocationCause: String, Sendable, Hashable, Codable, CaseIterable {
    /// The user, with the deletion code (2).
    case byUser
    /// An operator, this wallet (3).
    case walletByAdmin
    /// An operator, the recovery code of this wallet's PID: its holder cannot create another wallet (4).
    case recoveryCodeByAdmin
    /// An operator, all wallets of this solution (5).
    case solutionByAdmin
}
