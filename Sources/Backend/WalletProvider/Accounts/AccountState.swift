// SPDX-License-Identifier: EUPL-1.2

/// Whether an account may still do anything. *Blocked* is no state of its own: it is an account whose attempts are all spent.
package enum AccountState: Sendable, Hashable {
    /// It may.
    case active
    /// It may not, for good. An account whose solution was revoked is read as revoked, too.
    case revoked(Revocation)
    /// The wallet took its leave (`deregister`). The account stays for the time in which a lost answer can be asked for again, and then goes.
    case deregistered
}

/// That and when a wallet was revoked.
package struct Revocation: Sendable, Hashable {
    /// Why.
    package let reason: RevocationReason
    /// When, by the store's clock; a second revocation does not move it.
    package let date: Timestamp

    /// A revocation.
    package init(reason: RevocationReason, date: Timestamp) {
        self.reason = reason
        self.date = date
    }
}

/// Why a wallet was revoked (the protocol page, Revocation).
package enum RevocationReason: String, Sendable, Hashable, CaseIterable {
    /// The user gave the deletion code.
    case userRequest = "user_request"
    /// The operator did it.
    case adminRequest = "admin_request"
    /// The operator did it to the recovery code of the wallet's PID: to every wallet of this person, those to come included.
    case recoveryCode = "recovery_code"
    /// No wallet of this kind is trusted any more.
    case solutionCompromised = "solution_compromised"

    /// Whether the reason leaves it open that the user makes a new wallet; see `Account.canRegisterNewWallet(after:)`.
    package var canRegisterNewWallet: Bool {
        switch self {
        case .userRequest, .adminRequest: true
        case .recoveryCode, .solutionCompromised: false
        }
    }

    /// What wallets are told. The two acts of an operator have one name there; whether a new wallet may be made tells them apart.
    package var told: String { self == .recoveryCode ? Self.adminRequest.rawValue : rawValue }
}
