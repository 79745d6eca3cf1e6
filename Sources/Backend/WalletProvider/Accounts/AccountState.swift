// SPDX-License-Identifier: EUPL-1.2

/// The state of an account. *Blocked* is not a separate state: a blocked account is active and has no attempts left.
package enum AccountState: Sendable, Hashable {
    case active
    /// Permanently revoked. An account whose solution was revoked is also read as revoked.
    case revoked(Revocation)
    /// Deregistered by the wallet. The account remains as long as a lost answer can be requested again, and is then removed.
    case deregistered
}

/// The revocation of a wallet.
package struct Revocation: Sendable, Hashable {
    package let reason: RevocationReason
    /// The time of the first revocation by the store's clock; a second revocation does not change it.
    package let date: Timestamp

    package init(reason: RevocationReason, date: Timestamp) {
        self.reason = reason
        self.date = date
    }
}

/// The reason of a revocation (provider-protocol.md, *Revocation*).
package enum RevocationReason: String, Sendable, Hashable, CaseIterable {
    /// The user entered the deletion code.
    case userRequest = "user_request"
    /// The operator revoked the wallet.
    case adminRequest = "admin_request"
    /// The operator revoked the recovery code of the wallet's PID, and with it every present and future wallet of this person.
    case recoveryCode = "recovery_code"
    /// Wallets of this kind are no longer trusted.
    case solutionCompromised = "solution_compromised"

    /// True if the reason allows the user to register a new wallet; see `Account.canRegisterNewWallet(after:)`.
    package var canRegisterNewWallet: Bool {
        switch self {
        case .userRequest, .adminRequest: true
        case .recoveryCode, .solutionCompromised: false
        }
    }

    /// The name of the reason as sent to wallets. The two reasons of an operator have the same name; `canRegisterNewWallet` distinguishes
    /// them.
    package var reportedName: String { self == .recoveryCode ? Self.adminRequest.rawValue : rawValue }
}
