// SPDX-License-Identifier: EUPL-1.2

/// The wallet's state that a universal link depends on (PF2.7/1.2d–h). There is at most one session.
package struct WalletSessionState: Sendable, Hashable {
    /// A session that a link must not disturb.
    package enum Session: Sendable, Hashable {
        /// The transfer of the wallet to another phone.
        case transfer
        /// The recovery of a forgotten PIN; the wallet is locked during it.
        /// - awaitsAuthentication: the user is identifying themselves elsewhere (UC2.3.2/1.3).
        case pinRecovery(awaitsAuthentication: Bool)
        /// The disclosure of data, also for a login with the wallet.
        case disclosure
        /// The issuance of cards.
        /// - awaitsAuthentication: the user is identifying themselves elsewhere (UC3.1/1.2).
        case issuance(awaitsAuthentication: Bool)

        /// True if the next authentication redirect belongs to this session.
        var awaitsAuthentication: Bool {
            switch self {
            case .pinRecovery(let awaits), .issuance(let awaits): awaits
            case .transfer, .disclosure: false
            }
        }

        /// True if the session continues while the wallet is locked.
        var runsWhileLocked: Bool {
            switch self {
            case .pinRecovery: true
            case .transfer, .disclosure, .issuance: false
            }
        }
    }

    /// True if there is a remote PIN.
    package let isRegistered: Bool
    /// True if there is a PID, which together with the remote PIN makes the wallet personalised.
    package let hasPID: Bool
    /// True if nothing of the wallet may be visible.
    package let isLocked: Bool
    package let session: Session?

    /// Creates a state. Impossible combinations fall back to the most restrictive state.
    package init(isRegistered: Bool, hasPID: Bool, isLocked: Bool, session: Session?) {
        self.isRegistered = isRegistered
        self.hasPID = hasPID
        self.isLocked = isLocked
        self.session = session
    }
}
