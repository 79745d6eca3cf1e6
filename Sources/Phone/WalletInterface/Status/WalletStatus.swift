// SPDX-License-Identifier: EUPL-1.2

/// How the wallet stands with its provider, as PF2.10 distinguishes it.
///
/// A wallet whose PIN is blocked or being recovered is active here: the PIN's own screens tell the user about that (PF2.8/9).
package enum WalletStatus: Sendable, Hashable {
    /// PF2.10/1.1a; also a phone without a wallet.
    case active
    /// The wallet was revoked, for good.
    case revoked(RevocationCause, canRegisterNewWallet: Bool)

    /// Whether it was revoked.
    package var isRevoked: Bool { self != .active }
}

/// Who has revoked the wallet, and what (PF2.10/1.1b to 1.1e).
package enum RevocationCause: String, Sendable, Hashable, Codable, CaseIterable {
    /// The user, with the deletion code (2).
    case byUser
    /// An operator, this wallet (3).
    case walletByAdmin
    /// An operator, the recovery code of this wallet's PID: its holder may make no other wallet (4).
    case recoveryCodeByAdmin
    /// An operator, all wallets of this kind (5).
    case solutionByAdmin
}
